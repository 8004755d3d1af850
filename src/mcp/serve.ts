import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { isRecord } from '../base/json.ts';
import { ClientSession, type SessionOptions } from './client-session.ts';
import { knownTools } from './known-tools.ts';
import { LineTransport, type Streams } from './line-transport.ts';
import { registerPrompts } from './prompts.ts';
import { registerResources } from './resources.ts';
import { DocumentWatcher } from './subscriptions.ts';
import type { ClientInfo } from './tool.ts';

export interface ServeOptions extends SessionOptions, Omit<Streams, 'onLeave' | 'onListen'> {
  /** Ends it as if the client had left. */
  readonly signal: AbortSignal;
}

/** Values of one call, all in all: no call of ours needs a hundred. */
const MOST_ARGUMENTS = 2_000;
/** A person has so long to answer, within a call. */
const ANSWER_SHARE = 0.9;

/** Serves one client until it leaves. What it began goes on. */
export async function serve({ input, output, signal, ...options }: ServeOptions): Promise<void> {
  const session = new ClientSession(options);
  let over = (): void => undefined;
  const left = new Promise<void>((resolve) => (over = () => resolve(session.leave())));
  const isBlocked = (): boolean => transport.isBlocked;
  const watcher = new DocumentWatcher(session, isBlocked);
  const onListen = (): void => void watcher.begin();
  const transport = new LineTransport({ input, output, onLeave: () => over(), onListen });
  const create = ({ era }: { readonly era: 'legacy' | 'modern' }): McpServer => {
    const server = createServer(session, isBlocked);
    watcher.serve(server, era);
    return server;
  };
  serveStdio(create, {
    transport,
    maxSubscriptions: MOST_LISTENING,
    // What a client does wrong is told to the client.
    onerror: () => undefined,
  });
  if (signal.aborted) await transport.close();
  else signal.addEventListener('abort', () => void transport.close(), { once: true });
  await left;
}

const MOST_LISTENING = 64;

function createServer(session: ClientSession, isBlocked: () => boolean): McpServer {
  const { words, options } = session;
  const server = new McpServer(
    { name: 'orchestral', title: 'Orchestral', version: options.version },
    {
      instructions: words.mcp.instructions,
      capabilities: { tools: {}, prompts: {}, resources: { subscribe: true, listChanged: true }, completions: {} },
      maxToolInputElements: MOST_ARGUMENTS,
      inputRequired: { maxRounds: 2, roundTimeoutMs: Math.round(options.withinMs * ANSWER_SHARE) },
    },
  );
  const client = (context: ServerContext): ClientInfo => clientInfo(server, context);
  // Inside an agent's step it may only read: what would begin something is not even offered.
  const isInside = options.env['ORCHESTRAL_EFFECT'] !== undefined;
  for (const tool of knownTools)
    if (!isInside || tool.does === 'read') tool.register(server, { session, client, isBlocked });
  registerResources(server, session);
  registerPrompts(server, session);
  return server;
}

const LONGEST_NAME = 40;

/** Newer clients say with each request who they are, older ones once. */
function clientInfo({ server }: McpServer, { mcpReq }: ServerContext): ClientInfo {
  const envelope: unknown = mcpReq.envelope;
  const said = isRecord(envelope) ? envelope : {};
  const info = said[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  const capabilities = said[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
  const given = isRecord(info) && typeof info['name'] === 'string' ? info['name'] : '';
  // It stands in brackets before what its agent writes.
  const name = given
    .replaceAll(/[[\]\s]+/g, ' ')
    .trim()
    .slice(0, LONGEST_NAME);
  return { name: name === '' ? 'MCP' : name, canAsk: isRecord(capabilities) && isRecord(capabilities['elicitation']) };
}
