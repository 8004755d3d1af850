import type { Clock } from '../../base/clock.ts';
import { parseJson } from '../../base/parse-json.ts';
import type { AgentEvent, Call, FailureKind, Spent } from '../port.ts';
import { nothingSpent } from '../port.ts';
import type { Conclusion, End, Reader } from '../program.ts';
import { failureOf } from './failure-of.ts';
import { type Item, type Line, parseLine } from './lines.ts';
import { withoutFillers } from './strict-schema.ts';
import { TurnCount } from './turn-count.ts';

/** What is known of a call so far. */
interface Heard {
  readonly turns: TurnCount;
  conversation: string | undefined;
  text: string;
  /** How the turn ended, by the vendor's own word. */
  ended: { readonly completed: true } | { readonly completed: false; readonly message: string } | undefined;
  /** Of the whole conversation. */
  usage: Spent | undefined;
  /** The last complaint; on its own it means nothing, many are followed by another try. */
  complaint: string;
  /** The last tool it used was not allowed. */
  wasDenied: boolean;
}

/** Reads what `codex exec --json` prints. */
export function readCodex(call: Call, clock: Clock): Reader {
  const heard: Heard = {
    turns: new TurnCount(),
    conversation: undefined,
    text: '',
    ended: undefined,
    usage: undefined,
    complaint: '',
    wasDenied: false,
  };
  return {
    read: (text) => {
      const line = parseLine(text);
      return line === undefined ? [{ type: 'other', raw: text }] : read(heard, line, { raw: text, call, clock });
    },
    exceeded: () => exceeded(heard, call),
    conclude: (end) => conclude(heard, { call, clock, end }),
  };
}

interface Reading {
  readonly raw: string;
  readonly call: Call;
  readonly clock: Clock;
}

function read(heard: Heard, line: Line, { raw, call, clock }: Reading): readonly AgentEvent[] {
  switch (line.type) {
    case 'thread.started':
      heard.conversation = line.thread_id;
      return [{ type: 'started', conversation: line.thread_id }];
    case 'turn.started':
      heard.ended = undefined;
      return [];
    case 'item.started':
      return started(heard, line.item) ?? [{ type: 'other', raw }];
    case 'item.completed':
      return completed(heard, line.item) ?? [{ type: 'other', raw }];
    case 'turn.completed':
      heard.ended ??= { completed: true };
      if (line.usage === undefined) return [];
      heard.usage = { ...nothingSpent, ...pick(line.usage) };
      return [{ type: 'usage', spent: since(call, heard) }];
    case 'turn.failed': {
      const message = line.error?.message ?? '';
      heard.ended = { completed: false, message };
      const failure = failureOf(message, clock.now());
      if (failure.kind !== 'rate_limit') return [];
      return [{ type: 'limit', ...(failure.resume_at !== undefined && { resume_at: failure.resume_at }) }];
    }
    case 'error':
      heard.complaint = line.message;
      return [retryIn(line.message) ?? { type: 'other', raw }];
    default:
      return line satisfies never;
  }
}

/** Undefined for items we do not know, and for complaints, which are no part of the work. */
function started({ turns }: Heard, item: Item): AgentEvent[] | undefined {
  const use = toolUse(item);
  if (use === undefined) return undefined;
  turns.began(item.id);
  return [use];
}

function completed(heard: Heard, item: Item): AgentEvent[] | undefined {
  const { turns } = heard;
  switch (item.type) {
    case 'agent_message':
      turns.said();
      heard.text = item.text;
      return [{ type: 'text', text: item.text }];
    case 'reasoning':
      turns.said();
      return [{ type: 'thought', text: item.text }];
    default:
  }
  const use = toolUse(item);
  if (use === undefined) return undefined;
  // Some tools are told of only when they are done.
  const unannounced = turns.isOpen(item.id) ? [] : [use];
  turns.finished(item.id);
  heard.wasDenied = isDenied(item);
  if (heard.wasDenied) return [...unannounced, { type: 'permission_denied', tool: use.tool }];
  const output = item.aggregated_output || item.error?.message || textOf(item.result);
  return [...unannounced, { type: 'tool_result', ok: item.status !== 'failed', output }];
}

