import type { Clock } from '../../base/clock.ts';
import { parseJson } from '../../base/json.ts';
import {
  type AgentCall,
  type AgentEvent,
  type AgentUsage,
  failedCall,
  type FailureKind,
  formatValue,
  NO_USAGE,
} from '../port.ts';
import type { OutputReader, ProgramExit, ReaderResult } from '../run-program.ts';
import { classifyCodexFailure } from './classify-failure.ts';
import { type CodexItem, type CodexLine, parseCodexLine } from './lines.ts';
import { removeNullFillers } from './strict-schema.ts';

/** What the stream has said so far. */
interface StreamState {
  readonly turns: TurnCounter;
  conversation: string | undefined;
  text: string;
  /** How the turn ended, as the vendor reports it. */
  ended: { readonly completed: true } | { readonly completed: false; readonly message: string } | undefined;
  /** Of the whole conversation. */
  usage: AgentUsage | undefined;
  /** The last error message. Many are followed by a retry, so it does not mean failure. */
  complaint: string;
  /** The last tool it used was not allowed. */
  wasDenied: boolean;
}

/** Reads what `codex exec --json` prints. */
export function createCodexReader(call: AgentCall, clock: Clock): OutputReader {
  const state: StreamState = {
    turns: new TurnCounter(),
    conversation: undefined,
    text: '',
    ended: undefined,
    usage: undefined,
    complaint: '',
    wasDenied: false,
  };
  return {
    read: (text) => {
      const line = parseCodexLine(text);
      return line === undefined ? [{ type: 'other', raw: text }] : read(state, line, { raw: text, call, clock });
    },
    exceededLimit: () => exceeded(state, call),
    conclude: (end) => conclude(state, { call, clock, end }),
  };
}

interface LineContext {
  readonly raw: string;
  readonly call: AgentCall;
  readonly clock: Clock;
}

function read(state: StreamState, line: CodexLine, { raw, call, clock }: LineContext): readonly AgentEvent[] {
  switch (line.type) {
    case 'thread.started':
      state.conversation = line.thread_id;
      return [{ type: 'started', conversation: line.thread_id }];
    case 'turn.started':
      state.ended = undefined;
      return [];
    case 'item.started':
      return itemStarted(state, line.item) ?? [{ type: 'other', raw }];
    case 'item.completed':
      return itemCompleted(state, line.item) ?? [{ type: 'other', raw }];
    case 'turn.completed':
      state.ended ??= { completed: true };
      if (line.usage === undefined) return [];
      state.usage = { ...NO_USAGE, ...pick(line.usage) };
      return [{ type: 'usage', spent: usageSince(call, state) }];
    case 'turn.failed': {
      const message = line.error?.message ?? '';
      state.ended = { completed: false, message };
      const failure = classifyCodexFailure(message, clock.now());
      if (failure.kind !== 'rate_limit') return [];
      return [{ type: 'limit', ...(failure.resume_at !== undefined && { resume_at: failure.resume_at }) }];
    }
    case 'error':
      state.complaint = line.message;
      return [parseRetry(line.message) ?? { type: 'other', raw }];
    default:
      return line satisfies never;
  }
}

/** Undefined for unknown items and error messages. */
function itemStarted({ turns }: StreamState, item: CodexItem): AgentEvent[] | undefined {
  const use = toolUse(item);
  if (use === undefined) return undefined;
  turns.toolStarted(item.id);
  return [use];
}

function itemCompleted(state: StreamState, item: CodexItem): AgentEvent[] | undefined {
  const { turns } = state;
  switch (item.type) {
    case 'agent_message':
      turns.modelSpoke();
      state.text = item.text;
      return [{ type: 'text', text: item.text }];
    case 'reasoning':
      turns.modelSpoke();
      return [{ type: 'thought', text: item.text }];
    default:
  }
  const use = toolUse(item);
  if (use === undefined) return undefined;
  // Some tools are reported only when they are done.
  const unannounced = turns.isOpen(item.id) ? [] : [use];
  turns.toolFinished(item.id);
  state.wasDenied = isDenied(item);
  if (state.wasDenied) return [...unannounced, { type: 'permission_denied', tool: use.tool }];
  const output = item.aggregated_output || item.error?.message || formatValue(item.result);
  return [...unannounced, { type: 'tool_result', ok: item.status !== 'failed', output }];
}

