import { type ChildProcess, spawn } from 'node:child_process';
import net from 'node:net';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './auto-store.ts';

/** A real Redis of this test alone, on loopback; ended with the test. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** As `kill -9` would, and starts it again with what it wrote. */
  readonly killAndRestart: () => Promise<void>;
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
}

export async function redisServer({
  appendonly = 'yes',
}: { readonly appendonly?: 'yes' | 'no' } = {}): Promise<RedisServer> {
  const folder = temporaryFolder();
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
    child = spawn('redis-server', [...args, '--appendonly', appendonly, '--appendfsync', 'always'], {
      stdio: 'ignore',
    });
    await untilListening(port);
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
  return { url: `redis://127.0.0.1:${port}`, port, killAndRestart, kill, start };
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return port;
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isThere) return;
    await new Promise((resolve) => void setTimeout(resolve, 20));
  }
}
