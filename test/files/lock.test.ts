import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { realDisk } from '../../src/files/disk.ts';
import { getProcessIdentity, getOwnIdentity } from '../../src/files/identity.ts';
import { FileLock, readLockHolder } from '../../src/files/lock.ts';
import type { Notice } from '../../src/schema/notice.ts';
import { autoProject, temporaryFolder } from '../support/auto-store.ts';
import { bundleDriver } from '../support/bundle.ts';
import { needs, notRun } from '../support/needs.ts';
import { record } from '../support/scorecard.ts';
import { byTier, isFull } from '../support/tier.ts';

const driver = await bundleDriver('test/support/drivers/lock-holder.ts');
/** Higher than any pid the kernel gives. */
const NOBODY = 4_194_305;

describe('a holder that is paused', () => {
  test('is never robbed, however long it takes; afterwards all goes on', async () => {
    const { file, counter } = freshLock();
    const holder = hold(file, counter);
    await said(holder, 'taken 1');
    holder.kill('SIGSTOP');
    const { ino } = fs.statSync(file);
    let taken = false;
    let waiting: (notice: Notice) => void = () => {};
    const noticed = new Promise<Notice>((resolve) => (waiting = resolve));
    const taking = lockAt(file, waiting).take();
    void taking.then(() => (taken = true));

    expect(await noticed).toMatchObject({
      code: 'lock.waiting',
      params: { lock: file, holder: { pid: holder.pid, life: 'alive', command: 'test', since: expect.any(String) } },
    });
    expect(taken).toBe(false);
    expect(fs.statSync(file).ino).toBe(ino);
    holder.kill('SIGCONT');
    holder.stdin?.write('go on\n');
    expect(await taking).toEqual({ ok: true });
  });
});

describe('a holder that is killed', () => {
  test('blocks nobody: the next one takes over, nothing is lost or doubled', async () => {
    const rounds = byTier({ usual: 20, full: 500 });
    const { file, counter } = freshLock();
    const delays: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      const holder = hold(file, counter);
      await said(holder, `taken ${2 * round - 1}`);
      const next = lockAt(file);
      const taking = next.take();
      // Who waits for long looks less often.
      if (round % 4 === 0) await pause(400);
      const killed = performance.now();
      holder.kill('SIGKILL');
      expect(await taking).toEqual({ ok: true });
      delays.push(performance.now() - killed);
      const count = Number(fs.readFileSync(counter, 'utf8'));
      expect(count).toBe(2 * round - 1);
      fs.writeFileSync(counter, `${count + 1}`);
      next.close();
      await ended(holder);
    }
    // The kill may hit a holder's waiting note, its temporary file or its breaker: none of them stays in the way.
    expect(fs.readdirSync(path.dirname(file)).filter((name) => !/\.tmp-|counter/.test(name))).toEqual([]);
    delays.sort((a, b) => a - b);
    const longest = delays.at(-1) ?? Infinity;
    record({
      promise: 'kill -9 of a lock holder: until the next one holds it; lost; doubled',
      asked: '≤ 200 ms; 0; 0',
      measured: `median ${delays[rounds >> 1]?.toFixed(0)} ms, longest ${longest.toFixed(0)} ms of ${rounds}; 0; 0`,
    });
  });

  test('while it was breaking a lock blocks nobody either', () => {
    const { file } = freshLock();
    plant(file, { pid: NOBODY });
    plant(`${file}.breaker`, { pid: NOBODY });
    plant(`${file}.breaker.breaker`, { pid: NOBODY });
    expectTaken(file);
    expect(fs.readdirSync(path.dirname(file))).toEqual(['counter']);
  });

  test('is left to whoever is breaking its lock already', () => {
    const { file } = freshLock();
    plant(file, { pid: NOBODY });
    plant(`${file}.breaker`, {});
    expectUntouched(file, { life: 'dead' });
  });
});

describe('a lock that a dead process left', () => {
  test('does not harm the living one that has its pid now', async () => {
    const { file, counter } = freshLock();
    const living = hold(`${file}-of-its-own`, counter);
    await said(living, 'taken 1');
    plant(file, { ...getProcessIdentity(living.pid ?? 0), start_time: '1' });
    expectTaken(file);
    living.stdin?.write('go on\n');
    await said(living, 'released');
  });

  test.each([
    ['before the machine was restarted', { boot_id: '00000000-0000-0000-0000-000000000000' }],
    ['in another folder, from which it was copied', { folder: '1:1' }],
  ])('%s is broken, with a notice', (_, body) => {
    const { file } = freshLock();
    plant(file, body);
    expectTaken(file);
  });
});

