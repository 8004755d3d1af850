import { classifyMessage, classifyStatus, parseHttpStatus } from '../classify-failure.ts';
import {
  addUsage,
  type AgentCall,
  type AgentEvent,
  type AgentUsage,
  failedCall,
  type FailedCall,
  type FailureKind,
  NO_USAGE,
} from '../port.ts';
import type { OutputReader, ProgramExit, ReaderResult } from '../run-program.ts';
import { type ErrorLine, type OpencodeLine, parseOpencodeLine } from './lines.ts';

/** What the stream has said so far. */
interface StreamState {
  conversation: string | undefined;
  /** Text of the last step; a tool of the same step may be reported before or after it. */
  text: string;
  /** Why the last step finished; undefined during a step. */
  reason: string | undefined;
  didAnything: boolean;
  wasStopped: boolean;
  error: ErrorLine | undefined;
  spent: AgentUsage;
  /** Message ids of the model: each is a turn, and a retry keeps its id. */
  readonly messages: Set<string>;
}

/**
 * Reads `run --format json`. No line reports the result: a turn counts as complete when the last step finished with
 * `stop`, no error was reported, and the exit code is 0.
 */
export function createOpencodeReader(call: AgentCall): OutputReader {
  const state: StreamState = {
    conversation: call.resume?.id,
    text: '',
    reason: undefined,
    didAnything: false,
    wasStopped: false,
    error: undefined,
    spent: NO_USAGE,
    messages: new Set(),
  };
  return {
    read: (raw) => {
      const line = parseOpencodeLine(raw);
      if (line === undefined) return raw === '' ? [] : [{ type: 'other', raw }];
      const isFirst = state.conversation !== line.sessionID && line.sessionID !== undefined;
      if (isFirst) state.conversation = line.sessionID;
      const events = read(state, line, raw);
      return isFirst ? [{ type: 'started', conversation: line.sessionID ?? '' }, ...events] : events;
    },
    exceededLimit: () => (state.messages.size > (call.limits.maxTurns ?? Infinity) ? 'max_turns' : undefined),
    conclude: (end) => conclude(state, end),
  };
}

function read(state: StreamState, line: OpencodeLine, raw: string): readonly AgentEvent[] {
  switch (line.type) {
    case 'step_start':
      state.reason = undefined;
      state.text = '';
      state.messages.add(line.part.messageID ?? '');
      return [];
    case 'text':
      state.didAnything = true;
      state.text += line.part.text;
      return [{ type: 'text', text: line.part.text }];
    case 'reasoning':
      return [{ type: 'thought', text: line.part.text }];
    case 'tool_use': {
      const { tool, state: toolState } = line.part;
      const { status, input, output = '', error = '' } = toolState;
      const ok = status === 'completed';
      state.didAnything = true;
      state.wasStopped = !ok && isRefusal.test(error);
      const used: AgentEvent = { type: 'tool_use', tool, input: JSON.stringify(input) ?? '' };
      const ended: AgentEvent = { type: 'tool_result', ok, output: ok ? output : error };
      return state.wasStopped ? [used, { type: 'permission_denied', tool }, ended] : [used, ended];
    }
    case 'step_finish': {
      const { reason, tokens, cost = null } = line.part;
      state.reason = reason;
      state.spent = addUsage(state.spent, {
        input_tokens: tokens.input + tokens.cache.read + tokens.cache.write,
        output_tokens: tokens.output + tokens.reasoning,
        cost_usd: cost,
      });
      return [{ type: 'usage', spent: state.spent }];
    }
    case 'error':
      state.error = line;
      return [{ type: 'other', raw }];
    default:
      return line satisfies never;
  }
}

/** Refused for lack of an answer, or by a rule. */
const isRefusal = /^The user (?:rejected permission|has specified a rule)/;

function conclude(state: StreamState, { exit, stderr }: ProgramExit): ReaderResult {
  const { conversation, spent } = state;
  return {
    result: judgeTurn(state, { exit, stderr }),
    spent,
    ...(conversation !== undefined && { conversation: { id: conversation, reported: NO_USAGE } }),
  };
}

function judgeTurn(state: StreamState, { exit, stderr }: ProgramExit): ReaderResult['result'] {
  const { error, reason, text, wasStopped, didAnything } = state;
  if (error !== undefined) return classifyOpencodeFailure(error);
  if (exit !== 0) return failedCall('crash', stderr.slice(stderr.lastIndexOf('\n') + 1));
  if (reason === 'length') return failedCall('context_too_long', text);
  if (reason === 'content-filter') return failedCall('refused', text);
  if (wasStopped && (reason === 'stop' || reason === 'tool-calls')) return failedCall('denied', text);
  if (reason === 'stop' && didAnything) return { status: 'answered', text };
  return failedCall('crash', `the last step ended with: ${reason ?? 'nothing'}`);
}

/** What an `error` line means. Only failed requests have more than a message. */
function classifyOpencodeFailure({ error, timestamp }: ErrorLine): FailedCall {
  const { name = '', data } = error;
  const { message = name, statusCode } = data;
  const kind = kindOf(name, message, statusCode);
  return failedCall(kind, message, kind === 'rate_limit' ? resumeAt(data.responseHeaders, timestamp) : undefined);
}

const namedKinds: ReadonlyMap<string, FailureKind> = new Map([
  ['ContextOverflowError', 'context_too_long'],
  ['MessageOutputLengthError', 'context_too_long'],
  ['ContentFilterError', 'refused'],
  ['ProviderAuthError', 'auth'],
]);

function kindOf(name: string, message: string, statusCode: number | undefined): FailureKind {
  const named = namedKinds.get(name);
  if (named !== undefined) return named;
  const byStatus = classifyStatus(statusCode ?? parseHttpStatus(message));
  // Many failures share the status of a request that is bad or not allowed: the words tell them apart.
  const isClear = byStatus !== undefined && byStatus !== 'crash' && byStatus !== 'auth';
  return (isClear ? undefined : classifyMessage(message)) ?? byStatus ?? 'crash';
}

/** In seconds, or as a date. */
function resumeAt(headers: Readonly<Record<string, string>>, said: number | undefined): string | undefined {
  const after = headers['retry-after'];
  if (after === undefined || said === undefined) return undefined;
  const time = /^\d+(\.\d+)?$/.test(after) ? said + Number(after) * 1000 : Date.parse(after);
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
