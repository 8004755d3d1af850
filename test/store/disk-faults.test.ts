import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Failure } from '../../src/base/failure.ts';
import type { Result } from '../../src/base/result.ts';
import type { Disk } from '../../src/files/disk.ts';
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
  started,
} from '../support/auto-store.ts';
import { diskOperations, type Fault, FaultyDisk, withoutWaiting } from '../support/faulty-disk.ts';
import { record } from '../support/scorecard.ts';
import { isFull, seed } from '../support/tier.ts';
import { compareWithLog, documentProblems } from '../support/acknowledged-events.ts';

/** What was asked of a store while its disk was failing, and what it answered. */
interface Attempt {
  readonly store?: AutoStore;
  /** By the id of the task that was to be completed. */
  readonly answers: ReadonlyMap<string, Result<unknown, Failure>>;
}

interface Kind {
  readonly name: string;
  prepare(): Promise<AutoProject>;
  attempt(project: AutoProject, faulty: FaultyDisk): Promise<Attempt>;
  /** Whatever happened: what must be so in the end. */
  readonly completed?: readonly string[];
  check?(project: AutoProject, where: string): void;
}

/** Ten megabytes each: not for every day. */
const fullSegment: Kind = {
  name: 'commits fill a segment and go on in the next',
  async prepare() {
    const project = await planned();
    const store = await opened(project);
    const filling = 'x'.repeat((10 << 20) - fs.statSync(project.log).size - 300);
    await commitAll(store, entered(1, filling), entered(1));
    await store.close();
    return project;
  },
  attempt: commitSome,
};

const kinds: readonly Kind[] = [
  ...(isFull ? [fullSegment] : []),
  {
    name: 'a project is opened for the first time',
    prepare: () => Promise.resolve(autoProject()),
    async attempt(project, faulty) {
      faulty.arm();
      const opened = await open(project, faulty);
      if (!opened.ok) return { answers: new Map([['', opened]]) };
      const planned = await commitAll(opened.value, ...plan);
      return { store: opened.value, answers: new Map([['', planned]]) };
    },
  },
  {
    name: 'commits',
    prepare: planned,
    attempt: commitSome,
  },
  {
    name: 'a document is shown',
    prepare: planned,
    async attempt(project, faulty) {
      const store = await opened(project, faulty.disk);
      const committed = await complete(store, 'T1.1');
      faulty.arm();
      await store.close();
      return { answers: new Map([['T1.1', committed]]) };
    },
  },
  {
    name: 'a hand edit is taken over',
    async prepare() {
      const project = await planned();
      edit(project, (text) =>
        text.replace('"ready": [\n      "T1.1",', '"ready": [').replace('"completed": [', '"completed": ["T1.1"'),
      );
      return project;
    },
    attempt: openOnly,
    completed: ['T1.1'],
  },
  {
    name: 'a hand edit is refused',
    async prepare() {
      const project = await planned();
      edit(project, (text) => text.replace('"ready": [', '"raedy": ['));
      return project;
    },
    attempt: openOnly,
    check: (project, where) => expect(asides(project, 'rejected')[0], where).toContain('raedy'),
  },
  {
    name: 'a copied folder begins its own segment',
    async prepare() {
      const project = await planned();
      const store = await opened(project);
      await commitAll(store, started('T1.5'));
      await store.close();
      const folder = path.join(temporaryFolder(), 'copy');
      fs.cpSync(project.folder, folder, { recursive: true });
      return autoProject(folder);
    },
    attempt: openOnly,
    check: (project, where) => expect(tasksIn(project).in_progress, where).toEqual([]),
  },
  {
    name: 'a broken document is rebuilt',
    async prepare() {
      const project = await planned();
      edit(project, () => '{ "version": ');
      return project;
    },
    attempt: openOnly,
    check(project, where) {
      expect(asides(project, 'corrupt')[0], where).toBe('{ "version": ');
      expect(documentProblems(`${project.document}.bak`), where).toEqual([]);
    },
  },
  {
    name: 'a broken log is quarantined',
    async prepare() {
      const project = await planned();
      const store = await opened(project);
      await complete(store, 'T1.1');
      await store.close();
      const lines = fs.readFileSync(project.log, 'utf8').split('\n');
      fs.writeFileSync(project.log, [...lines.slice(0, 1), 'what?', ...lines.slice(2)].join('\n'));
      return project;
    },
    attempt: openOnly,
    completed: ['T1.1'],
    check: (project, where) => expect(asides(project, 'corrupt', project.log)[0], where).toContain('what?'),
  },
  {
    name: 'log and document are broken and the backup counts',
    async prepare() {
      const project = await planned();
      for (const id of ['T1.1', 'T1.2']) {
        const store = await opened(project);
        await complete(store, id);
        await store.close();
      }
      edit(project, () => '{ "version": ');
      fs.writeFileSync(project.log, 'what?\nwhat?\n');
      return project;
    },
    attempt: openOnly,
    completed: ['T1.1'],
    check: (project, where) => expect(asides(project, 'corrupt')[0], where).toBe('{ "version": '),
  },
  {
    name: 'an older version came back',
    async prepare() {
      const project = await planned();
      const old = fs.readFileSync(project.document, 'utf8');
      for (const id of ['T1.1', 'T1.2']) {
        const store = await opened(project);
        await complete(store, id);
        await store.close();
      }
      edit(project, () => old);
      return project;
    },
    attempt: openOnly,
    completed: ['T1.1', 'T1.2'],
    check: (project, where) => expect(asides(project, 'restored'), where).not.toEqual([]),
  },
];

