import { randomUUID } from 'node:crypto';
import path from 'node:path';
import {
  agent,
  type AgentContext,
  type InitializeResponse,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type SessionModeState,
} from '@agentclientprotocol/sdk';
import type { Failure } from '../base/failure.ts';
import type { Result } from '../base/result.ts';
import { openProject, type ProjectApi } from '../engine/door/open-project.ts';
import type { DoorOptions } from '../engine/door/options.ts';
import type { EditorSession } from '../engine/door/project-records.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import { Conversation, type Mode } from './conversation.ts';
import { Editor } from './editor.ts';
import { failureText } from './failure-text.ts';
import { replay } from './replay.ts';

export interface ServeOptions {
  /** For every project that the editor names. */
  readonly door: Omit<DoorOptions, 'cwd'>;
  readonly words: Catalogue;
  readonly version: string;
  /** How this program is called, for processes that conduct. */
  readonly program: readonly [string, ...string[]];
  /** Where it was started: whose conversations are listed when the editor names no folder. */
  readonly cwd: string;
  readonly input: ReadableStream<Uint8Array>;
  readonly output: WritableStream<Uint8Array>;
  /** Ends it, as an editor that goes away does. */
  readonly signal: AbortSignal;
}

/**
 * Orchestral as an agent of the Agent Client Protocol, until the editor goes away. Work that was begun goes on without it
 * and is found again by `session/load`.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { words, version, input, output, signal } = options;
  const conversations = new Map<string, Conversation>();
  const left = new AbortController();

  const opened = (id: string): Conversation => conversations.get(id) ?? unknown(id);
  const open = (client: AgentContext, project: ProjectApi, { id, record }: Opening): Conversation => {
    const { program, door } = options;
    const editor = new Editor(client, id);
    const trusts = door.trust === true;
    const parts = { id, project, editor, words, program, trusts, left: left.signal };
    const conversation = new Conversation(parts, record);
    conversations.set(id, conversation);
    // Behind the answer that names the conversation.
    setImmediate(() => void editor.update({ sessionUpdate: 'available_commands_update', availableCommands }));
    return conversation;
  };
  const reopen = async (client: AgentContext, { sessionId, cwd }: Named): Promise<Reopened> => {
    if (conversations.get(sessionId)?.isBusy === true) throw RequestError.invalidRequest({ sessionId });
    const project = projectAt(cwd, options);
    const known = must(await project.records.editorSessions(), words);
    const record = known.find(({ session_id }) => session_id === sessionId) ?? unknown(sessionId);
    return { project, conversation: open(client, project, { id: sessionId, record }) };
  };
  const availableCommands = Object.entries(words.editor.commands).map(([name, description]) => ({ name, description }));

  const app = agent({ name: 'orchestral' })
    .onRequest('initialize', () => capabilities(version))
    .onRequest('authenticate', () => ({}))
    .onRequest('session/new', ({ params, client }) => {
      const id = randomUUID();
      const { mode } = open(client, projectAt(params.cwd, options), { id });
      return { sessionId: id, modes: modeState(mode, words) };
    })
    .onRequest('session/load', async ({ params, client }) => {
      const { project, conversation } = await reopen(client, params);
      await replay(conversation.works, { project, words, editor: new Editor(client, params.sessionId) });
      return { modes: modeState(conversation.mode, words) };
    })
    .onRequest('session/resume', async ({ params, client }) => {
      const { conversation } = await reopen(client, params);
      return { modes: modeState(conversation.mode, words) };
    })
    .onRequest('session/list', async ({ params }) => {
      const cwd = params.cwd ?? options.cwd;
      const known = must(await projectAt(cwd, options).records.editorSessions(), words);
      const sessions = known.map(({ session_id, title, updated_at }) => ({
        sessionId: session_id,
        cwd,
        title,
        updatedAt: updated_at,
      }));
      return { sessions };
    })
    .onRequest('session/set_mode', ({ params }) => {
      const { modeId } = params;
      if (!isMode(modeId)) throw RequestError.invalidParams({ modeId });
      opened(params.sessionId).mode = modeId;
      return {};
    })
    .onRequest('session/prompt', async ({ params, signal: withdrawn }) => {
      const conversation = opened(params.sessionId);
      if (conversation.isBusy) throw RequestError.invalidRequest({ sessionId: params.sessionId });
      withdrawn.addEventListener('abort', () => void conversation.cancel(), { once: true });
      return { stopReason: await conversation.prompt(params.prompt) };
    })
    .onRequest('session/close', async ({ params }) => {
      await opened(params.sessionId).cancel();
      conversations.delete(params.sessionId);
      return {};
    })
    .onNotification('session/cancel', ({ params }) => {
      void conversations.get(params.sessionId)?.cancel();
    });

  const connection = app.connect(ndJsonStream(output, input));
  const close = (): void => connection.close();
  signal.addEventListener('abort', close, { once: true });
  await connection.closed.catch(() => undefined);
  signal.removeEventListener('abort', close);
  left.abort();
}

interface Opening {
  readonly id: string;
  readonly record?: EditorSession;
}

interface Named {
  readonly sessionId: string;
  readonly cwd: string;
}

interface Reopened {
  readonly project: ProjectApi;
  readonly conversation: Conversation;
}

function capabilities(version: string): InitializeResponse {
  return {
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name: 'orchestral', title: 'Orchestral', version },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { embeddedContext: true },
      sessionCapabilities: { list: {}, resume: {}, close: {} },
    },
    authMethods: [],
  };
}

function modeState(currentModeId: Mode, { editor }: Catalogue): SessionModeState {
  const availableModes = MODES.map((id) => ({ id, ...editor.modes[id] }));
  return { currentModeId, availableModes };
}

const MODES = ['run', 'session'] as const;

function isMode(id: string): id is Mode {
  return MODES.some((mode) => mode === id);
}

function projectAt(cwd: string, { door, words }: ServeOptions): ProjectApi {
  if (!path.isAbsolute(cwd)) throw RequestError.invalidParams({ cwd });
  return must(openProject(cwd, { ...door, cwd }), words);
}

function unknown(sessionId: string): never {
  throw RequestError.resourceNotFound(sessionId);
}

/** What cannot be done for an editor is the answer to its request. */
function must<T>(result: Result<T, Failure>, words: Catalogue): T {
  if (result.ok) return result.value;
  throw RequestError.invalidParams({ code: result.error.code }, failureText(result.error, words));
}
