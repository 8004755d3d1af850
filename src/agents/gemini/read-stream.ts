import type { Clock } from '../../base/clock.ts';
import { type AgentCall, type AgentEvent, type AgentUsage, failedCall, type FailureKind, NO_USAGE } from '../port.ts';
import type { ReaderResult, ProgramExit, OutputReader } from '../run-program.ts';
import { classifyGeminiFailure, parseResumeAt } from './classify-failure.ts';
import { type GeminiLine, parseGeminiLine, type GeminiStats } from './lines.ts';
import { type FailedRequest, parseFailedRequest } from './classify-failure.ts';

/** What the stream has said so far. */
interface StreamState {
  conversation: string | undefined;
  /** Text since the last tool. */
  text: string;
  didAnything: boolean;
  /** By id, the tools that have not finished. */
  readonly open: Map<string, string>;
  /** How often all requested tools were done, so that the model was called again. */
  turns: number;
  /** The last tool it used was not allowed. */
  wasDenied: boolean;
  /** Whether the vendor reported the turn as completed; once it reported a failure, that stays. */
  isCompleted: boolean | undefined;
  readonly complaints: string[];
  spent: AgentUsage;
  /** The failed request after which we do not wait for a retry. */
  lastTry: FailedRequest | undefined;
}

/** Reads what Gemini CLI prints with `--output-format stream-json`, and what it says of failed requests on stderr. */
export function createGeminiReader(call: AgentCall, clock: Clock): OutputReader {
  const state: StreamState = {
    conversation: call.resume?.id,
    text: '',
    didAnything: false,
    open: new Map(),
    turns: 0,
    wasDenied: false,
    isCompleted: undefined,
    complaints: [],
    spent: NO_USAGE,
    lastTry: undefined,
  };
  return {
    read: (raw) => {
      const line = parseGeminiLine(raw);
      return line === undefined ? [{ type: 'other', raw }] : read(state, line, raw);
    },
    sendsPieces: true,
    readError: (line) => readError(state, line),
    exceededLimit: () => exceeded(state, call),
    conclude: (end) => conclude(state, { call, clock, end }),
  };
}

function read(state: StreamState, line: GeminiLine, raw: string): readonly AgentEvent[] {
  switch (line.type) {
    case 'init':
      state.conversation = line.session_id;
      return [{ type: 'started', conversation: line.session_id, model: line.model }];
    case 'message':
      // The other role is the prompt, repeated.
      if (line.role !== 'assistant') return [];
      state.didAnything = true;
      state.text += line.content;
      return [{ type: 'text', text: line.content }];
    case 'tool_use':
      state.didAnything = true;
      state.text = '';
      state.open.set(line.tool_id, line.tool_name);
      return [{ type: 'tool_use', tool: line.tool_name, input: JSON.stringify(line.parameters ?? null) }];
    case 'tool_result': {
      const tool = state.open.get(line.tool_id) ?? '';
      state.open.delete(line.tool_id);
      if (state.open.size === 0) state.turns++;
      state.wasDenied = line.error?.type === 'policy_violation';
      const output = line.output === '' ? (line.error?.message ?? '') : line.output;
      const result: AgentEvent = { type: 'tool_result', ok: line.status === 'success', output };
      return state.wasDenied ? [{ type: 'permission_denied', tool }, result] : [result];
    }
    case 'error':
      // Warnings are harmless, except that it reports a turn that ended in a loop as a success.
      if (line.severity !== 'warning' || line.message.startsWith('Loop detected')) state.complaints.push(line.message);
      return [{ type: 'other', raw }];
    case 'result':
      state.isCompleted = state.isCompleted !== false && line.status === 'success' && line.error === undefined;
      if (line.error !== undefined) state.complaints.push(line.error.message);
      state.spent = readUsage(line.stats);
      return [{ type: 'usage', spent: state.spent }];
    default:
      return line satisfies never;
  }
}

/**
 * By default it retries ten times over minutes. We wait out limits ourselves, so a rate limit ends the call at once, and
 * any other failure at the second attempt.
 */
function readError(state: StreamState, line: string): readonly AgentEvent[] {
  const failed = parseFailedRequest(line);
  if (failed === undefined) return [];
  const { attempt, reason, kind } = failed;
  if (kind === 'rate_limit' || attempt >= 2) state.lastTry ??= failed;
  return [{ type: 'retry', attempt, reason }];
}

function exceeded({ turns, lastTry }: StreamState, { limits }: AgentCall): FailureKind | undefined {
  if (lastTry !== undefined) return lastTry.kind;
  return limits.maxTurns !== undefined && turns >= limits.maxTurns ? 'max_turns' : undefined;
}

interface EndContext {
  readonly call: AgentCall;
  readonly clock: Clock;
  readonly end: ProgramExit;
}

function conclude(state: StreamState, ending: EndContext): ReaderResult {
  const { conversation, spent } = state;
  return {
    result: judgeTurn(state, ending),
    spent,
    // It reports the usage of one run, not a sum.
    ...(conversation !== undefined && { conversation: { id: conversation, reported: NO_USAGE } }),
  };
}

function judgeTurn(state: StreamState, { clock, end }: EndContext): ReaderResult['result'] {
  const { isCompleted, complaints, lastTry, didAnything, wasDenied, text } = state;
  if (lastTry === undefined && isCompleted === true && end.exit === 0 && complaints.length === 0) {
    // A prompt that is too long is dropped without a message, and reported as a success.
    if (!didAnything) return failedCall('context_too_long');
    return wasDenied ? failedCall('denied', text) : { status: 'answered', text };
  }
  const failure =
    lastTry === undefined ? classifyGeminiFailure(end, complaints) : { kind: lastTry.kind, message: lastTry.reason };
  const isLimited = failure.kind === 'rate_limit';
  const resume_at = isLimited ? parseResumeAt(`${failure.message}\n${end.stderr}`, clock.now()) : undefined;
  return failedCall(failure.kind, failure.message, resume_at);
}

function readUsage(stats: GeminiStats | undefined): AgentUsage {
  if (stats === undefined) return NO_USAGE;
  const { input_tokens, output_tokens, total_tokens } = stats;
  // Thinking is counted in the total alone.
  return { input_tokens, output_tokens: Math.max(output_tokens, total_tokens - input_tokens), cost_usd: null };
}
