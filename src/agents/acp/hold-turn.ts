import type { ClientContext } from '@agentclientprotocol/sdk';
import type { Call, OnAgentEvent } from '../port.ts';
import type { AgentLine } from './agent-line.ts';
import { currentModel, modelRequest } from './choose-model.ts';
import type { RequestFailure } from './failure-of.ts';
import { readInside, writeInside } from './files.ts';
import { isPermitted, outcomeFor } from './permit.ts';
import { type Initialized, initialized, type Session, sessionShape, toolCallShape } from './shapes.ts';
import type { Turn } from './turn.ts';

export interface Holding {
  readonly call: Call;
  readonly line: AgentLine;
  readonly turn: Turn;
  readonly tell: OnAgentEvent;
  readonly onSession: (session: BegunSession) => void;
}

export interface BegunSession {
  readonly id: string;
  /** Another process can go on with it. */
  readonly isKept: boolean;
  cancel(): void;
}

/** How the agent answered our prompt, or refused it or what had to come before. */
export type Answered = { readonly result: unknown } | { readonly failure: RequestFailure };

/** Speaks the protocol for one turn: who we are, a conversation, a model, the prompt; and answers what the agent asks. */
export async function holdTurn(holding: Holding): Promise<Answered | undefined> {
  const { call, line, turn, tell } = holding;
  const { client, methods, RequestError } = await import('@agentclientprotocol/sdk');
  const folders = [call.folder, call.stepFolder];
  const app = client({ name: 'orchestral' })
    .onRequest(methods.client.session.requestPermission, ({ params }) => {
      const tool = toolCallShape.parse(params.toolCall);
      turn.asked(tool).forEach(tell);
      const isAllowed = isPermitted(folders, tool);
      if (!isAllowed) tell(turn.denied(tool));
      return outcomeFor(params, isAllowed);
    })
    .onRequest(methods.client.fs.readTextFile, ({ params }) => {
      const content = readInside(folders, params);
      if (content === undefined) throw RequestError.resourceNotFound(params.path);
      return { content };
    })
    .onRequest(methods.client.fs.writeTextFile, ({ params }) => {
      const why = writeInside(folders, params.path, params.content);
      if (why !== undefined) throw RequestError.invalidParams({ path: params.path }, why);
      return {};
    });
  try {
    return await app.connectWith(line.stream, (agent) => prompt(agent, holding));
  } catch (error) {
    if (error instanceof RequestError) return { failure: error };
    // The process is gone: what became of it tells more.
    return undefined;
  }
}

async function prompt(agent: ClientContext, { call, turn, tell, onSession }: Holding): Promise<Answered> {
  const able = initialized.safeParse(
    await agent.request('initialize', {
      protocolVersion: VERSION,
      // It works on the files itself; some ask us all the same, and are answered.
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
      clientInfo: { name: 'orchestral', version: '0' },
    }),
  ).data;
  if (able?.protocolVersion !== VERSION) return { failure: { code: 0, message: 'speaks another version of ACP' } };
  const session = await openSession(agent, call, able);
  const sessionId = call.resume?.id ?? session.sessionId;
  if (sessionId === undefined) return { failure: { code: 0, message: 'gave no session id' } };
  const wanted = call.model === undefined ? undefined : modelRequest(session, { sessionId, model: call.model });
  if (wanted !== undefined) await agent.request(wanted.method, wanted.params);
  const model = call.model ?? currentModel(session);
  tell({ type: 'started', conversation: sessionId, ...(model !== undefined && { model }) });
  onSession({
    id: sessionId,
    isKept: wayBack(able) !== undefined,
    cancel: () => void agent.notify('session/cancel', { sessionId }).catch(() => {}),
  });
  turn.begin(sessionId);
  // A prompt that begins with a slash would be taken for a command.
  const text = call.prompt.startsWith('/') ? `\n${call.prompt}` : call.prompt;
  return { result: await agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] }) };
}

const VERSION = 1;

async function openSession(agent: ClientContext, call: Call, able: Initialized): Promise<Session> {
  const { folder, stepFolder, resume } = call;
  const takesMore = able.agentCapabilities.sessionCapabilities.additionalDirectories != null;
  const place = { cwd: folder, mcpServers: [], ...(takesMore && { additionalDirectories: [stepFolder] }) };
  const opened =
    resume === undefined
      ? await agent.request('session/new', place)
      : await agent.request(wayBack(able) ?? 'session/load', { ...place, sessionId: resume.id });
  return sessionShape.safeParse(opened).data ?? { configOptions: [] };
}

/** The first replays nothing. */
function wayBack({ agentCapabilities: { loadSession, sessionCapabilities } }: Initialized): string | undefined {
  if (sessionCapabilities.resume != null) return 'session/resume';
  return loadSession === true ? 'session/load' : undefined;
}
