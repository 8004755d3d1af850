import { setTimeout as pause } from 'node:timers/promises';
import type { CallToolResult, Client, JSONRPCMessage, RequestOptions, Transport } from '@modelcontextprotocol/client';
import { parseJson } from '../base/json.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { McpServer } from './claude-mem-server.ts';
import { confineServer, type MemorySandbox } from './claude-mem-sandbox.ts';
import type { MemoryFailure, MemoryQuery } from './memory-query.ts';
import { observationItems, parseObservations } from './observations.ts';
import type { Environment, ProcessCommand, ProcessEnding, RunningProcess, Spawner } from '../process/command.ts';
import { allowedEnvironment } from '../process/environment.ts';

/** For everything: loading the client, starting the server, shaking hands, asking. */
const LIMIT_MS = 5000;

/** How long after a failure a process may be found to have ended. */
const ENDING_MS = 100;

/** More than any answer; a server that prints more is broken. */
const OUTPUT_BYTES = 4 * 1024 * 1024;

/** How many results are asked for. */
const RESULTS = 20;

export interface SearchOptions {
  readonly spawner: Spawner;
  readonly server: McpServer;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Undefined where there is none. */
  readonly sandbox: MemorySandbox | undefined;
}

/**
 * Asks claude-mem: one text per query, empty where it knows nothing. Its server lives as long as this call. What the
 * server leaves running on purpose (claude-mem's own worker) is not ours to end, so the process is no effect. In the
 * sandbox it ends nevertheless.
 */
export async function searchMemory(
  queries: readonly MemoryQuery[],
  { spawner, server, env, signal, sandbox }: SearchOptions,
): Promise<Result<string[], MemoryFailure>> {
  const tooLate = AbortSignal.timeout(LIMIT_MS);
  const enough = AbortSignal.any([signal, tooLate]);
  const { Client, deserializeMessage } = await import('@modelcontextprotocol/client');
  const { file, args, cwd } = server;
  const command = { file, args, cwd, env: serverEnvironment(env, server), limits: { outputBytes: OUTPUT_BYTES } };
  const confined = sandbox === undefined ? command : confineServer(command, sandbox);
  const transport = createMcpTransport(spawner, confined, deserializeMessage);
  const client = new Client({ name: 'orchestral', version: '1' });
  try {
    // The client keeps to the signal; should it ever not, nobody waits for it.
    return await Promise.race([runQueries(client, { transport, queries, signal: enough }), whenAborted(enough)]);
  } catch (error) {
    if (signal.aborted) return err({ why: 'cancelled', detail: '' });
    if (tooLate.aborted) return err({ why: 'slow', detail: '' });
    // A process that is gone says more than what its going did to us.
    const ending = await Promise.race([transport.ended, pause(ENDING_MS, undefined)]);
    return err({ why: 'failed', detail: endingWord(ending) ?? messageOf(error) });
  } finally {
    await transport.close();
  }
}

interface SearchContext {
  readonly transport: ReturnType<typeof createMcpTransport>;
  readonly queries: readonly MemoryQuery[];
  readonly signal: AbortSignal;
}

async function runQueries(
  client: Client,
  { transport, queries, signal }: SearchContext,
): Promise<Result<string[], MemoryFailure>> {
  const options = { signal, timeout: LIMIT_MS };
  await client.connect(transport, options);
  const { tools } = await client.listTools(undefined, options);
  const name = searchTool(tools.map((tool) => tool.name));
  if (name === undefined) return err({ why: 'failed', detail: 'no search tool' });
  const canTellMore = tools.some((tool) => tool.name === DETAILS);
  const asked = queries.map(async ({ query, only }) => {
    const result = found(await client.callTool({ name, arguments: { query, limit: RESULTS, ...only } }, options));
    if (!result.ok || !canTellMore || only?.['type'] !== undefined) return result;
    return ok(`${result.value}\n\n${await details(client, result.value, options)}`.trim());
  });
  const answers = await Promise.all(asked);
  const refused = answers.find((answer) => !answer.ok);
  const texts = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
  // One that could not be answered does not take the others along.
  return refused === undefined || texts.some((text) => text !== '') ? ok(texts) : refused;
}

