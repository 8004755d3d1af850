import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Failure } from '../../src/base/failure.ts';
import type { Result } from '../../src/base/result.ts';
import { decodeLogLine, encodeLogLine } from '../../src/store/log-record.ts';
import type { OnStorePoint } from '../../src/store/crash-points.ts';
import { Store } from '../../src/store/store.ts';
import {
  type AutoProject,
  type AutoStore,
  autoProject,
  autoStoreOptions,
  commitAll,
  planOf,
  entered,
} from '../support/auto-store.ts';
import { FaultyDisk, withoutWaiting } from '../support/faulty-disk.ts';
import { compareWithLog, documentProblems } from '../support/acknowledged-events.ts';

const ALL = ['T1.1', 'T1.2', 'T1.3', 'T1.4'];

/** Planned, then four tasks completed, each in a session of its own. */
let project: AutoProject;
/** The log, and the document, as they were left. */
let log: string;
let document: string;

beforeEach(async () => {
  project = autoProject();
  await session(project, (store) => commitAll(store, planOf(30), entered(1)));
  for (const id of ALL) await session(project, (store) => complete(store, id));
  log = fs.readFileSync(project.log, 'utf8');
  document = fs.readFileSync(project.document, 'utf8');
});

describe('a log that was cut while something was written', () => {
  test('at any byte drops the line that is not whole, silently', async () => {
    const line = completed('T1.5');
    const shown = fs.readFileSync(recordOf(project));
    for (let cut = 0; cut <= line.length; cut++) {
      const where = `cut at byte ${cut} of ${line.length}`;
      fs.writeFileSync(project.log, log + line.slice(0, cut));
      fs.writeFileSync(project.document, document);
      fs.writeFileSync(recordOf(project), shown);
      project.notices.length = 0;
      expect(await doneIn(project), where).toEqual(cut === line.length ? [...ALL, 'T1.5'] : ALL);
      expect(project.notices, where).toEqual([]);
      await session(project, (store) => complete(store, 'T1.6'));
      expect(await quietly(project), where).toContain('T1.6');
      expect(badLines(project), where).toBe(0);
    }
  });

  test.each([
    ['a last line of garbage', 'what is this?\n'],
    ['a page of NULs', '\0'.repeat(4096)],
    ['NULs and the end of a line', `${'\0'.repeat(100)}"}\n`],
    ['half a character', '{"seq":\u{1f600}'.slice(0, -1)],
  ])('or got %s goes on', async (_, tail) => {
    fs.appendFileSync(project.log, tail);
    await session(project, (store) => complete(store, 'T1.5'));
    expect(await doneIn(project)).toEqual([...ALL, 'T1.5']);
    expect(project.notices).toEqual([]);
    expect(badLines(project)).toBe(0);
  });
});

describe('a log with a damaged line', () => {
  test('wherever the damage is, is quarantined once and loses nothing that was shown', async () => {
    for (let at = 0; at < log.length; at += 50) {
      const where = `byte ${at}`;
      const bytes = Buffer.from(log);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      expect(await mended({ log: bytes, document }, where), where).toEqual(ALL);
    }
  });

  test('or a block of NULs, too', async () => {
    for (let at = 0; at + 64 < log.length; at += 256) {
      const bytes = Buffer.from(log).fill(0, at, at + 64);
      expect(await mended({ log: bytes, document }, `block at ${at}`)).toEqual(ALL);
    }
  });

  test('keeps what stands before it where the document is older', async () => {
    const lines = [completed('T1.5'), completed('T1.6', 1).replace('T1.6', 'T9.6'), completed('T1.7', 2)];
    fs.writeFileSync(project.log, log + lines.join(''));
    expect(await doneIn(project)).toEqual([...ALL, 'T1.5']);
    const line = log.split('\n').length + 1;
    expect(project.notices).toMatchObject([{ code: 'log.quarantined', params: { why: 'bad_line', line } }]);
    expect(await quietly(project)).toEqual([...ALL, 'T1.5']);
  });

  async function mended(files: { log: Uint8Array; document: string }, where: string): Promise<string[]> {
    fs.writeFileSync(project.log, files.log);
    fs.writeFileSync(project.document, files.document);
    project.notices.length = 0;
    const done = await doneIn(project);
    expect(project.notices, where).toMatchObject([{ code: 'log.quarantined' }]);
    await session(project, (store) => complete(store, 'T1.9'));
    expect(await quietly(project), where).toEqual([...done, 'T1.9']);
    return done;
  }
});