describe('a lock of which nobody here can tell', () => {
  const cases: [string, (file: string) => void, object | null][] = [
    ['on another host', (file) => plant(file, { host: 'elsewhere', pid: NOBODY }), { life: 'elsewhere' }],
    [
      'in another pid namespace',
      (file) => plant(file, { pid_namespace: 'pid:[1]', pid: NOBODY }),
      { life: 'elsewhere' },
    ],
    ['that is empty', (file) => fs.writeFileSync(file, ''), null],
    ['that is garbage', (file) => fs.writeFileSync(file, '\0\0\0{'), null],
    ['that lacks a field', (file) => fs.writeFileSync(file, `{"pid":${NOBODY}}`), null],
    ['that is a folder', (file) => fs.mkdirSync(file), null],
    ['that is a symbolic link', (file) => fs.symlinkSync(driver, file), null],
    ['that is a broken symbolic link', (file) => fs.symlinkSync('nowhere', file), null],
  ];

  test.each(cases)('%s is never broken', (_, plantIt, holder) => {
    const { file } = freshLock();
    plantIt(file);
    fs.lutimesSync(file, new Date(0), new Date(0));
    expectUntouched(file, holder);
  });

  // Half a minute is too long for every day.
  if (isFull)
    test('is named after half a minute, as is one whose holder is paused', async () => {
      const paused = freshLock();
      const holder = hold(paused.file, paused.counter);
      await said(holder, 'taken 1');
      holder.kill('SIGSTOP');
      const planted = cases.map(([, plantIt, expected]) => {
        const { file } = freshLock();
        plantIt(file);
        return { file, expected };
      });
      const all = [...planted, { file: paused.file, expected: { pid: holder.pid, life: 'alive' } }];
      const answers = await Promise.all(all.map(({ file }) => lockAt(file).take()));
      for (const [index, { file, expected }] of all.entries()) {
        expect(answers[index]).toMatchObject({
          ok: false,
          error: { code: 'lock.held', path: file, params: { lock: file, holder: expected } },
        });
      }
      record({
        promise: 'locks of paused, foreign, empty or broken holders that were taken away',
        asked: '0; after 30 s the error names the lock',
        measured: `0 of ${all.length}, all named`,
      });
    });

  test('keeps a second conductor away, which says where it lies', async () => {
    const project = autoProject();
    const store = await project.open();
    const owner = `${project.log}.owner`;
    fs.writeFileSync(owner, '');
    expect(store.takeOwnership()).toMatchObject({
      ok: false,
      error: { code: 'owner.held', path: owner, params: { holder: null } },
    });
    await store.close();
    expect(fs.readFileSync(owner, 'utf8')).toBe('');
  });

  test('is not broken when it really is held in another pid namespace', async (context) => {
    needs(context, 'unshare');
    if (process.getuid?.() !== 0) notRun(context, 'a pid namespace can be made by root only');
    const { file, counter } = freshLock();
    const holder = start('unshare', [
      '--pid',
      '--fork',
      '--mount-proc',
      '--kill-child',
      process.execPath,
      driver,
      '--lock',
      file,
      '--counter',
      counter,
    ]);
    await said(holder, 'taken 1');
    expectUntouched(file, { life: 'elsewhere' });
    holder.stdin?.write('go on\n');
    await said(holder, 'released');
  });
});

test('two processes that hammer on one lock never hold it together', async () => {
  const { file, counter } = freshLock();
  const times = byTier({ usual: 200, full: 2_000 });
  const both = [1, 2].map(() => hold(file, counter, '--times', `${times}`));
  await Promise.all(both.map((process) => said(process, 'ready')));
  for (const process of both) process.stdin?.write('go on\n');
  expect(await Promise.all(both.map(ended))).toEqual([0, 0]);
});

function freshLock(): { readonly file: string; readonly counter: string } {
  const folder = temporaryFolder();
  const counter = path.join(folder, 'counter');
  fs.writeFileSync(counter, '0');
  return { file: path.join(folder, 'lock'), counter };
}

function lockAt(file: string, onNotice: (notice: Notice) => void = () => {}): FileLock {
  return new FileLock({ disk: realDisk, path: file, command: 'test', onNotice });
}

function hold(file: string, counter: string, ...args: string[]): ChildProcess {
  return start(process.execPath, [driver, '--lock', file, '--counter', counter, ...args]);
}

function start(program: string, args: string[]): ChildProcess {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function said(child: ChildProcess, line: string): Promise<void> {
  let text = '';
  for (;;) {
    const [chunk] = await once(child.stdout ?? child, 'data');
    text += String(chunk);
    if (text.includes(`${line}\n`)) return;
  }
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** A lock of this process, but for what is said otherwise. */
function plant(file: string, body: object): void {
  const { dev, ino } = fs.statSync(path.dirname(file));
  const own = { ...getOwnIdentity(), nonce: 'planted', command: 'another', folder: `${dev}:${ino}` };
  fs.writeFileSync(file, `${JSON.stringify({ ...own, ...body })}\n`);
}

function expectTaken(file: string): void {
  const notices: Notice[] = [];
  const lock = lockAt(file, (notice) => notices.push(notice));
  expect(lock.tryTake()).toEqual({ ok: true, value: true });
  expect(notices.at(-1)).toMatchObject({ code: 'lock.broken', params: { lock: file, holder: { life: 'dead' } } });
  expect(lock.isMine()).toBe(true);
  lock.close();
}

function expectUntouched(file: string, holder: object | null): void {
  const before = fs.lstatSync(file);
  const lock = lockAt(file);
  for (let time = 0; time < 3; time++) expect(lock.tryTake()).toEqual({ ok: true, value: false });
  lock.close();
  const after = fs.lstatSync(file);
  expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  if (holder === null) expect(readLockHolder(file)).toBeNull();
  else expect(readLockHolder(file)).toMatchObject(holder);
}
