import type { AgentEvent } from '../port.ts';
import { messageChunk, threadStatus, type ToolCall, toolCallShape, updateParams, usageUpdate } from './shapes.ts';

/** What an agent does between our prompt and its last word, as it tells by updates. */
export interface Turn {
  /** What is told before is a replay of earlier turns. */
  begin(sessionId: string): void;
  update(params: unknown, raw: string): readonly AgentEvent[];
  /** Before a tool that the agent asks us about. */
  asked(tool: ToolCall): readonly AgentEvent[];
  denied(tool: ToolCall): AgentEvent;
  /** How often it went back to its model with what tools had said. */
  rounds(): number;
  heard(): Heard;
}

export interface Heard {
  /** What it said after its last tool. */
  readonly text: string;
  readonly didAnything: boolean;
  /** The last thing it tried was not allowed. */
  readonly wasStopped: boolean;
  readonly hasFailed: boolean;
  /** Of the whole conversation. */
  readonly cost: number | null;
}

interface Tool {
  name: string;
  input: unknown;
  isTold: boolean;
  isDone: boolean;
}

export function hearTurn(): Turn {
  const tools = new Map<string, Tool>();
  const refused = new Set<string>();
  let session: string | undefined;
  let text = '';
  let isAnswered = true;
  let rounds = 0;
  let lastTool: string | undefined;
  let hasFailed = false;
  let cost: number | null = null;

  /** A tool's input comes in pieces: it is whole when the tool runs, or when something else follows. */
  const tell = (isWhole: (id: string) => boolean): AgentEvent[] =>
    [...tools].flatMap(([id, tool]) => {
      if (tool.isTold || !isWhole(id)) return [];
      tool.isTold = true;
      if (isAnswered) rounds += 1;
      isAnswered = false;
      return { type: 'tool_use', tool: tool.name, input: textOf(tool.input) } as const;
    });

  const note = (call: ToolCall): Tool => {
    const known = tools.get(call.toolCallId);
    const name = known?.name ?? call.name ?? call.title ?? call.kind ?? '';
    const input = call.rawInput ?? known?.input;
    const tool = { isTold: false, isDone: false, ...known, name, input };
    tools.set(call.toolCallId, tool);
    lastTool = call.toolCallId;
    text = '';
    return tool;
  };

  const hearTool = (call: ToolCall, isNew: boolean): AgentEvent[] => {
    // Some agents use an id again.
    if (isNew && tools.get(call.toolCallId)?.isDone === true) tools.delete(call.toolCallId);
    if (tools.get(call.toolCallId)?.isDone === true) return [];
    const tool = note(call);
    const isDone = call.status === 'completed' || call.status === 'failed';
    const told = tell((id) => id !== call.toolCallId || isDone || call.status === 'in_progress');
    if (!isDone) return told;
    isAnswered = true;
    tool.isDone = true;
    return [...told, { type: 'tool_result', ok: call.status === 'completed', output: outputOf(call) }];
  };

  const update: Turn['update'] = (params, raw) => {
    const parsed = updateParams.safeParse(params).data;
    if (parsed === undefined) return [{ type: 'other', raw }];
    if (session === undefined) return [];
    if (parsed.sessionId !== session) return [{ type: 'other', raw }];
    const said = parsed.update;
    switch (said.sessionUpdate) {
      case 'agent_message_chunk':
      case 'agent_thought_chunk': {
        const chunk = messageChunk.safeParse(said).data?.content.text;
        if (chunk === undefined) return [{ type: 'other', raw }];
        if (said.sessionUpdate === 'agent_thought_chunk')
          return [...tell(() => true), { type: 'thought', text: chunk }];
        const told = tell(() => true);
        text += chunk;
        return [...told, { type: 'text', text: chunk }];
      }
      case 'tool_call':
      case 'tool_call_update': {
        const call = toolCallShape.safeParse(said).data;
        if (call === undefined) return [{ type: 'other', raw }];
        return hearTool(call, said.sessionUpdate === 'tool_call');
      }
      case 'usage_update': {
        const told = tell(() => true);
        const amount = usageUpdate.safeParse(said).data?.cost.amount;
        if (amount === undefined) return told;
        cost = amount;
        return [...told, { type: 'usage', spent: { input_tokens: 0, output_tokens: 0, cost_usd: amount } }];
      }
      case 'session_info_update': {
        const { _meta: vendor } = threadStatus.safeParse(said).data ?? {};
        if (vendor !== undefined) hasFailed = vendor.codex.threadStatus.type === 'systemError';
        return [];
      }
      case 'user_message_chunk':
      case 'available_commands_update':
      case 'current_mode_update':
      case 'config_option_update':
        return [];
      default:
        return [{ type: 'other', raw }];
    }
  };

  return {
    begin: (sessionId) => {
      session = sessionId;
    },
    update,
    asked: (call) => {
      note(call);
      return tell(() => true);
    },
    denied: ({ toolCallId }) => {
      refused.add(toolCallId);
      isAnswered = true;
      return { type: 'permission_denied', tool: tools.get(toolCallId)?.name ?? '' };
    },
    rounds: () => rounds,
    heard: () => ({
      text: text.trim(),
      didAnything: text.trim() !== '' || tools.size > 0,
      wasStopped: lastTool !== undefined && refused.has(lastTool),
      hasFailed,
      cost,
    }),
  };
}

function outputOf({ content, rawOutput }: ToolCall): string {
  const said = content.flatMap((part) => part.content?.text ?? []).join('\n');
  return said === '' ? textOf(rawOutput) : said;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