function toolUse(item: CodexItem): Extract<AgentEvent, { type: 'tool_use' }> | undefined {
  switch (item.type) {
    case 'command_execution':
      return { type: 'tool_use', tool: 'shell', input: item.command };
    case 'mcp_tool_call':
      return { type: 'tool_use', tool: `${item.server}.${item.tool}`, input: formatValue(item.arguments) };
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

function isDenied({ status, error }: CodexItem): boolean {
  return status === 'declined' || /requires approval|rejected by/.test(error?.message ?? '');
}

function parseRetry(message: string): AgentEvent | undefined {
  const match = /^Reconnecting\.\.\. (?:(\d+)\/\d+ )?(?:[^(]*)\((.*)\)$/s.exec(message);
  return match === null ? undefined : { type: 'retry', attempt: Number(match[1] ?? 0), reason: match[2] ?? '' };
}

function exceeded({ turns }: StreamState, { limits }: AgentCall): FailureKind | undefined {
  return limits.maxTurns !== undefined && turns.count > limits.maxTurns ? 'max_turns' : undefined;
}

interface EndContext {
  readonly call: AgentCall;
  readonly clock: Clock;
  readonly end: ProgramExit;
}

function conclude(state: StreamState, { call, clock, end }: EndContext): ReaderResult {
  const { conversation = call.resume?.id, usage } = state;
  const before = reportedBefore(call, state);
  return {
    result: judgeTurn(state, { call, clock, end }),
    spent: usageSince(call, state),
    ...(conversation !== undefined && { conversation: { id: conversation, reported: usage ?? before } }),
  };
}

function judgeTurn({ ended, text, complaint, wasDenied }: StreamState, { call, clock, end }: EndContext) {
  // A signal after the turn was reported complete does not change the result.
  if (ended?.completed === true && (end.exit === 0 || end.exit === null)) {
    const answer = call.answer === undefined ? undefined : parseAnswer(text, call.answer.jsonSchema);
    if (wasDenied && answer === undefined) return failedCall('denied', text);
    return { status: 'answered', text, ...(answer !== undefined && { answer }) } as const;
  }
  const message = ended?.completed === false ? ended.message : '';
  return classifyCodexFailure(message || complaint || lastError(end.stderr), clock.now());
}

/** Only objects count: a text that is a number or a quoted word is JSON, too. */
function parseAnswer(text: string, jsonSchema: Readonly<Record<string, unknown>>): unknown {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? removeNullFillers(value, jsonSchema) : undefined;
}

/** Stderr also holds log lines and warnings; a line that begins with `Error` is the reason. */
function lastError(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  return lines.findLast((line) => line.startsWith('Error')) ?? lines.at(-1) ?? '';
}

/** Usage is reported as a sum since the beginning of the conversation. */
function usageSince(call: AgentCall, state: StreamState): AgentUsage {
  const { usage } = state;
  if (usage === undefined) return NO_USAGE;
  const before = reportedBefore(call, state);
  return {
    input_tokens: Math.max(0, usage.input_tokens - before.input_tokens),
    output_tokens: Math.max(0, usage.output_tokens - before.output_tokens),
    cost_usd: null,
  };
}

function reportedBefore({ resume }: AgentCall, { conversation }: StreamState): AgentUsage {
  if (resume === undefined || (conversation !== undefined && conversation !== resume.id)) return NO_USAGE;
  return resume.reported;
}

function pick({ input_tokens, output_tokens }: { input_tokens: number; output_tokens: number }) {
  return { input_tokens, output_tokens };
}

/**
 * Counts the turns of the model, as far as the events show them: output after all tools have finished belongs to a new
 * turn. Tools that were requested together but ran one after the other count as one turn each.
 */
class TurnCounter {
  count = 1;
  readonly #open = new Set<string>();
  #toolsAreDone = false;

  toolStarted(tool: string): void {
    this.modelSpoke();
    this.#open.add(tool);
  }

  toolFinished(tool: string): void {
    if (!this.#open.delete(tool)) this.modelSpoke();
    this.#toolsAreDone = this.#open.size === 0;
  }

  isOpen(tool: string): boolean {
    return this.#open.has(tool);
  }

  modelSpoke(): void {
    if (this.#toolsAreDone) this.count++;
    this.#toolsAreDone = false;
  }
}