describe('what is missing or broken', () => {
  test.each<[string, () => void, string[], object[]]>([
    ['the log', () => fs.rmSync(project.log), ALL, [{ code: 'log.quarantined', params: { why: 'missing' } }]],
    ['the document', () => fs.rmSync(project.document), ALL, []],
    ['both, removed by a person', () => [project.log, project.document].map((file) => fs.rmSync(file)), [], [{}]],
    ['the end of the log', () => fs.writeFileSync(project.log, lines(-3)), ALL, [{ params: { why: 'shorter' } }]],
    ['the first line of the log', () => fs.writeFileSync(project.log, log.slice(log.indexOf('\n') + 1)), ALL, [{}]],
    ['a line inside the log', () => fs.writeFileSync(project.log, log.replace(/.*T1\.2.*\n/, '')), ALL, [{}]],
    [
      'the last line but one',
      () => fs.writeFileSync(project.log, lines(-2) + lastLine()),
      ALL,
      [{ params: { why: 'bad_line' } }],
    ],
    [
      'the whole log, emptied',
      () => fs.writeFileSync(project.log, ''),
      ALL,
      [{ params: { why: 'bad_line', line: 1 } }],
    ],
    [
      'both, but not the backup',
      () => [project.log, project.document].map((file) => fs.writeFileSync(file, 'what?\nwhat?\n')),
      ALL.slice(0, -1),
      [{ code: 'log.quarantined' }, { code: 'document.rebuilt', params: { from: 'backup' } }],
    ],
    [
      'the log, with the document gone, but not the backup',
      () => [fs.writeFileSync(project.log, 'what?\n'), fs.rmSync(project.document)],
      ALL.slice(0, -1),
      [{ code: 'log.quarantined' }],
    ],
  ])('%s: what is left counts, once and with a notice', async (_, damage, done, notices) => {
    damage();
    expect(await doneIn(project)).toEqual(done);
    expect(project.notices).toMatchObject(notices);
    expect(await quietly(project)).toEqual(done);
    if (done.length > 0) expect(documentProblems(project.document)).toEqual([]);
  });

  test.each<[string, () => void]>([
    ['is broken', () => fs.writeFileSync(project.document, '{')],
    ['is gone', () => fs.rmSync(project.document)],
  ])('log and backup are broken and the document %s: unreadable is not empty', async (_, damage) => {
    damage();
    for (const file of [project.log, `${project.document}.bak`]) fs.writeFileSync(file, 'what?\n');
    await refusesToOpen('document.lost');
  });
});

describe('what a later version wrote is left alone', () => {
  test.each<[string, Failure['code'], () => void]>([
    ['an event', 'log.newer', () => fs.appendFileSync(project.log, unknown())],
    ['a log', 'log.newer', () => fs.writeFileSync(project.log, inFormat(2))],
    ['a document', 'document.newer', () => fs.writeFileSync(project.document, document.replace('"2.0"', '"3.0"'))],
  ])('%s', async (_, code, write) => {
    write();
    await refusesToOpen(code);
  });

  test('an event that comes while a store is open: every commit fails, nothing is written', async () => {
    const store = await open(project);
    store.watch(() => {});
    fs.appendFileSync(project.log, unknown());
    const before = fs.readFileSync(project.log);
    for (const id of ['T1.5', 'T1.6', 'T1.7'])
      expect(await complete(store, id)).toMatchObject({ ok: false, error: { code: 'log.newer' } });
    await store.close();
    expect(fs.readFileSync(project.log)).toEqual(before);
  });
});

