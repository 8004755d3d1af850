import type { Clock } from '../../base/clock.ts';
import { type AgentEvent, type Call, type FailureKind, nothingSpent, type Spent } from '../port.ts';
import type { Conclusion, End, Reader } from '../program.ts';
import { failureOf, resumeAt } from './failure-of.ts';
import { type Line, parseLine, type Stats } from './lines.ts';
import { type FailedTry, failedTryIn } from './failed-try.ts';

/** What is known of a call so far. */
interface Heard {
  conversation: string | undefined;
  /** What was said since the last tool. */
  text: string;
  didAnything: boolean;
  /** By id, the tools that have not finished. */
  readonly open: Map<string, string>;
  /** How often all tools that the model had asked for were done, so that it was asked again. */
  turns: number;
  /** The last tool it used was not allowed. */
  wasDenied: boolean;
  /** Whether the turn was completed, by the vendor's own word; one that denies it is not taken back. */
  isCompleted: boolean | undefined;
  readonly complaints: string[];
  spent: Spent;
  /** The try after which we do not wait for another. */
  lastTry: FailedTry | undefined;
}

/** Reads what Gemini CLI prints with `--output-format stream-json`, and what it says of failed requests on stderr. */
export function readGemini(call: Call, clock: Clock): Reader {
  const heard: Heard = {
    conversation: call.resume?.id,
    text: '',
    didAnything: false,
    open: new Map(),
    turns: 0,
    wasDenied: false,
    isCompleted: undefined,
    complaints: [],
    spent: nothingSpent,
    lastTry: undefined,
  };
  return {
    read: (raw) => {
      const line = parseLine(raw);
      return line === undefined ? [{ type: 'other', raw }] : read(heard, line, raw);
    },
    readError: (line) => readError(heard, line),
    exceeded: () => exceeded(heard, call),
    conclude: (end) => conclude(heard, { call, clock, end }),
  };
}

function read(heard: Heard, line: Line, raw: string): readonly AgentEvent[] {
  switch (line.type) {
    case 'init':
      heard.conversation = line.session_id;
      return [{ type: 'started', conversation: line.session_id, model: line.model }];
    case 'message':
      // The other role is ours: the prompt, repeated.
      if (line.role !== 'assistant') return [];
      heard.didAnything = true;
      heard.text += line.content;
      return [{ type: 'text', text: line.content }];
    case 'tool_use':
      heard.didAnything = true;
      heard.text = '';
      heard.open.set(line.tool_id, line.tool_name);
      return [{ type: 'tool_use', tool: line.tool_name, input: JSON.stringify(line.parameters ?? null) }];
    case 'tool_result': {
      const tool = heard.open.get(line.tool_id) ?? '';
      heard.open.delete(line.tool_id);
      if (heard.open.size === 0) heard.turns++;
      heard.wasDenied = line.error?.type === 'policy_violation';
      const output = line.output === '' ? (line.error?.message ?? '') : line.output;
      const result: AgentEvent = { type: 'tool_result', ok: line.status === 'success', output };
      return heard.wasDenied ? [{ type: 'permission_denied', tool }, result] : [result];
    }
    case 'error':
      // It also warns of what does no harm; but after a loop it calls the turn a success.
      if (line.severity !== 'warning' || line.message.startsWith('Loop detected')) heard.complaints.push(line.message);
      return [{ type: 'other', raw }];
    case 'result':
      heard.isCompleted = heard.isCompleted !== false && line.status === 'success' && line.error === undefined;
      if (line.error !== undefined) heard.complaints.push(line.error.message);
      heard.spent = spentOf(line.stats);
      return [{ type: 'usage', spent: heard.spent }];
    default:
      return line satisfies never;
  }
}

/**
 * Left alone it tries ten times, over minutes. A limit is ours to wait out, so then there is no second try; of anything
 * else it gets two.
 */
function readError(heard: Heard, line: string): readonly AgentEvent[] {
  const failed = failedTryIn(line);
  if (failed === undefined) return [];
  const { attempt, reason, kind } = failed;
  if (kind === 'rate_limit' || attempt >= 2) heard.lastTry ??= failed;
  return [{ type: 'retry', attempt, reason }];
}

function exceeded({ turns, lastTry }: Heard, { limits }: Call): FailureKind | undefined {
  if (lastTry !== undefined) return lastTry.kind;
  return limits.maxTurns !== undefined && turns >= limits.maxTurns ? 'max_turns' : undefined;
}

interface Ending {
  readonly call: Call;
  readonly clock: Clock;
  readonly end: End;
}

function conclude(heard: Heard, ending: Ending): Conclusion {
  const { conversation, spent } = heard;
  return {
    verdict: verdictOf(heard, ending),
    spent,
    // What it reports is of one run, never a sum.
    ...(conversation !== undefined && { conversation: { id: conversation, reported: nothingSpent } }),
  };
}

function verdictOf(heard: Heard, { clock, end }: Ending): Conclusion['verdict'] {
  const { isCompleted, complaints, lastTry, didAnything, wasDenied, text } = heard;
  if (lastTry === undefined && isCompleted === true && end.exit === 0 && complaints.length === 0) {
    // It sends nothing that does not fit, says nothing of it, and calls that a success.
    if (!didAnything) return { status: 'failed', kind: 'context_too_long', message: '' };
    return wasDenied ? { status: 'failed', kind: 'denied', message: text } : { status: 'answered', text };
  }
  const failure = lastTry === undefined ? failureOf(end, complaints) : { kind: lastTry.kind, message: lastTry.reason };
  if (failure.kind !== 'rate_limit') return { status: 'failed', ...failure };
  const resume_at = resumeAt(`${failure.message}\n${end.stderr}`, clock.now());
  return { status: 'failed', ...failure, ...(resume_at !== undefined && { resume_at }) };
}

function spentOf(stats: Stats | undefined): Spent {
  if (stats === undefined) return nothingSpent;
  const { input_tokens, output_tokens, total_tokens } = stats;
  // Thinking is counted in the total alone.
  return { input_tokens, output_tokens: Math.max(output_tokens, total_tokens - input_tokens), cost_usd: null };
}