function toolUse(item: Item): Extract<AgentEvent, { type: 'tool_use' }> | undefined {
  switch (item.type) {
    case 'command_execution':
      return { type: 'tool_use', tool: 'shell', input: item.command };
    case 'mcp_tool_call':
      return { type: 'tool_use', tool: `${item.server}.${item.tool}`, input: textOf(item.arguments) };
    case 'file_change':
      return {
        type: 'tool_use',
        tool: 'edit',
        input: item.changes.map(({ path, kind }) => `${kind} ${path}`).join('\n'),
      };
    case 'web_search':
      return { type: 'tool_use', tool: 'web_search', input: item.query };
    default:
      return undefined;
  }
}

function isDenied({ status, error }: Item): boolean {
  return status === 'declined' || /requires approval|rejected by/.test(error?.message ?? '');
}

function retryIn(message: string): AgentEvent | undefined {
  const match = /^Reconnecting\.\.\. (?:(\d+)\/\d+ )?(?:[^(]*)\((.*)\)$/s.exec(message);
  return match === null ? undefined : { type: 'retry', attempt: Number(match[1] ?? 0), reason: match[2] ?? '' };
}

function exceeded({ turns }: Heard, { limits }: Call): FailureKind | undefined {
  return limits.maxTurns !== undefined && turns.count > limits.maxTurns ? 'max_turns' : undefined;
}

interface Concluding {
  readonly call: Call;
  readonly clock: Clock;
  readonly end: End;
}

function conclude(heard: Heard, { call, clock, end }: Concluding): Conclusion {
  const { conversation = call.resume?.id, usage } = heard;
  const before = reportedBefore(call, heard);
  return {
    verdict: verdictOf(heard, { call, clock, end }),
    spent: since(call, heard),
    ...(conversation !== undefined && { conversation: { id: conversation, reported: usage ?? before } }),
  };
}

function verdictOf({ ended, text, complaint, wasDenied }: Heard, { call, clock, end }: Concluding) {
  // Ended by a signal after it had said that the turn is complete, it takes nothing back.
  if (ended?.completed === true && (end.exit === 0 || end.exit === null)) {
    const answer = call.answer === undefined ? undefined : structured(text, call.answer.jsonSchema);
    if (wasDenied && answer === undefined) return { status: 'failed', kind: 'denied', message: text } as const;
    return { status: 'answered', text, ...(answer !== undefined && { answer }) } as const;
  }
  const message = ended?.completed === false ? ended.message : '';
  return failureOf(message || complaint || lastError(end.stderr), clock.now());
}

/** An object or nothing: in a text, a number or a word is JSON too. */
function structured(text: string, jsonSchema: Readonly<Record<string, unknown>>): unknown {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? withoutFillers(value, jsonSchema) : undefined;
}

/** Its log and its warnings go the same way; a line that begins so says why it gave up. */
function lastError(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  return lines.findLast((line) => line.startsWith('Error')) ?? lines.at(-1) ?? '';
}

/** Usage is told as a sum since the beginning of the conversation. */
function since(call: Call, heard: Heard): Spent {
  const { usage } = heard;
  if (usage === undefined) return nothingSpent;
  const before = reportedBefore(call, heard);
  return {
    input_tokens: Math.max(0, usage.input_tokens - before.input_tokens),
    output_tokens: Math.max(0, usage.output_tokens - before.output_tokens),
    cost_usd: null,
  };
}

function reportedBefore({ resume }: Call, { conversation }: Heard): Spent {
  if (resume === undefined || (conversation !== undefined && conversation !== resume.id)) return nothingSpent;
  return resume.reported;
}

function pick({ input_tokens, output_tokens }: { input_tokens: number; output_tokens: number }) {
  return { input_tokens, output_tokens };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