describe('a log that is damaged while a store is open', () => {
  test.each<[string, () => void]>([
    ['removed', () => fs.rmSync(project.log)],
    ['emptied', () => fs.truncateSync(project.log)],
    ['cut in half', () => fs.truncateSync(project.log, log.length >> 1)],
    ['replaced by garbage', () => replace('what?\n')],
    ['replaced by nothing', () => replace('')],
    ['replaced by an older one', () => replace(lines(-4))],
    ['replaced by the same', () => replace(fs.readFileSync(project.log, 'utf8'))],
    ['damaged, and then a commit fails', () => replace(log.replace('T1.3', 'T9.3') + completed('T1.5'))],
  ])('%s: nothing is lost', async (_, damage) => {
    const faulty = new FaultyDisk({ operation: 'fdatasync', nth: 1, errno: 'EIO' });
    let released = () => {};
    const onPoint: OnStorePoint = (point) => void (point === 'lock.released' && released());
    const store = await project.open({ disk: faulty.disk, onPoint });
    expect(await complete(store, 'T1.5')).toMatchObject({ ok: true });
    damage();
    expect(await complete(store, 'T1.6')).toMatchObject({ ok: true });
    // Showing the document is recorded, too: the fault is for the next commit.
    await vi.waitUntil(() => shownIn(project).includes('T1.6'), { timeout: 300_000 });
    faulty.arm();
    const failed = await complete(store, 'T1.7');
    expect(failed).toMatchObject({ ok: false });
    await new Promise<void>((resolve) => (released = resolve));
    expect(await complete(store, 'T1.8')).toMatchObject({ ok: true });
    expect(await store.close()).toEqual({ ok: true });
    project.notices.length = 0;
    const done = await quietly(project);
    const unsure = !failed.ok && failed.error.code === 'disk.unsure';
    expect(unsure ? done.filter((id) => id !== 'T1.7') : done).toEqual([...ALL, 'T1.5', 'T1.6', 'T1.8']);
  });

  function replace(text: string): void {
    fs.writeFileSync(`${project.log}.new`, text);
    fs.renameSync(`${project.log}.new`, project.log);
  }
});

describe('a log that grew too long', () => {
  test('goes on in a new segment; what was shown in an older one is known', async () => {
    const old = document;
    await session(project, (store) => fill(store, 11 << 20));
    expect(segments(project)).toEqual(['orchestrate-events-000001.log']);
    expect(fs.statSync(project.log).size).toBeLessThan(100_000);
    for (const id of ['T1.5', 'T1.6']) await session(project, (store) => complete(store, id));
    fs.writeFileSync(project.document, old);
    expect(await doneIn(project)).toEqual([...ALL, 'T1.5', 'T1.6']);
    expect(project.notices).toMatchObject([{ code: 'document.restored' }]);

    fs.writeFileSync(project.document, old);
    const store = await project.open({ disk: withoutWaiting, onRestored: () => Promise.resolve('document') });
    await store.close();
    expect(await doneIn(project)).toEqual(ALL);
  });

  test('goes on in the new segment even if the disk fails just then', async () => {
    await session(project, (store) => fill(store, (10 << 20) - log.length - 200));
    expect(segments(project)).toEqual([]);
    // The first fsync is that of the new segment, the second that of its folder.
    const faulty = new FaultyDisk({ operation: 'fsync', nth: 2, errno: 'EIO' });
    const store = await open(project, faulty);
    faulty.arm();
    for (const id of ['T1.5', 'T1.6', 'T1.7', 'T1.8', 'T1.9'])
      expect(await complete(store, id)).toMatchObject({ ok: true });
    await store.close();
    expect(faulty.fired).toBe(1);
    expect(segments(project)).toHaveLength(1);
    expect(await doneIn(project)).toEqual([...ALL, 'T1.5', 'T1.6', 'T1.7', 'T1.8', 'T1.9']);
  });

  test('and was about to when the machine stopped: two names for one segment are one segment', async () => {
    const older = project.log.replace('.log', '-000001.log');
    fs.linkSync(project.log, older);
    await session(project, (store) => complete(store, 'T1.5'));
    await session(project, (store) => fill(store, 11 << 20));
    expect(segments(project)).toEqual([path.basename(older)]);
    expect(fs.statSync(older).ino).not.toBe(fs.statSync(project.log).ino);
    expect(compareWithLog(project, '')).toMatchObject({ doubled: [], recorded: 5 });
    expect(await quietly(project)).toEqual([...ALL, 'T1.5']);
  });

  /** In one commit, so that the state stays small. */
  function fill(store: AutoStore, bytes: number): ReturnType<AutoStore['commit']> {
    return commitAll(store, entered(1, 'x'.repeat(bytes)), entered(1));
  }
});

