import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type AutoProject, autoProject, commitAll, planOf, temporaryFolder, entered } from '../support/auto-store.ts';
import { bundleDriver } from '../support/bundle.ts';
import { storePoints } from '../support/points.ts';
import { record } from '../support/scorecard.ts';
import { byTier, seed } from '../support/tier.ts';
import { compareWithLog, documentProblems } from '../support/acknowledged-events.ts';

const committer = await bundleDriver('test/support/drivers/committer.ts');

describe('kill -9', () => {
  test('at random instants loses nothing, doubles nothing and tears nothing', async () => {
    const kills = byTier({ usual: 10, full: 500 });
    const random = randomFrom(seed);
    const tasks = byTier({ usual: 2_000, full: 20_000 });
    let { project, witness } = await planned(tasks);
    const totals = { acknowledged: 0, recorded: 0, lost: 0, doubled: 0, torn: 0 };
    for (let kill = 1; kill <= kills; kill++) {
      const child = commit(project, witness, '--lanes', '4');
      // It may be done before it is killed.
      const exited = once(child, 'exit');
      await lineFrom(child, 'open');
      await pause(random() * 60);
      child.kill('SIGKILL');
      await exited;
      totals.torn += Number(JSON.stringify(documentProblems(project.document)) !== '[]');
      if (kill % 20 !== 0 && kill !== kills) continue;
      const counted = compareWithLog(project, witness);
      totals.acknowledged += counted.acknowledged;
      totals.recorded += counted.recorded;
      totals.lost += counted.lost.length;
      totals.doubled += counted.doubled.length;
      await expectExact(project, counted.recorded);
      ({ project, witness } = await planned(tasks));
    }
    expect(totals).toMatchObject({ lost: 0, doubled: 0, torn: 0 });
    expect(totals.acknowledged).toBeGreaterThan(kills);
    record({
      promise: 'kill -9 of a committing process: acknowledged events lost, doubled, documents torn',
      asked: '0, 0, 0 of 500 kills',
      measured: `${totals.lost}, ${totals.doubled}, ${totals.torn} of ${kills} kills (${totals.acknowledged} acknowledged)`,
    });
  });

  test.each(storePoints)('at %s, then resumed, ends as if nothing had happened', async (point) => {
    for (const nth of byTier({ usual: [1], full: [1, 2] })) {
      const { project, witness } = await planned(60);
      // A copied folder begins a new segment when it is opened, which is when the points of a segment are passed.
      const folder = path.join(temporaryFolder(), 'copy');
      fs.cpSync(project.folder, folder, { recursive: true });
      const copy = autoProject(folder);
      const child = commit(copy, witness, '--lanes', '2', '--die-at', `${point}:${nth}`);
      const [, signal] = await once(child, 'exit');
      if (signal !== 'SIGKILL' && nth > 1) continue;
      expect(signal, `${point} was never reached`).toBe('SIGKILL');
      expect(documentProblems(copy.document)).toEqual([]);

      const [code] = await once(commit(copy, witness, '--commits', '60'), 'exit');
      expect(code).toBe(0);
      const counted = compareWithLog(copy, witness);
      expect(counted).toMatchObject({ lost: [], doubled: [], recorded: 60 });
      await expectExact(copy, 60);
      expect(fs.readdirSync(path.dirname(copy.log)).filter((name) => /tmp-|\.lock|\.owner/.test(name))).toEqual([]);
    }
  });
});

describe('writers in separate processes', () => {
  test.each(
    byTier({
      usual: [[8, 25]],
      full: [
        [2, 200],
        [8, 50],
        [16, 25],
      ],
    }),
  )('%i × %i commits are all kept', async (writers, each) => {
    const { project, witness } = await planned(writers * each + 10);
    const children = Array.from({ length: writers }, () => commit(project, witness, '--commits', `${each}`));
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as number));
    expect(codes).toEqual(codes.map(() => 0));
    const counted = compareWithLog(project, witness);
    expect(counted).toMatchObject({ lost: [], doubled: [], acknowledged: writers * each, recorded: writers * each });
    await expectExact(project, writers * each);
    record({
      promise: `${writers} × ${each} commits from separate processes`,
      asked: 'all kept',
      measured: `${counted.recorded} of ${writers * each} kept`,
    });
  });
});

async function planned(tasks: number): Promise<{ project: AutoProject; witness: string }> {
  const project = autoProject();
  const store = await project.open();
  await commitAll(store, planOf(tasks, tasks), entered(1));
  await store.close();
  return { project, witness: path.join(temporaryFolder(), 'witness') };
}

function commit(project: AutoProject, witness: string, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [committer, '--folder', project.folder, '--witness', witness, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function lineFrom(child: ChildProcess, line: string): Promise<void> {
  for await (const chunk of child.stdout ?? []) if (String(chunk).includes(line)) return;
}

/** Opened again, the state is that of the log and the document shows exactly it. */
async function expectExact(project: AutoProject, completed: number): Promise<void> {
  const store = await project.open();
  const { state } = store;
  await store.close();
  const tasks = state.kind === 'graph' ? Object.values(state.tasks) : [];
  expect(tasks.filter((task) => task.status === 'completed')).toHaveLength(completed);
  expect(JSON.parse(fs.readFileSync(project.document, 'utf8')).tasks.completed).toHaveLength(completed);
}

/** Small and repeatable: mulberry32. */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
