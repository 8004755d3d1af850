import { type AgentCall, type AgentEvent, type AgentUsage, failedCall, formatValue, NO_USAGE } from '../port.ts';
import type { ReaderResult, ProgramExit, OutputReader } from '../run-program.ts';
import { classifyClaudeFailure, isoTime } from './classify-failure.ts';
import { type AssistantLine, type ClaudeLine, type LimitInfo, parseClaudeLine, type ResultLine } from './lines.ts';

/** What the stream has said so far. */
interface StreamState {
  conversation: string | undefined;
  /** The last one counts: background work may produce several. */
  result: ResultLine | undefined;
  /** The last message that stands for a failed request. */
  failedRequest: AssistantLine | undefined;
  limit: LimitInfo | undefined;
  denied: Set<string>;
  /** Ids of the tools that it called. */
  tried: Set<string>;
  /** The last tool that returned. */
  lastTool: string | undefined;
  /** Whether a tool succeeded since the last denial. */
  hasWorked: boolean;
}

/** Reads what Claude Code prints with `--output-format stream-json`. */
export function createClaudeReader(call: AgentCall): OutputReader {
  const state: StreamState = {
    conversation: call.resume?.id,
    result: undefined,
    failedRequest: undefined,
    limit: undefined,
    denied: new Set(),
    tried: new Set(),
    lastTool: undefined,
    hasWorked: false,
  };
  return {
    read: (text) => {
      const line = parseClaudeLine(text);
      return line === undefined ? [{ type: 'other', raw: text }] : read(state, line, text);
    },
    hasFinalResult: () => state.result !== undefined,
    conclude: (end) => conclude(state, call, end),
  };
}

function read(state: StreamState, line: ClaudeLine, raw: string): readonly AgentEvent[] {
  switch (line.type) {
    case 'system':
      if (line.subtype === 'init') {
        state.conversation = line.session_id ?? state.conversation;
        return [{ type: 'started', ...optional('conversation', line.session_id), ...optional('model', line.model) }];
      }
      if (line.subtype === 'api_retry') {
        return [{ type: 'retry', attempt: line.attempt ?? 0, reason: line.error ?? '' }];
      }
      if (line.subtype === 'permission_denied') {
        state.denied.add(line.tool_use_id ?? '');
        state.hasWorked = false;
        return [{ type: 'permission_denied', tool: line.tool_name ?? '' }];
      }
      return [{ type: 'other', raw }];
    case 'assistant':
      if (line.error !== undefined) state.failedRequest = line;
      for (const { type, id } of line.message.content) if (type === 'tool_use') state.tried.add(id ?? '');
      return line.message.content.flatMap((block) => blockEvents(block, line));
    case 'user':
      return line.message.content.flatMap((block) => {
        if (block.type !== 'tool_result') return [];
        const ok = block.is_error !== true;
        const { tool_use_id: id } = block;
        // A result without a call is a damaged line.
        if (id !== undefined && state.tried.has(id)) {
          state.lastTool = id;
          state.hasWorked ||= ok;
        }
        return { type: 'tool_result', ok, output: formatValue(block.content) } as const;
      });
    case 'rate_limit_event':
      if (line.rate_limit_info.status !== 'rejected') return [{ type: 'other', raw }];
      state.limit = line.rate_limit_info;
      return [{ type: 'limit', ...optional('resume_at', isoTime(line.rate_limit_info.resetsAt)) }];
    case 'result':
      state.result = line;
      state.conversation = line.session_id ?? state.conversation;
      for (const { tool_use_id } of line.permission_denials) state.denied.add(tool_use_id ?? '');
      return [];
    default:
      return line satisfies never;
  }
}

type Block = AssistantLine['message']['content'][number];

function blockEvents(block: Block, { parent_tool_use_id }: AssistantLine): AgentEvent[] {
  switch (block.type) {
    case 'text':
      // Text of a subagent is addressed to the agent.
      return [{ type: parent_tool_use_id == null ? 'text' : 'thought', text: block.text ?? '' }];
    case 'thinking':
      return [{ type: 'thought', text: block.thinking ?? '' }];
    case 'tool_use':
      return [{ type: 'tool_use', tool: block.name ?? '', input: formatValue(block.input) }];
    default:
      return [];
  }
}

function conclude(state: StreamState, call: AgentCall, end: ProgramExit): ReaderResult {
  const { result, conversation, failedRequest, limit } = state;
  const before = call.resume?.reported ?? NO_USAGE;
  const total = result === undefined ? NO_USAGE : sumModelUsage(result);
  return {
    result: isCompleted(result, end)
      ? wasDenied(state)
        ? failedCall('denied', result.result ?? '')
        : { status: 'answered', text: result.result ?? '', ...optional('answer', result.structured_output) }
      : classifyClaudeFailure({ result, failedRequest, limit, end }),
    spent: usageSince(before, total),
    ...(conversation !== undefined && {
      conversation: { id: conversation, reported: isNothing(total) ? before : total },
    }),
  };
}

/**
 * `subtype` is `success` for failed requests too. A signal after the turn was reported complete does not change the
 * result.
 */
function isCompleted(result: ResultLine | undefined, { exit }: ProgramExit): result is ResultLine {
  if (result === undefined || result.is_error || result.subtype !== 'success') return false;
  return (result.terminal_reason ?? 'completed') === 'completed' && (exit === 0 || exit === null);
}

/** The last tool was denied, so the work is not done whatever the text says. */
function wasDenied({ denied, lastTool = '', hasWorked, result }: StreamState): boolean {
  if (result?.structured_output !== undefined) return false;
  return denied.size > 0 && (!hasWorked || denied.has(lastTool));
}

/** The sum since the beginning of the conversation. `usage` covers only the last turn of the main loop. */
function sumModelUsage({ modelUsage, total_cost_usd }: ResultLine): AgentUsage {
  const total = { input_tokens: 0, output_tokens: 0, cost_usd: total_cost_usd ?? null };
  for (const used of Object.values(modelUsage)) {
    total.input_tokens += used.inputTokens + used.cacheReadInputTokens + used.cacheCreationInputTokens;
    total.output_tokens += used.outputTokens;
  }
  return total;
}

function usageSince(before: AgentUsage, total: AgentUsage): AgentUsage {
  // A smaller sum means that the vendor began to count again.
  const base = total.input_tokens < before.input_tokens || isBelow(total, before) ? NO_USAGE : before;
  return {
    input_tokens: total.input_tokens - base.input_tokens,
    output_tokens: Math.max(0, total.output_tokens - base.output_tokens),
    cost_usd: total.cost_usd === null ? null : total.cost_usd - (base.cost_usd ?? 0),
  };
}

function isBelow(total: AgentUsage, before: AgentUsage): boolean {
  return (total.cost_usd ?? 0) < (before.cost_usd ?? 0);
}

function isNothing({ input_tokens, output_tokens, cost_usd }: AgentUsage): boolean {
  return input_tokens === 0 && output_tokens === 0 && (cost_usd ?? 0) === 0;
}

function optional<K extends string, V>(name: K, value: V | undefined): { [P in K]?: V } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one property, named by the argument
  return (value === undefined ? {} : { [name]: value }) as { [P in K]?: V };
}
