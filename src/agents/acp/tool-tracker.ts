import { type AgentEvent, formatValue } from '../port.ts';
import type { ToolCall } from './schemas.ts';

/** Follows the tools of a turn through the partial updates that the agent sends. */
export interface ToolTracker {
  /** Undefined for updates after a tool is done. */
  update(call: ToolCall, isNew: boolean): readonly AgentEvent[] | undefined;
  /** The agent asks for permission to use a tool. */
  permissionAsked(call: ToolCall): readonly AgentEvent[];
  permissionDenied(call: ToolCall): AgentEvent;
  /** Something else follows: reports the tools that were not reported yet. */
  flush(): readonly AgentEvent[];
  /** How often the agent called its model again with results of tools. */
  rounds(): number;
  hasAny(): boolean;
  /** The last tool was denied. */
  wasLastDenied(): boolean;
}

interface Tool {
  name: string;
  input: unknown;
  isReported: boolean;
  isDone: boolean;
}

export function createToolTracker(): ToolTracker {
  const tools = new Map<string, Tool>();
  const refused = new Set<string>();
  let isAnswered = true;
  let rounds = 0;
  let last: string | undefined;

  /** The input of a tool comes in pieces: it is complete when the tool runs, or when something else follows. */
  const tell = (isWhole: (id: string) => boolean): AgentEvent[] =>
    [...tools].flatMap(([id, tool]) => {
      if (tool.isReported || !isWhole(id)) return [];
      tool.isReported = true;
      if (isAnswered) rounds += 1;
      isAnswered = false;
      return { type: 'tool_use', tool: tool.name, input: formatValue(tool.input) } as const;
    });

  const note = (call: ToolCall): Tool => {
    const known = tools.get(call.toolCallId);
    const name = known?.name ?? call.name ?? call.title ?? call.kind ?? '';
    const input = call.rawInput ?? known?.input;
    const tool = { isReported: false, isDone: false, ...known, name, input };
    tools.set(call.toolCallId, tool);
    last = call.toolCallId;
    return tool;
  };

  return {
    update: (call, isNew) => {
      // Some agents reuse ids.
      if (isNew && tools.get(call.toolCallId)?.isDone === true) tools.delete(call.toolCallId);
      if (tools.get(call.toolCallId)?.isDone === true) return undefined;
      const tool = note(call);
      const isDone = call.status === 'completed' || call.status === 'failed';
      const told = tell((id) => id !== call.toolCallId || isDone || call.status === 'in_progress');
      if (!isDone) return told;
      isAnswered = true;
      tool.isDone = true;
      return [...told, { type: 'tool_result', ok: call.status === 'completed', output: formatOutput(call) }];
    },
    permissionAsked: (call) => {
      note(call);
      return tell(() => true);
    },
    permissionDenied: ({ toolCallId }) => {
      refused.add(toolCallId);
      isAnswered = true;
      return { type: 'permission_denied', tool: tools.get(toolCallId)?.name ?? '' };
    },
    flush: () => tell(() => true),
    rounds: () => rounds,
    hasAny: () => tools.size > 0,
    wasLastDenied: () => last !== undefined && refused.has(last),
  };
}

function formatOutput({ content, rawOutput }: ToolCall): string {
  const said = content.flatMap((part) => part.content?.text ?? []).join('\n');
  return said === '' ? formatValue(rawOutput) : said;
}
