import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { openProject, type ProjectApi } from '../../src/engine/door/open-project.ts';
import { programFile } from '../cli/orchestral.ts';
import { expectOk } from '../support/conduct-session.ts';
import type { RunProject } from '../support/run-project.ts';

interface Answer {
  readonly isError: boolean;
  readonly text: string;
  /** What the schema of the tool promises; the client checked it. */
  readonly data: Record<string, unknown>;
}

export interface McpClient {
  readonly client: Client;
  readonly pid: number;
  readonly stderr: () => string;
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<Answer>;
  /** `wait` until the work does not run any more. */
  waitFor(id: string): Promise<Answer>;
  /** Kills the client's end: the server finds its input closed. */
  leave(): Promise<void>;
}

type CallOptions = NonNullable<Parameters<Client['callTool']>[1]>;

export interface ConnectOptions {
  /** Of the rehearsal. */
  readonly agent?: string;
  /** After `orchestral mcp`. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly client?: ClientOptions;
  readonly name?: string;
  readonly cwd?: string;
}

/** The official client, with the program as its server. */
export async function connect(
  project: Pick<RunProject, 'folder' | 'env'>,
  options: ConnectOptions = {},
): Promise<McpClient> {
  const { agent, args = [], env = {}, name = 'test', cwd = project.folder } = options;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [await programFile(), 'mcp', ...args],
    cwd,
    env: { ...project.env, ...(agent !== undefined && { ORCHESTRAL_AGENT: agent }), ...env },
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (chunk) => (said += String(chunk)));
  const client = new Client({ name, version: '1' }, options.client ?? {});
  onTestFinished(() => client.close());
  await client.connect(transport);
  const call: McpClient['call'] = async (tool, given = {}, more) => {
    const result = await client.callTool({ name: tool, arguments: given }, more);
    const [first] = result.content;
    const text = first?.type === 'text' ? first.text : '';
    return { isError: result.isError === true, text, data: { ...(result.structuredContent as object | undefined) } };
  };
  return {
    client,
    pid: transport.pid ?? 0,
    stderr: () => said,
    call,
    waitFor: async (id) => {
      for (;;) {
        const answer = await call('wait', { id, seconds: 20 });
        if (answer.isError || answer.data['state'] !== 'running') return answer;
      }
    },
    leave: async () => {
      await client.close();
    },
  };
}

/** As a person who ran `orchestral trust`. */
export async function trusted(project: RunProject): Promise<ProjectApi> {
  const api = expectOk(openProject(project.folder, { env: project.env }));
  expectOk(await api.giveTrust(expectOk(await api.readTrust())));
  onTestFinished(() => endConductors(api));
  return api;
}

/** What goes on in the background ends with the test. */
async function endConductors(api: ProjectApi): Promise<void> {
  for (const { holder } of await api.conductors()) end(holder.pid);
  for (const { id, is_running } of await api.jobs.list()) if (is_running) await api.jobs.end(id);
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended on its own.
  }
}

/** The server with nobody polite at its other end. */
export interface RawServer {
  readonly child: ChildProcess;
  send(text: string | Buffer): void;
  /** The next line that is as wanted, parsed. */
  next(wanted?: (message: Message) => boolean): Promise<Message>;
  /** All lines so far. */
  readonly lines: string[];
  readonly ended: Promise<number | null>;
}

interface Message {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

export async function rawServer(
  project: Pick<RunProject, 'folder' | 'env'>,
  env: Record<string, string> = {},
  stderr: 'inherit' | 'ignore' = 'inherit',
): Promise<RawServer> {
  const child = spawn(process.execPath, [await programFile(), 'mcp'], {
    cwd: project.folder,
    env: { ...project.env, ...env },
    stdio: ['pipe', 'pipe', stderr],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  let rest = '';
  let wake = (): void => undefined;
  child.stdout.on('data', (chunk) => {
    const parts = (rest + String(chunk)).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    wake();
  });
  child.stdin.on('error', () => undefined);
  let read = 0;
  return {
    child,
    lines,
    send: (text) => void child.stdin.write(text),
    ended: once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : null)),
    next: async (wanted = () => true) => {
      for (;;) {
        while (read < lines.length) {
          const message = JSON.parse(lines[read++] ?? '') as Message;
          if (wanted(message)) return message;
        }
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

export function request(id: number, method: string, params: object = {}): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
}

export const INITIALIZE = request(0, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
});
