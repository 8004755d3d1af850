import type { AgentEvent } from '../port.ts';
import type { ToolCall } from './shapes.ts';

/** The tools that an agent uses in a turn, as it tells of them piece by piece. */
export interface TurnTools {
  /** Undefined for what comes after a tool is done. */
  hear(call: ToolCall, isNew: boolean): readonly AgentEvent[] | undefined;
  /** Before one that the agent asks us about. */
  asked(call: ToolCall): readonly AgentEvent[];
  denied(call: ToolCall): AgentEvent;
  /** Something else follows: those that were not told of yet. */
  interrupted(): readonly AgentEvent[];
  /** How often the agent went back to its model with what tools had said. */
  rounds(): number;
  areAny(): boolean;
  /** The last one was not allowed. */
  wasLastDenied(): boolean;
}

interface Tool {
  name: string;
  input: unknown;
  isTold: boolean;
  isDone: boolean;
}

export function turnTools(): TurnTools {
  const tools = new Map<string, Tool>();
  const refused = new Set<string>();
  let isAnswered = true;
  let rounds = 0;
  let last: string | undefined;

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
    last = call.toolCallId;
    return tool;
  };

  return {
    hear: (call, isNew) => {
      // Some agents use an id again.
      if (isNew && tools.get(call.toolCallId)?.isDone === true) tools.delete(call.toolCallId);
      if (tools.get(call.toolCallId)?.isDone === true) return undefined;
      const tool = note(call);
      const isDone = call.status === 'completed' || call.status === 'failed';
      const told = tell((id) => id !== call.toolCallId || isDone || call.status === 'in_progress');
      if (!isDone) return told;
      isAnswered = true;
      tool.isDone = true;
      return [...told, { type: 'tool_result', ok: call.status === 'completed', output: outputOf(call) }];
    },
    asked: (call) => {
      note(call);
      return tell(() => true);
    },
    denied: ({ toolCallId }) => {
      refused.add(toolCallId);
      isAnswered = true;
      return { type: 'permission_denied', tool: tools.get(toolCallId)?.name ?? '' };
    },
    interrupted: () => tell(() => true),
    rounds: () => rounds,
    areAny: () => tools.size > 0,
    wasLastDenied: () => last !== undefined && refused.has(last),
  };
}

function outputOf({ content, rawOutput }: ToolCall): string {
  const said = content.flatMap((part) => part.content?.text ?? []).join('\n');
  return said === '' ? textOf(rawOutput) : said;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
