import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { splitLines } from '../../src/base/jsonl.ts';
import { createSpawner } from '../../src/process/spawner.ts';
import { bundleDriver } from '../support/bundle.ts';
import { record } from '../support/scorecard.ts';
import { byTier } from '../support/tier.ts';
import { aliveOf, isAlive, processesPerShape, registryIn, roll, shapes, shell, temporaryFolder } from './trees.ts';

const times = byTier({ usual: 2, full: 50 });
const conductor = fileURLToPath(new URL('conductor-driver.ts', import.meta.url));

describe.each(Object.entries(shapes))('%s', (shape, script) => {
  test('is gone after end()', async () => {
    await repeat(shape, async (effect) => {
      const { running, pids } = await begin(script, { effect });
      expect(aliveOf({ effect, pids })).toHaveLength(processesPerShape);
      expect(await running.end()).toMatchObject({ kind: 'cancelled', tree: 'gone' });
      return pids;
    });
  });

  test('is gone after its signal is aborted', async () => {
    await repeat(shape, async (effect) => {
      const controller = new AbortController();
      const { running, pids } = await begin(script, { effect, signal: controller.signal });
      controller.abort();
      expect(await running.ended).toMatchObject({ kind: 'cancelled', tree: 'gone' });
      return pids;
    });
  });

  test('is gone after its conductor is killed and another one settles', async () => {
    const driver = await bundleDriver(conductor);
    const folder = temporaryFolder();
    await repeat(shape, async (effect) => {
      const { onLine, pids } = roll(processesPerShape);
      const first = spawn(process.execPath, [driver, 'start', folder, JSON.stringify(shell(script, { effect }))]);
      const lines = splitLines(onLine);
      first.stdout.on('data', (chunk: Buffer) => lines.push(chunk));
      const alive = await pids;
      first.kill('SIGKILL');
      await once(first, 'close');
      expect(aliveOf({ effect, pids: alive })).toHaveLength(processesPerShape);

      const second = spawn(process.execPath, [driver, 'settle', folder]);
      const said: string[] = [];
      second.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString()));
      await once(second, 'close');
      expect(JSON.parse(said.join(''))).toMatchObject([{ kind: 'ended', entry: { effect }, tree: 'gone' }]);
      return alive;
    });
  });
});

test.each([
  { left: 'a daemon', how: 'setsid nohup', effect: 'left/1' },
  { left: 'a background child', how: '', effect: 'left/2' },
  { left: 'a background child with an empty environment', how: 'env -i PATH="$PATH"', effect: 'left/3' },
  { left: 'the same, of a command without an effect', how: 'env -i PATH="$PATH"', effect: undefined },
])('left behind by a process that exits by itself: $left', async ({ how, effect }) => {
  const folder = temporaryFolder();
  const { onLine, pids } = roll(1);
  const daemon = `${how} sh -c 'echo up $$; echo > fifo; exec sleep 600 >/dev/null 2>&1' </dev/null`;
  const script = `mkfifo fifo; (${daemon} &); read line < fifo`;
  const spawner = spawnerIn(path.join(folder, 'registry'));
  const running = spawner.start({ ...shell(script, { cwd: folder }), ...(effect && { effect }) }, { stdout: onLine });
  expect(await running.ended).toEqual({ kind: 'exited', code: 0, tree: 'gone' });
  expect((await pids).filter(isAlive)).toEqual([]);
});

test('a tree that ignores SIGTERM has five seconds unless told otherwise', async () => {
  const effect = 'patience';
  const { onLine, pids } = roll(processesPerShape);
  const spawner = createSpawner({ registry: registryIn(temporaryFolder()), scope: 'test' });
  const running = spawner.start(shell(shapes['a tree that ignores SIGTERM'], { effect }), { stdout: onLine });
  const started = await pids;
  const began = performance.now();
  expect(await running.end()).toEqual({ kind: 'cancelled', tree: 'gone' });
  expect(performance.now() - began).toBeGreaterThan(4900);
  expect(aliveOf({ effect, pids: started })).toEqual([]);
});

async function begin(script: string, more: { effect: string; signal?: AbortSignal }) {
  const { onLine, pids } = roll(processesPerShape);
  const running = spawnerIn(temporaryFolder()).start(shell(script, more), { stdout: onLine });
  return { running, pids: await pids };
}

function spawnerIn(folder: string) {
  return createSpawner({ registry: registryIn(folder), scope: 'test', graceMs: 300 });
}

async function repeat(shape: string, once: (effect: string) => Promise<number[]>): Promise<void> {
  let survivors = 0;
  for (let time = 1; time <= times; time += 1) {
    const effect = `tree/${process.pid}/${shape}#${time}`;
    const pids = await once(effect);
    survivors += aliveOf({ effect, pids }).length;
  }
  expect(survivors).toBe(0);
  const { currentTestName = '' } = expect.getState();
  record({
    promise: currentTestName,
    asked: '0 processes left',
    measured: `${survivors} of ${times * processesPerShape}`,
  });
}