describe('a disk that fails at any call', () => {
  test.each(kinds)('while $name', async (kind) => {
    let faults = 0;
    await Promise.all(
      faultsFor(kinds.indexOf(kind)).map(async ({ fault, step }) => {
        for (let nth = 1 + (seed % step); await tryOut(kind, { ...fault, nth }); nth += step) {
          faults += 1;
          expect(nth, 'faults without end').toBeLessThan(200);
        }
      }),
    );
    // How many calls there are depends on how commits are grouped, and where a sample begins on the seed.
    expect(faults).toBeGreaterThan(isFull ? 10 : 4);
    record({
      promise: `a failing disk (every call × ENOSPC, EIO, short writes, once and lasting) while ${kind.name}`,
      asked: 'old or new, never torn; nothing acknowledged lost; work goes on',
      measured: `so after each of ${faults} faults`,
    });
  });
});

/** All of them, or a sample: one way to fail for every second call, and every sixth moment for the whole disk to go. */
function faultsFor(kind: number): { readonly fault: Omit<Fault, 'nth'>; readonly step: number }[] {
  const once = [{ errno: 'EIO' }, { errno: 'ENOSPC' }] as const;
  const lasting = [
    { errno: 'ENOSPC', lasting: true },
    { errno: 'EIO', lasting: true },
  ] as const;
  // What cannot be synced cannot be cut off again either.
  const stuck = { operation: 'fdatasync', and: 'truncate', errno: 'EIO', lasting: true } as const;
  const short = { operation: 'write', errno: 'ENOSPC', short: true } as const;
  if (isFull) {
    const faults = (['every', ...diskOperations] as const).flatMap((operation) =>
      [...once, ...lasting].map((mode) => ({ operation, ...mode })),
    );
    return [...faults, stuck, short, { ...short, lasting: true }].map((fault) => ({ fault, step: 1 }));
  }
  const modes = [once[0], lasting[0], once[1], lasting[1]] as const;
  const pick = (index: number) => modes[(index + kind + seed) % modes.length] ?? once[0];
  return [
    ...diskOperations.map((operation, index) => ({ fault: { operation, ...pick(index) }, step: 2 })),
    { fault: { operation: 'every', ...lasting[(kind + seed) % 2 === 0 ? 0 : 1] }, step: 6 },
    { fault: stuck, step: 1 },
    { fault: { ...short, lasting: kind % 2 === 0 }, step: 1 },
  ];
}

/** False when the fault never fired. */
async function tryOut(kind: Kind, fault: Fault): Promise<boolean> {
  const where = `${kind.name}: ${JSON.stringify(fault)}`;
  const faulty = new FaultyDisk(fault);
  const project = await kind.prepare();
  const { store, answers } = await kind.attempt(project, faulty);
  faulty.heal();
  for (const answer of answers.values()) if (!answer.ok) expectHonest(answer.error, fault, where);
  if (kind.check === undefined) expect(documentProblems(project.document), where).toEqual([]);

  if (store !== undefined) {
    if (answers.get('')?.ok === false) await commitAll(store, ...plan);
    expect(await complete(store, 'T1.8'), where).toMatchObject({ ok: true });
    expect(await store.close(), where).toMatchObject({ ok: true });
  }
  expect(faulty.misuse, where).toEqual([]);
  expect([...faulty.opened], `${where}: left open`).toEqual([]);

  asIfThisProcessHadDied(project);
  const again = await opened(project);
  if (again.state.kind === 'unplanned') await commitAll(again, ...plan);
  expect(await complete(again, 'T1.9'), where).toMatchObject({ ok: true });
  expect(await again.close(), where).toMatchObject({ ok: true });

  const { doubled } = compareWithLog(project, '');
  expect(doubled, where).toEqual([]);
  expect(documentProblems(project.document), where).toEqual([]);
  expect(documentProblems(`${project.document}.bak`), where).toEqual([]);
  const done = new Set(tasksIn(project).completed);
  for (const [id, answer] of answers) {
    if (id !== '' && (answer.ok || answer.error.code !== 'disk.unsure'))
      expect(done.has(id), `${where}: ${id}`).toBe(answer.ok);
  }
  for (const id of ['T1.9', ...(store === undefined ? [] : ['T1.8']), ...(kind.completed ?? [])])
    expect(done.has(id), `${where}: ${id}`).toBe(true);
  expect(leftovers(project), where).toEqual([]);
  kind.check?.(project, where);
  fs.rmSync(project.folder, { recursive: true });
  return faulty.fired > 0;
}

