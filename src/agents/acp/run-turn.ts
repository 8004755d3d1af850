import type {
  AnyMessage,
  ClientContext,
  RequestPermissionRequest,
  RequestPermissionResponse,
  Stream,
} from '@agentclientprotocol/sdk';
import type { RequestFailure } from './classify-failure.ts';
import { readFileInside, resolveInside, writeFileInside } from './files.ts';
import {
  type AcpSession,
  type InitializeResponse,
  initializeResponse,
  sessionResponse,
  toolCall,
  type ToolCall,
} from './schemas.ts';
import type { TurnReader } from './turn-reader.ts';
import { type AgentCall, type OnAgentEvent, otherFolders } from '../port.ts';

export interface TurnOptions {
  readonly call: AgentCall;
  readonly connection: AgentConnection;
  readonly turn: TurnReader;
  readonly emit: OnAgentEvent;
  readonly onSession: (session: ActiveSession) => void;
}

export interface ActiveSession {
  readonly id: string;
  /** Whether another process can resume it. */
  readonly isKept: boolean;
  cancel(): void;
}

/** The response to the prompt, or the request before it or itself that failed. */
export type PromptOutcome = { readonly result: unknown } | { readonly failure: RequestFailure };

/** Runs one turn of the protocol (initialize, session, model, prompt) and answers the requests of the agent. */
export async function runTurn(options: TurnOptions): Promise<PromptOutcome | undefined> {
  const { call, connection, turn, emit } = options;
  const { client, methods, RequestError } = await import('@agentclientprotocol/sdk');
  const folders = [call.folder, ...otherFolders(call)];
  const app = client({ name: 'orchestral' })
    .onRequest(methods.client.session.requestPermission, ({ params }) => {
      const tool = toolCall.parse(params.toolCall);
      turn.permissionAsked(tool).forEach(emit);
      const isAllowed = isPermitted(folders, tool);
      if (!isAllowed) emit(turn.permissionDenied(tool));
      return permissionResponse(params, isAllowed);
    })
    .onRequest(methods.client.fs.readTextFile, ({ params }) => {
      const content = readFileInside(folders, params);
      if (content === undefined) throw RequestError.resourceNotFound(params.path);
      return { content };
    })
    .onRequest(methods.client.fs.writeTextFile, ({ params }) => {
      const why = writeFileInside(folders, params.path, params.content);
      if (why !== undefined) throw RequestError.invalidParams({ path: params.path }, why);
      return {};
    });
  try {
    return await app.connectWith(connection.stream, (agent) => sendPrompt(agent, options));
  } catch (error) {
    if (error instanceof RequestError) return { failure: error };
    // The process is gone: how it exited says more.
    return undefined;
  }
}

async function sendPrompt(agent: ClientContext, { call, turn, emit, onSession }: TurnOptions): Promise<PromptOutcome> {
  const capabilities = initializeResponse.safeParse(
    await agent.request('initialize', {
      protocolVersion: VERSION,
      // Agents work on the files themselves; those that ask us anyway get an answer.
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
      clientInfo: { name: 'orchestral', version: '0' },
    }),
  ).data;
  if (capabilities?.protocolVersion !== VERSION)
    return { failure: { code: 0, message: 'speaks another version of ACP' } };
  const session = await openSession(agent, call, capabilities);
  const sessionId = call.resume?.id ?? session.sessionId;
  if (sessionId === undefined) return { failure: { code: 0, message: 'gave no session id' } };
  const request = call.model === undefined ? undefined : modelRequest(session, { sessionId, model: call.model });
  if (request !== undefined) await agent.request(request.method, request.params);
  const model = call.model ?? currentModel(session);
  emit({ type: 'started', conversation: sessionId, ...(model !== undefined && { model }) });
  onSession({
    id: sessionId,
    isKept: resumeMethod(capabilities) !== undefined,
    cancel: () => void agent.notify('session/cancel', { sessionId }).catch(() => {}),
  });
  turn.begin(sessionId);
  // A prompt that begins with a slash would be taken for a command.
  const text = call.prompt.startsWith('/') ? `\n${call.prompt}` : call.prompt;
  return { result: await agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] }) };
}

const VERSION = 1;

