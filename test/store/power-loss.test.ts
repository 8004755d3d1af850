import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  type AutoProject,
  type AutoStore,
  autoProject,
  commitAll,
  planOf,
  temporaryFolder,
  entered,
} from '../support/auto-store.ts';
import { withoutWaiting } from '../support/faulty-disk.ts';
import { RecordingDisk } from '../support/power-cut.ts';
import { randomFrom } from '../support/random.ts';
import { record } from '../support/scorecard.ts';
import { byTier, seed } from '../support/tier.ts';
import { documentProblems } from '../support/acknowledged-events.ts';

const SESSIONS = 10;
const COMMITS = 10;

test('a power cut at any point keeps everything that was acknowledged', async () => {
  const states = byTier({ usual: 200, full: 5_000 });
  const random = randomFrom(seed);
  const fresh = await recorded(temporaryFolder(), 1);
  const copy = path.join(temporaryFolder(), 'copy');
  fs.cpSync(fresh.folder, copy, { recursive: true });
  const copied = await recorded(copy, 1 + SESSIONS * COMMITS);
  const before = completedIds(SESSIONS * COMMITS);

  let newer = 0;
  for (let state = 0; state < states; state++) {
    const isCopy = state % 4 === 3;
    const { disk } = isCopy ? copied : fresh;
    const after = Math.floor(random() * (disk.operations.length + 1));
    const folder = temporaryFolder();
    const said = [...(isCopy ? before : []), ...disk.cutPower(after, folder, random)];
    const where = `seed ${seed}, state ${state}: the power went after ${after} of ${disk.operations.length} operations`;
    const done = await recovered(folder, said, where);
    newer += Number(done.length > said.length);
    fs.rmSync(folder, { recursive: true });
  }
  // Some of what was not acknowledged yet is there, and some is not, or nothing was cut.
  expect(newer).toBeGreaterThan(0);
  expect(newer).toBeLessThan(states);
  record({
    promise:
      'power cuts (unsynced bytes and names absent, cut, zeroed, reordered) after which something acknowledged is missing',
    asked: '0 of 5,000',
    measured: `0 of ${states}`,
  });
});

/** A hundred commits and what is shown of them, in sessions of their own. */
async function recorded(folder: string, first: number): Promise<{ folder: string; disk: RecordingDisk }> {
  const disk = new RecordingDisk(folder);
  const project = autoProject(folder);
  for (let session = 0; session < SESSIONS; session++) {
    const store = await open(project, disk);
    if (store.state.kind === 'unplanned') {
      await commitAll(store, planOf(300, 300), entered(1));
      disk.acknowledged('');
    }
    for (let commit = 0; commit < COMMITS; commit++) {
      const id = `T1.${first + session * COMMITS + commit}`;
      expect(await commitAll(store, { type: 'task_completed', data: { id } })).toMatchObject({ ok: true });
      disk.acknowledged(id);
    }
    await store.close();
  }
  return { folder, disk };
}

async function recovered(folder: string, said: readonly string[], where: string): Promise<string[]> {
  const project = autoProject(folder);
  expect(documentProblems(project.document), where).toEqual([]);
  const store = await open(project, { disk: withoutWaiting });
  const { state } = store;
  expect(await store.close(), where).toEqual({ ok: true });
  expect(documentProblems(project.document), where).toEqual([]);
  const surprises = project.notices.filter(({ code }) => code !== 'folder.moved' && code !== 'lock.broken');
  expect(surprises, where).toEqual([]);
  if (said.length > 0) expect(state.kind, where).toBe('graph');
  if (state.kind === 'unplanned') return [];
  const done = state.order.filter((id) => state.tasks[id]?.status === 'completed');
  expect(done, where).toEqual(completedIds(done.length).slice(1));
  expect(done, where).toEqual(expect.arrayContaining(said.filter((id) => id !== '')));
  return ['', ...done];
}

/** In the order of the commits; the first is the plan. */
function completedIds(count: number): string[] {
  return ['', ...Array.from({ length: count }, (_, index) => `T1.${index + 1}`)];
}

/** The private folder is cut off from power together with the project. */
function open(project: AutoProject, { disk }: { disk: AutoStoreDisk }): Promise<AutoStore> {
  return project.open({ disk, record: path.join(project.folder, 'private', 'shown.json') });
}

type AutoStoreDisk = typeof withoutWaiting;
