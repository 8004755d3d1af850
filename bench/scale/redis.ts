import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A Redis of this measurement alone, on loopback, with its append-only file. */
export async function startRedis(folder: string): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  server.close();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder, '--appendonly', 'yes'];
  const child = spawn('redis-server', args, { stdio: 'ignore' });
  await pause(500);
  return { url: `redis://127.0.0.1:${port}`, child };
}

export async function ended(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