async function open(of: AutoProject, { disk } = { disk: withoutWaiting }): Promise<AutoStore> {
  return of.open({ disk });
}

async function session(of: AutoProject, work: (store: AutoStore) => Promise<Result<unknown, Failure>>): Promise<void> {
  const store = await open(of);
  expect(await work(store)).toMatchObject({ ok: true });
  expect(await store.close()).toEqual({ ok: true });
}

function complete(store: AutoStore, id: string): ReturnType<AutoStore['commit']> {
  return commitAll(store, { type: 'task_completed', data: { id } });
}

/** The completed tasks, as the store knows them once opened and the document shows them once closed. */
async function doneIn(of: AutoProject): Promise<string[]> {
  const store = await open(of);
  const { state } = store;
  await store.close();
  const done = state.kind === 'graph' ? state.order.filter((id) => state.tasks[id]?.status === 'completed') : [];
  if (state.kind === 'graph') expect(JSON.parse(fs.readFileSync(of.document, 'utf8')).tasks.completed).toEqual(done);
  return done;
}

/** Opened again, and there is nothing to say about it. */
async function quietly(of: AutoProject): Promise<string[]> {
  of.notices.length = 0;
  const done = await doneIn(of);
  expect(of.notices).toEqual([]);
  return done;
}

async function refusesToOpen(code: Failure['code']): Promise<void> {
  const folder = path.dirname(project.log);
  const everything = () =>
    fs.readdirSync(folder).map((name) => [name, fs.readFileSync(path.join(folder, name), 'utf8')]);
  const before = everything();
  const opened = await Store.open({ ...autoStoreOptions(project.folder, () => {}), disk: withoutWaiting });
  expect(opened).toMatchObject({ ok: false, error: { code } });
  expect(everything()).toEqual(before);
}

function recordOf({ folder }: AutoProject): string {
  return autoStoreOptions(folder, () => {}).record;
}

function lastSeq(): number {
  return decodeLogLine(lastLine().trimEnd())?.seq ?? 0;
}

function completed(id: string, further = 0): string {
  const seq = lastSeq() + 1 + further;
  return encodeLogLine({ seq, at: '2026-01-15T10:30:00.000Z', type: 'task_completed', data: { id } });
}

function unknown(): string {
  return encodeLogLine({
    seq: lastSeq() + 1,
    at: '2026-01-15T10:30:00.000Z',
    type: 'task_dreamt',
    data: { id: 'T1.5' },
  });
}

function inFormat(format: number): string {
  const [head = '', ...rest] = log.split('\n');
  const line = decodeLogLine(head);
  if (line === undefined) throw new Error('the log has no head');
  return [encodeLogLine({ ...line, data: { ...(line.data as object), format } }).trimEnd(), ...rest].join('\n');
}

/** All but the last few lines. */
function lines(upTo: number): string {
  return `${log
    .split('\n')
    .slice(0, upTo - 1)
    .join('\n')}\n`;
}

function lastLine(): string {
  return `${log.split('\n').at(-2)}\n`;
}

function badLines({ log: file }: AutoProject): number {
  const texts = fs.readFileSync(file, 'utf8').split('\n');
  return texts.slice(0, -1).filter((text) => decodeLogLine(text) === undefined).length + Number(texts.at(-1) !== '');
}

function segments({ log: file }: AutoProject): string[] {
  return fs.readdirSync(path.dirname(file)).filter((name) => /^orchestrate-events-\d+\.log$/.test(name));
}

function shownIn({ document }: AutoProject): string[] {
  return JSON.parse(fs.readFileSync(document, 'utf8')).tasks.completed;
}