async function openSession(
  agent: ClientContext,
  call: AgentCall,
  capabilities: InitializeResponse,
): Promise<AcpSession> {
  const { folder, resume } = call;
  const takesMore = capabilities.agentCapabilities.sessionCapabilities.additionalDirectories != null;
  const location = { cwd: folder, mcpServers: [], ...(takesMore && { additionalDirectories: otherFolders(call) }) };
  const opened =
    resume === undefined
      ? await agent.request('session/new', location)
      : await agent.request(resumeMethod(capabilities) ?? 'session/load', { ...location, sessionId: resume.id });
  return sessionResponse.safeParse(opened).data ?? { configOptions: [] };
}

/** `session/resume` is better: it does not replay the conversation. */
function resumeMethod({
  agentCapabilities: { loadSession, sessionCapabilities },
}: InitializeResponse): string | undefined {
  if (sessionCapabilities.resume != null) return 'session/resume';
  return loadSession === true ? 'session/load' : undefined;
}

/** The request that selects a model; undefined where the agent offers no choice. */
function modelRequest(
  { configOptions, models }: AcpSession,
  { sessionId, model }: { readonly sessionId: string; readonly model: string },
): { readonly method: string; readonly params: object } | undefined {
  const option = configOptions.find(({ id, category }) => category === 'model' || id === 'model');
  if (option !== undefined) {
    const values = option.options.flatMap((one) => [one, ...one.options]).flatMap(({ value }) => value ?? []);
    const value = matchModel(values, model);
    if (value === undefined) return undefined;
    return { method: 'session/set_config_option', params: { sessionId, configId: option.id, value } };
  }
  if (models === undefined) return undefined;
  const modelId = matchModel(
    models.availableModels.map((one) => one.modelId),
    model,
  );
  return modelId === undefined ? undefined : { method: 'session/set_model', params: { sessionId, modelId } };
}

/** The model that the agent uses by default. */
function currentModel({ configOptions, models }: AcpSession): string | undefined {
  const option = configOptions.find(({ id, category }) => category === 'model' || id === 'model');
  return typeof option?.currentValue === 'string' ? option.currentValue : models?.currentModelId;
}

/** `haiku`, `sonnet` and `opus` select the first of the agent's models with that word in its name, if there is one. */
function matchModel(values: readonly string[], model: string): string | undefined {
  if (values.includes(model)) return model;
  return ['haiku', 'sonnet', 'opus'].includes(model) ? values.find((value) => value.includes(model)) : model;
}

/**
 * No person is asked. Reading is allowed, and so are commands (the sandbox confines them) and changes of files in the
 * given folders. Changes of other files are not.
 */
function isPermitted(folders: readonly string[], { kind, locations, content }: ToolCall): boolean {
  if (kind === 'read' || kind === 'search') return true;
  const paths = [...locations, ...content].flatMap(({ path }) => path ?? []);
  return paths.every((path) => resolveInside(folders, path) !== undefined);
}

function permissionResponse(
  { options }: Pick<RequestPermissionRequest, 'options'>,
  isAllowed: boolean,
): RequestPermissionResponse {
  const kinds = isAllowed ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always'];
  const option = kinds.map((kind) => options.find((one) => one.kind === kind)).find((one) => one !== undefined);
  if (option === undefined) return { outcome: { outcome: 'cancelled' } };
  return { outcome: { outcome: 'selected', optionId: option.optionId } };
}

/**
 * Connects the protocol library with the process. Updates (notifications of the agent) do not pass through it: they are
 * read as they arrive, in order, and as leniently as any other vendor's stream.
 */
export interface AgentConnection {
  readonly stream: Stream;
  /** Takes a request of the agent, or a response to one of ours. False for a response that nothing waits for. */
  receive(message: AnyMessage): boolean;
  close(): void;
}

export function openConnection(write: (text: string) => Promise<boolean>): AgentConnection {
  /** Requests that wait for a response. */
  const open = new Set<unknown>();
  let incoming: ReadableStreamDefaultController<AnyMessage> | undefined;
  const readable = new ReadableStream<AnyMessage>({
    start: (controller) => {
      incoming = controller;
    },
    cancel: () => {
      incoming = undefined;
    },
  });
  const writable = new WritableStream<AnyMessage>({
    write: async (message) => {
      if ('method' in message && 'id' in message) open.add(message.id);
      if (!(await write(`${JSON.stringify(message)}\n`))) throw new Error('the agent no longer listens');
    },
  });
  return {
    stream: { readable, writable },
    receive: (message) => {
      if (!('method' in message) && !open.delete(message.id)) return false;
      incoming?.enqueue(message);
      return true;
    },
    close: () => {
      incoming?.close();
      incoming = undefined;
    },
  };
}
