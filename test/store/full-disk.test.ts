import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test, type TestContext } from 'vitest';
import type { Failure } from '../../src/base/failure.ts';
import type { Result } from '../../src/base/result.ts';
import { readDocument } from '../../src/engine/read-document.ts';
import { Store } from '../../src/store/store.ts';
import {
  type AutoProject,
  type AutoStore,
  autoProject,
  autoStoreOptions,
  commitAll,
  planOf,
  temporaryFolder,
  entered,
} from '../support/auto-store.ts';
import { needs, notRun } from '../support/needs.ts';
import { record } from '../support/scorecard.ts';
import { documentProblems } from '../support/acknowledged-events.ts';

const KB = 1024;
const TASKS = 500;
const mounts = new Set<string>();

afterAll(() => {
  for (const mount of mounts) unmount(mount);
});

interface Kind {
  readonly name: string;
  /** What happens while there is space. */
  before(project: AutoProject): Promise<AutoStore | undefined>;
  /** What happens while there is none; the answer of a commit, if one was asked for. */
  attempt(project: AutoProject, store: AutoStore | undefined): Promise<Result<unknown, Failure>>;
  /** Tasks that are completed in the end, whatever the disk said. */
  readonly kept: readonly string[];
  /** Tasks that are completed in the end if the disk said yes. */
  readonly asked: readonly string[];
}

const many = Array.from({ length: 100 }, (_, index) => `T1.${index + 101}`);

const kinds: readonly Kind[] = [
  {
    name: 'a commit of a hundred events',
    before: (project) => project.open(),
    attempt: (_, store) => complete(opened(store), ...many),
    kept: [],
    asked: many,
  },
  {
    name: 'a document being shown',
    async before(project) {
      const store = await project.open();
      expect(await complete(store, 'T1.1')).toMatchObject({ ok: true });
      return store;
    },
    attempt: (_, store) => opened(store).close(),
    kept: ['T1.1'],
    asked: [],
  },
  {
    name: 'a hand edit being taken over',
    before(project) {
      const document = JSON.parse(fs.readFileSync(project.document, 'utf8'));
      document.tasks.ready = document.tasks.ready.filter((id: string) => id !== 'T1.1');
      document.tasks.completed.push('T1.1');
      fs.writeFileSync(project.document, JSON.stringify(document, null, 2));
      fs.utimesSync(project.document, new Date(0), new Date(0));
      return Promise.resolve(undefined);
    },
    async attempt(project) {
      const answer = await Store.open(autoStoreOptions(project.folder, () => {}));
      return answer.ok ? answer.value.close() : answer;
    },
    kept: ['T1.1'],
    asked: [],
  },
];

describe('a file system of 256 KB', () => {
  test.for(kinds)('full during $name: old or new, it is said, and work goes on', async (kind, context) => {
    const outcomes = { done: 0, full: 0 };
    for (let free = 0; free <= 64 * KB; free += 4 * KB) {
      const where = `${kind.name} with ${free} bytes free`;
      const { project, mount } = await projectOnSmallDisk(context);
      const store = await kind.before(project);
      const ballast = fillUpTo(mount, free);
      const answer = await kind.attempt(project, store);

      expect(documentProblems(project.document), where).toEqual([]);
      expect(readDocument({ path: project.document, name: 'auto-state' }), where).toMatchObject({ ok: true });
      outcomes[answer.ok ? 'done' : 'full'] += 1;
      if (!answer.ok) {
        expect(answer.error, where).toMatchObject({ code: 'disk.full', params: { mount, free: expect.any(Number) } });
        if (answer.error.code === 'disk.full') expect(answer.error.params.free, where).toBeLessThanOrEqual(free);
      }

      fs.rmSync(ballast);
      if (store !== undefined && kind.asked.length > 0) {
        expect(await complete(store, 'T1.2'), where).toMatchObject({ ok: true });
        expect(await store.close(), where).toEqual({ ok: true });
      }
      const again = await project.open();
      expect(await complete(again, 'T1.3'), where).toMatchObject({ ok: true });
      expect(await again.close(), where).toEqual({ ok: true });
      const done = new Set<string>(JSON.parse(fs.readFileSync(project.document, 'utf8')).tasks.completed);
      for (const id of [...kind.kept, 'T1.3']) expect(done.has(id), `${where}: ${id}`).toBe(true);
      for (const id of kind.asked) expect(done.has(id), `${where}: ${id}`).toBe(answer.ok);
      expect(
        fs.readdirSync(path.dirname(project.log)).filter((name) => /tmp-|lock/.test(name)),
        where,
      ).toEqual([]);
      unmount(mount);
    }
    // Both are seen, or the sizes are wrong.
    expect(outcomes.done).toBeGreaterThan(0);
    expect(outcomes.full).toBeGreaterThan(0);
    record({
      promise: `a real full disk (0–64 KB free in 4 KB steps) during ${kind.name}`,
      asked: 'old or new, never torn; one failure with mount and bytes free; work goes on',
      measured: `so at all ${outcomes.done + outcomes.full} sizes (${outcomes.full} times full)`,
    });
  });
});

async function projectOnSmallDisk(context: TestContext): Promise<{ project: AutoProject; mount: string }> {
  needs(context, 'mount', 'umount');
  const mount = temporaryFolder();
  try {
    execFileSync('sh', ['-c', `mount -t tmpfs -o size=256k tmpfs '${mount}'`], { stdio: 'pipe' });
    mounts.add(mount);
  } catch (error) {
    notRun(context, `a small file system cannot be mounted: ${String(error).split('\n')[1] ?? ''}`);
  }
  const folder = path.join(mount, 'project');
  fs.mkdirSync(folder);
  const project = autoProject(folder);
  const store = await project.open();
  await commitAll(store, planOf(TASKS, TASKS), entered(1));
  await store.close();
  return { project, mount };
}

function unmount(mount: string): void {
  execFileSync('sh', ['-c', `umount --lazy '${mount}'`]);
  mounts.delete(mount);
}

/** Gives the path of a file that takes all but `free` bytes. */
function fillUpTo(mount: string, free: number): string {
  const ballast = path.join(mount, 'ballast');
  const { bavail, bsize } = fs.statfsSync(mount);
  fs.writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - free)));
  return ballast;
}

function opened(store: AutoStore | undefined): AutoStore {
  if (store === undefined) throw new Error('the store is not open');
  return store;
}

function complete(store: AutoStore, ...ids: string[]): ReturnType<AutoStore['commit']> {
  return commitAll(store, ...ids.map((id) => ({ type: 'task_completed', data: { id } }) as const));
}