function expectHonest(failure: Failure, fault: Fault, where: string): void {
  if (failure.code === 'disk.unsure') return;
  expect(failure.code, where).toBe(fault.errno === 'EIO' ? 'disk.failed' : 'disk.full');
  if (failure.code !== 'disk.full') return;
  expect(failure.params.free, where).toBeGreaterThan(0);
  const mount = failure.params.mount;
  expect(mount === '/' || fs.statSync(mount).dev !== fs.statSync(path.dirname(mount)).dev, where).toBe(true);
}

const plan = [planOf(30), entered(1)] as const;

async function planned(): Promise<AutoProject> {
  const project = autoProject();
  const store = await opened(project);
  await commitAll(store, ...plan);
  await store.close();
  return project;
}

function open(project: AutoProject, { disk }: FaultyDisk) {
  return Store.open({ ...autoStoreOptions(project.folder, (notice) => project.notices.push(notice)), disk });
}

function opened(project: AutoProject, disk: Disk = withoutWaiting): Promise<AutoStore> {
  return project.open({ disk });
}

async function commitSome(project: AutoProject, faulty: FaultyDisk): Promise<Attempt> {
  const store = await opened(project, faulty.disk);
  faulty.arm();
  const answers = new Map<string, Result<unknown, Failure>>();
  for (const id of ['T1.1', 'T1.2']) answers.set(id, await complete(store, id));
  const together = await Promise.all(['T1.3', 'T1.4'].map((id) => complete(store, id)));
  for (const [index, answer] of together.entries()) answers.set(`T1.${index + 3}`, answer);
  return { store, answers };
}

async function openOnly(project: AutoProject, faulty: FaultyDisk): Promise<Attempt> {
  faulty.arm();
  const answer = await open(project, faulty);
  return answer.ok ? { store: answer.value, answers: new Map() } : { answers: new Map([['', answer]]) };
}

function complete(store: AutoStore, id: string): ReturnType<AutoStore['commit']> {
  return commitAll(store, { type: 'task_completed', data: { id, seconds: 1 } });
}

/** A while ago, so that nobody waits for the editor to finish. */
function edit(project: AutoProject, change: (text: string) => string): void {
  const text = fs.readFileSync(project.document, 'utf8');
  expect(change(text)).not.toBe(text);
  fs.writeFileSync(project.document, change(text));
  fs.utimesSync(project.document, new Date(0), new Date(0));
}

function tasksIn(project: AutoProject): Record<string, string[]> {
  return JSON.parse(fs.readFileSync(project.document, 'utf8')).tasks;
}

function asides(project: AutoProject, reason: string, file = project.document): string[] {
  const folder = path.dirname(file);
  return fs
    .readdirSync(folder)
    .filter((name) => name.startsWith(`${path.basename(file)}.${reason}-`))
    .map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
}

function leftovers(project: AutoProject): string[] {
  return fs.readdirSync(path.dirname(project.log)).filter((name) => /\.tmp-|\.lock|\.owner/.test(name));
}

/** What a living process could not remove is swept once it is dead: its pid becomes one that nobody has. */
function asIfThisProcessHadDied(project: AutoProject): void {
  const folder = path.dirname(project.log);
  if (!fs.existsSync(folder)) return;
  for (const name of fs.readdirSync(folder)) {
    const dead = name.replace(/(\.tmp-[0-9a-f]{6})-\d+-/, '$1-4194305-');
    if (dead !== name) fs.renameSync(path.join(folder, name), path.join(folder, dead));
  }
}
