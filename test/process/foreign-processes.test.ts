import fs from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { getProcessIdentity, getOwnIdentity } from '../../src/files/identity.ts';
import { createSpawner } from '../../src/process/spawner.ts';
import { readProcess } from '../../src/process/process-table.ts';
import { signalProcess } from '../../src/process/tree.ts';
import { notRun } from '../support/needs.ts';
import { record } from '../support/scorecard.ts';
import { byTier } from '../support/tier.ts';
import { bystander, isAlive, processesPerShape, registryIn, roll, shapes, shell, temporaryFolder } from './trees.ts';

const count = byTier({ usual: 12, full: 340 });
const nobody = 65534;

test('the same program without our marker, or with that of another, is not touched', async () => {
  const decoys = Array.from({ length: count }, (_, at) =>
    at % 2 === 0 ? bystander() : bystander({ marker: `other@${at}` }),
  );
  await endATree(() => {});
  keepsAlive(decoys);
});

test('a copy of our marker under another user is not touched', async (context) => {
  if (process.getuid?.() !== 0) notRun(context, 'only root starts processes of another user');
  const decoys: number[] = [];
  await endATree((marker) => decoys.push(...Array.from({ length: count }, () => bystander({ marker, uid: nobody }))));
  expect(decoys).toHaveLength(count);
  keepsAlive(decoys);
});

test('a pid that was recorded and now belongs to somebody else is not touched', async () => {
  const folder = temporaryFolder();
  const conductor = { ...getOwnIdentity(), start_time: '1' };
  const base = {
    version: 1,
    effect: 'x',
    scope: 'test',
    program: 'sleep',
    started_at: '2026-01-01T00:00:00Z',
    conductor,
  };
  const decoys = Array.from({ length: count }, (_, at) => {
    const pid = bystander();
    const leader = { ...getProcessIdentity(pid), start_time: '1' };
    fs.writeFileSync(
      path.join(folder, `${at}.json`),
      JSON.stringify({ ...base, marker: `x-${process.pid}@${at}`, leader }),
    );
    return pid;
  });
  const settled = await registryIn(folder).settle({ graceMs: 300 });
  expect(settled.map((one) => one.kind)).toEqual(decoys.map(() => 'ended'));
  keepsAlive(decoys);
});

test('a pid that changed hands just before the signal gets none', async () => {
  const [decoy, ours] = [bystander(), bystander()].map(readProcess);
  if (decoy === undefined || ours === undefined) throw new Error('no process table');
  signalProcess({ ...decoy, startTime: '1' }, 'SIGKILL');
  signalProcess(ours, 'SIGKILL');
  await vi.waitUntil(() => !isAlive(ours.pid), { timeout: 300_000, interval: 10 });
  keepsAlive([decoy.pid]);
});

/** Ends trees that need every means there is. */
async function endATree(prepare: (marker: string) => void): Promise<void> {
  for (const shape of ['a tree that ignores SIGTERM', 'a child in its own session'] as const) {
    const folder = temporaryFolder();
    const effect = `decoys/${process.pid}/${shape}`;
    const { onLine, pids } = roll(processesPerShape);
    const spawner = createSpawner({ registry: registryIn(folder), scope: 'test', graceMs: 300 });
    const running = spawner.start(shell(shapes[shape], { effect }), { stdout: onLine });
    const started = await pids;
    const [file = ''] = fs.readdirSync(folder);
    if (shape === 'a child in its own session')
      prepare(JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')).marker);
    expect(await running.end()).toEqual({ kind: 'cancelled', tree: 'gone' });
    expect(started.filter(isAlive)).toEqual([]);
  }
}

function keepsAlive(decoys: readonly number[]): void {
  const signalled = decoys.filter((pid) => !isAlive(pid));
  expect(signalled).toEqual([]);
  const promise = `Only ours are ended: ${expect.getState().currentTestName}`;
  record({ promise, asked: '0 signalled', measured: `${signalled.length} of ${decoys.length}` });
}
