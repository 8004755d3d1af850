import type {
  AgentContext,
  PermissionOption,
  SessionUpdate,
  ToolCallContent,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';

/** Something that only the person in front of the editor decides. */
export interface PersonQuestion<Decision extends string> {
  readonly title: string;
  readonly kind?: 'edit' | 'other';
  readonly content: readonly ToolCallContent[];
  /**
   * Decides nothing, and stands first: an editor that is set to allow everything by itself takes the first option that
   * allows, and must not decide for the person.
   */
  readonly later: string;
  readonly decisions: readonly { readonly id: Decision; readonly name: string; readonly isRefusal?: boolean }[];
}

/** The editor, as one conversation in it is spoken to. */
export class Editor {
  readonly #client: AgentContext;
  readonly #sessionId: string;
  #asked = 0;

  constructor(client: AgentContext, sessionId: string) {
    this.#client = client;
    this.#sessionId = sessionId;
  }

  /** An editor that is gone is told nothing. */
  async update(update: SessionUpdate): Promise<void> {
    await this.#client.notify('session/update', { sessionId: this.#sessionId, update }).catch(() => undefined);
  }

  /** A message of its own. */
  say(text: string): Promise<void> {
    const content = { type: 'text' as const, text: `${text}\n\n` };
    return this.update({ sessionUpdate: 'agent_message_chunk', content });
  }

  /**
   * What the person chose; undefined where they chose nothing. Only an answer to exactly this request that names one of
   * its decisions counts: anything else, and an editor that cannot ask, is no answer.
   */
  async ask<Decision extends string>(
    { title, kind = 'other', content, later, decisions }: PersonQuestion<Decision>,
    signal: AbortSignal,
  ): Promise<Decision | undefined> {
    this.#asked += 1;
    const toolCall = { toolCallId: `question-${this.#asked}`, title, kind, content: [...content] };
    const options: PermissionOption[] = [
      { optionId: 'later', name: later, kind: 'allow_once' },
      ...decisions.map(({ id, name, isRefusal }) => ({
        optionId: id,
        name,
        kind: isRefusal === true ? ('reject_once' as const) : ('allow_once' as const),
      })),
    ];
    await this.update({ sessionUpdate: 'tool_call', ...toolCall, status: 'pending' });
    const chosen = await this.#request({ ...toolCall, status: 'pending' }, options, signal);
    const decision = decisions.find(({ id }) => id === chosen)?.id;
    const { toolCallId } = toolCall;
    await this.update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
    return decision;
  }

  async #request(toolCall: ToolCallUpdate, options: PermissionOption[], signal: AbortSignal): Promise<unknown> {
    const request = { sessionId: this.#sessionId, toolCall, options };
    const how = { cancellationSignal: signal, stopWaitingOnCancel: true };
    const said: unknown = await this.#client.request('session/request_permission', request, how).catch(() => undefined);
    const outcome = fieldOf(said, 'outcome');
    return fieldOf(outcome, 'outcome') === 'selected' ? fieldOf(outcome, 'optionId') : undefined;
  }
}

export function textContent(text: string): ToolCallContent {
  return { type: 'content', content: { type: 'text', text } };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : null;
}
