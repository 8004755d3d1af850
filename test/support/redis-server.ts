import { type ChildProcess, spawn } from 'node:child_process';
import net from 'node:net';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './auto-store.ts';

/** A real Redis of this test alone, on loopback or in a network of the test's; ended with the test. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** What it writes, with its append-only file. */
  readonly folder: string;
  /** As `kill -9` would, and starts it again with what it wrote. */
  readonly killAndRestart: () => Promise<void>;
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
}

export interface RedisOptions {
  readonly appendonly?: 'yes' | 'no';
  /** Where it runs: see `machineNetwork`. */
  readonly hub?: { readonly enter: readonly string[]; readonly address: string };
  /** More settings, as on its command line. */
  readonly settings?: readonly string[];
  readonly isTls?: boolean;
}

export async function redisServer({
  appendonly = 'yes',
  hub = { enter: [], address: '127.0.0.1' },
  settings = [],
  isTls = false,
}: RedisOptions = {}): Promise<RedisServer> {
  const folder = temporaryFolder();
  const port = await freePort();
  const { enter, address } = hub;
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const ports = isTls ? ['--port', '0', '--tls-port', String(port)] : ['--port', String(port)];
    const where = [...ports, '--bind', address, '--protected-mode', 'no', '--dir', folder];
    const keeping = ['--save', '', '--appendonly', appendonly, '--appendfsync', 'always'];
    const [file = '', ...args] = [...enter, 'redis-server', ...where, ...keeping, ...settings];
    child = spawn(file, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    await untilReady(child);
  };
  const kill = async (): Promise<void> => {
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    child?.kill('SIGKILL');
    await ended;
  };
  await start();
  onTestFinished(() => void child?.kill('SIGKILL'));
  const killAndRestart = async () => {
    await kill();
    await start();
  };
  return { url: `redis://${address}:${port}`, port, folder, killAndRestart, kill, start };
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return port;
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-4_000);
      if (said.includes('Ready to accept connections')) resolve();
    });
    child.once('exit', () => reject(new Error(`redis-server ended: ${said}`)));
  });
}
