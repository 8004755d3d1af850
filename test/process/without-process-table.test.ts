import fs from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { getProcessIdentity, getProcessLife } from '../../src/files/identity.ts';
import { realDisk } from '../../src/files/disk.ts';
import { openRegistry } from '../../src/process/registry.ts';
import { createSpawner } from '../../src/process/spawner.ts';
import { bystander, roll, shapes, shell, temporaryFolder } from './trees.ts';

/* What holds where the system has no /proc, as on macOS: it is hidden from the program, and everything else is real. */

const { readFileSync } = fs;

beforeEach(() => {
  for (const name of ['readdirSync', 'readFileSync', 'readlinkSync'] as const) {
    const real = fs[name] as (...args: unknown[]) => never;
    vi.spyOn(fs, name).mockImplementation((...args: unknown[]) => {
      if (/^\/proc(?:\/|$)/.test(String(args[0]))) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
      return real(...args);
    });
  }
  return () => vi.restoreAllMocks();
});

test.each(['a background child', 'a tree that ignores SIGTERM'] as const)(
  '%s is ended with its group; that nothing is left nobody can verify',
  async (shape) => {
    const { onLine, pids } = roll(2);
    const running = spawner().start(shell(shapes[shape]), { stdout: onLine });
    const started = await pids;
    expect(started.map(isAlive)).toEqual([true, true]);
    expect(await running.end()).toEqual({ kind: 'cancelled', tree: 'unverified' });
    await expect.poll(() => started.map(isAlive)).toEqual([false, false]);
  },
);

test('a program that ends by itself has its own code', async () => {
  const { ending } = await spawner().run(shell('exit 3'));
  expect(ending).toMatchObject({ kind: 'exited', code: 3 });
});

test('only output counts as work: nobody can tell what a silent program computes', async () => {
  const { ending } = await spawner().run(shell('while :; do :; done', { limits: { idleMs: 400 } }));
  expect(ending).toMatchObject({ kind: 'timed_out', limit: 'idle' });
});

test('a process is known to live, and to be dead once it is', async () => {
  const pid = bystander();
  const identity = getProcessIdentity(pid);
  expect(identity).toMatchObject({ pid, start_time: '', boot_id: '' });
  expect(identity && getProcessLife(identity)).toBe('alive');
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => identity && getProcessLife(identity)).toBe('dead');
});

function spawner() {
  const registry = openRegistry({ folder: temporaryFolder(), disk: realDisk, clock: systemClock });
  return createSpawner({ registry, scope: 'test', graceMs: 300 });
}

function isAlive(pid: number): boolean {
  try {
    return /\) [^ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