/** A search gives little more than titles; this gives the rest. */
const DETAILS = 'get_observations';
const MOST_DETAILS = 10;

async function details(client: Client, text: string, options: RequestOptions): Promise<string> {
  const ids = parseObservations(text, '').map(({ id }) => Number(id));
  if (ids.length === 0) return '';
  const told = await client
    .callTool({ name: DETAILS, arguments: { ids: ids.slice(0, MOST_DETAILS) } }, options)
    .then(found, () => undefined);
  const observations = told?.ok === true ? parseJson(told.value) : undefined;
  return Array.isArray(observations) ? observationItems(observations) : '';
}

/** `search` in most versions; others put a word before it. */
function searchTool(names: readonly string[]): string | undefined {
  return names.includes('search') ? 'search' : names.find((name) => /[_-]search$/.test(name));
}

/** Said above what a search by words alone found, and in place of nothing. */
const ABOUT_ITSELF = /^Semantic search is offline[^\n]*$/gm;

function found({ content, isError }: CallToolResult): Result<string, MemoryFailure> {
  const text = content
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n')
    .replaceAll(ABOUT_ITSELF, '')
    .trim();
  if (isError === true) return err({ why: 'failed', detail: text });
  return ok(/^No (?:results|matching memories|observations) found[^\n]*$/.test(text) ? '' : text);
}

function serverEnvironment(env: SearchOptions['env'], { env: extra }: McpServer): Environment {
  const own = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && /^CLAUDE_(?:MEM_|CONFIG_DIR$)/.test(name) ? [[name, value] as const] : [],
  );
  return allowedEnvironment(env, { ...Object.fromEntries(own), ...extra });
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => reject(new Error('aborted'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}

function endingWord(ending: ProcessEnding | undefined): string | undefined {
  switch (ending?.kind) {
    case undefined:
    case 'timed_out':
    case 'cancelled':
      return undefined;
    case 'exited':
      return `exit ${ending.code}`;
    case 'signalled':
      return ending.signal;
    case 'too_much_output':
      return ending.kind;
    case 'not_started':
      return ending.reason;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** How long a server may take to go after its input has ended. */
const LEAVE_MS = 500;

interface McpTransport extends Transport {
  /** Once it was started. */
  readonly ended: Promise<ProcessEnding>;
}

/** A server that is a process of ours: one message a line, on its input and output. What is no message is passed over. */
function createMcpTransport(
  spawner: Spawner,
  command: ProcessCommand,
  read: (line: string) => JSONRPCMessage,
): McpTransport {
  let running: RunningProcess | undefined;
  let hasEnded: (ending: ProcessEnding) => void = () => {};
  const ended = new Promise<ProcessEnding>((resolve) => {
    hasEnded = resolve;
  });
  const hear = (line: string, cut: boolean): void => {
    if (cut || !line.startsWith('{')) return;
    let message: JSONRPCMessage;
    try {
      message = read(line);
    } catch {
      return;
    }
    transport.onmessage?.(message);
  };
  const transport: McpTransport = {
    ended,
    start: () => {
      running = spawner.start({ ...command, keepsInputOpen: true }, { stdout: hear });
      void running.ended.then((ending) => {
        hasEnded(ending);
        transport.onclose?.();
      });
      return Promise.resolve();
    },
    send: async (message) => {
      const isTaken = await running?.write(`${JSON.stringify(message)}\n`);
      if (isTaken !== true) throw new Error('the server does not listen');
    },
    close: async () => {
      const server = running;
      if (server === undefined) return;
      server.endInput();
      const timer = setTimeout(() => void server.end(), LEAVE_MS);
      await server.ended;
      clearTimeout(timer);
    },
  };
  return transport;
}
