import type { AgentEvent } from '../port.ts';
import type { ToolCall } from './schemas.ts';

/** The tools that an agent uses in a turn, as it tells of them piece by piece. */
export interface ToolTracker {
  /** Undefined for what comes after a tool is done. */
  update(call: ToolCall, isNew: boolean): readonly AgentEvent[] | undefined;
  /** Before one that the agent asks us about. */
  permissionAsked(call: ToolCall): readonly AgentEvent[];
  permissionDenied(call: ToolCall): AgentEvent;
  /** Something else follows: those that were not told of yet. */
  flush(): readonly AgentEvent[];
  /** How often the agent went back to its model with what tools had said. */
  rounds(): number;
  hasAny(): boolean;
  /** The last one was not allowed. */
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

  /** A tool's input comes in pieces: it is whole when the tool runs, or when something else follows. */
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
      // Some agents use an id again.
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

function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
