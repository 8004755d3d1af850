import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from '../../src/fleet/packages.ts';

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

export interface RedisUsage {
  readonly cpuMs: number;
  readonly reads: number;
  readonly writes: number;
  readonly bytes: number;
}

/** What it used so far. */
export async function usageOf(redis: Redis): Promise<RedisUsage> {
  const info = `${String(await redis.call('INFO', 'cpu'))}\n${String(await redis.call('INFO', 'stats'))}`;
  const figure = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1]);
  return {
    cpuMs: 1000 * (figure('used_cpu_sys') + figure('used_cpu_user')),
    reads: figure('total_reads_processed'),
    writes: figure('total_writes_processed'),
    bytes: figure('total_net_input_bytes') + figure('total_net_output_bytes'),
  };
}
