import type { AgentEvent } from '../port.ts';
import { messageChunk, threadStatus, type ToolCall, toolCall, updateParams, usageUpdate } from './schemas.ts';
import { createToolTracker } from './tool-tracker.ts';

/** Reads the updates that an agent sends between our prompt and the end of its turn. */
export interface TurnReader {
  /** Updates before this are a replay of earlier turns. */
  begin(sessionId: string): void;
  update(params: unknown, raw: string): readonly AgentEvent[];
  /** The agent asks for permission to use a tool. */
  permissionAsked(tool: ToolCall): readonly AgentEvent[];
  permissionDenied(tool: ToolCall): AgentEvent;
  /** How often the agent called its model again with results of tools. */
  rounds(): number;
  summary(): TurnSummary;
}

export interface TurnSummary {
  /** Text after the last tool. */
  readonly text: string;
  readonly didAnything: boolean;
  /** The last tool was denied. */
  readonly wasStopped: boolean;
  readonly hasFailed: boolean;
  /** Of the whole conversation. */
  readonly cost: number | null;
}

export function createTurnReader(): TurnReader {
  const tools = createToolTracker();
  let session: string | undefined;
  let text = '';
  let hasFailed = false;
  let cost: number | null = null;

  const update: TurnReader['update'] = (params, raw) => {
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
        if (said.sessionUpdate === 'agent_thought_chunk') return [...tools.flush(), { type: 'thought', text: chunk }];
        const told = tools.flush();
        text += chunk;
        return [...told, { type: 'text', text: chunk }];
      }
      case 'tool_call':
      case 'tool_call_update': {
        const call = toolCall.safeParse(said).data;
        if (call === undefined) return [{ type: 'other', raw }];
        const told = tools.update(call, said.sessionUpdate === 'tool_call');
        if (told === undefined) return [];
        text = '';
        return told;
      }
      case 'usage_update': {
        const told = tools.flush();
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
    permissionAsked: (call) => {
      text = '';
      return tools.permissionAsked(call);
    },
    permissionDenied: (call) => tools.permissionDenied(call),
    rounds: () => tools.rounds(),
    summary: () => ({
      text: text.trim(),
      didAnything: text.trim() !== '' || tools.hasAny(),
      wasStopped: tools.wasLastDenied(),
      hasFailed,
      cost,
    }),
  };
}
