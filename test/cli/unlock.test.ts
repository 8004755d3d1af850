import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { catchFailure } from '../../src/base/failure.ts';
import { findLocks, removeLock } from '../../src/engine/operations/unlock.ts';
import { realDisk } from '../../src/files/disk.ts';
import { FileLock } from '../../src/files/lock.ts';
import { needs } from '../support/needs.ts';
import { orchestral, programFile, project } from './orchestral.ts';
import { terminal } from './terminal/terminal.ts';

let root: string;
let lock: string;

beforeEach(() => {
  root = project();
  lock = path.join(root, '.claude/orchestrate-state.json.lock');
  fs.mkdirSync(path.dirname(lock));
});

/** A lock of this process, which lives. */
function hold(file: string): void {
  const taken = new FileLock({ disk: realDisk, path: file, command: 'test', onNotice: () => undefined }).tryTake();
  expect(taken).toEqual({ ok: true, value: true });
}

function rewrite(file: string, fields: object): void {
  const body = JSON.parse(fs.readFileSync(file, 'utf8')) as object;
  fs.writeFileSync(file, JSON.stringify({ ...body, ...fields }));
}

function holdAsDead(file: string): void {
  hold(file);
  const { pid } = spawnSync('true');
  rewrite(file, { pid, start_time: '1' });
}

test('nothing to do', async () => {
  expect(await orchestral(['unlock'], { cwd: root })).toMatchObject({ code: 0, stderr: 'there are no locks\n' });
});

test('a dead lock is shown, and removed only with consent', async () => {
  holdAsDead(lock);
  const asked = await orchestral(['unlock'], { cwd: root });
  expect(asked.code).toBe(3);
  expect(asked.stdout).toMatch(/^\.claude\/orchestrate-state\.json\.lock {2}dead\n {2}pid \d+ on .* \(test\), since /);
  expect(asked.stderr).toMatch(/^error: .*no terminal.*\n {2}.*--yes/);
  expect(fs.existsSync(lock)).toBe(true);
  const others = fs.readdirSync(path.dirname(lock)).filter((name) => name !== path.basename(lock));
  const agreed = await orchestral(['unlock', '--yes'], { cwd: root });
  expect(agreed).toMatchObject({ code: 0, stderr: 'removed .claude/orchestrate-state.json.lock\n' });
  expect(fs.readdirSync(path.dirname(lock))).toEqual(others);
});

test('a living lock stays, whatever is asked', async () => {
  hold(lock);
  const shown = await orchestral(['unlock', '--yes'], { cwd: root });
  expect(shown).toMatchObject({ code: 0 });
  expect(shown.stdout).toContain('alive');
  const named = await orchestral(['unlock', '--yes', lock], { cwd: root });
  expect(named.code).toBe(6);
  expect(named.stderr).toContain(`process ${process.pid}`);
  expect(fs.existsSync(lock)).toBe(true);
});

test.each([
  ['of another host', (file: string) => rewrite(file, { host: 'elsewhere.example' }), 'elsewhere'],
  ['that is empty', (file: string) => fs.writeFileSync(file, ''), 'unknown'],
  ['of another program', (file: string) => fs.writeFileSync(file, '4711'), 'unknown'],
])('a lock %s goes only when it is named', async (_whose, make, life) => {
  hold(lock);
  make(lock);
  const unnamed = await orchestral(['unlock', '--yes', '--json'], { cwd: root });
  expect(JSON.parse(unnamed.stdout)).toMatchObject({ locks: [{ kind: 'lock', life, removed: false }] });
  expect(await orchestral(['unlock', lock], { cwd: root })).toMatchObject({ code: 3 });
  expect(fs.existsSync(lock)).toBe(true);
  expect(await orchestral(['unlock', '--yes', lock], { cwd: root })).toMatchObject({ code: 0 });
  expect(fs.existsSync(lock)).toBe(false);
});

test('a lock that was taken anew since it was shown stays', async () => {
  hold(lock);
  rewrite(lock, { host: 'elsewhere.example' });
  const [shown] = findLocks({ root, hash: '' });
  expect(shown?.holder?.life).toBe('elsewhere');
  fs.rmSync(lock);
  hold(lock);
  if (shown !== undefined)
    expect(await catchFailure(async () => removeLock(shown))).toMatchObject({
      ok: false,
      error: { code: 'lock.held' },
    });
  const [living] = findLocks({ root, hash: '' });
  if (living !== undefined)
    expect(await catchFailure(async () => removeLock(living))).toMatchObject({
      ok: false,
      error: { code: 'lock.held' },
    });
  rewrite(lock, { host: 'elsewhere.example' });
  if (shown !== undefined)
    expect(await catchFailure(async () => removeLock(shown))).toMatchObject({
      ok: false,
      error: { code: 'lock.held' },
    });
  expect(fs.existsSync(lock)).toBe(true);
});

test('owners of logs are shown too, and only locks can be named', async () => {
  const owner = path.join(root, '.orchestral/runs/run-20240115-143022/events.log.owner');
  fs.mkdirSync(path.dirname(owner), { recursive: true });
  holdAsDead(owner);
  const shown = await orchestral(['unlock', '--json', '--yes'], { cwd: root });
  expect(JSON.parse(shown.stdout)).toMatchObject({
    locks: [{ path: owner, kind: 'owner', life: 'dead', removed: true }],
  });
  const document = path.join(root, 'README.md');
  fs.writeFileSync(document, '');
  expect(await orchestral(['unlock', '--yes', document], { cwd: root })).toMatchObject({ code: 2 });
  expect(fs.existsSync(document)).toBe(true);
});

test('on a terminal it asks, and only a yes removes', async (context) => {
  needs(context, 'tmux');
  holdAsDead(lock);
  const program = await programFile();
  const answered = async (answer: string) => {
    const view = terminal({ columns: 80, run: [program, '--project', root, 'unlock'] });
    await view.until((screen) => screen.endsWith('Remove this lock? [y/N]'));
    view.type(answer);
    view.press('Enter');
    return view.until((screen) => screen.includes('exit '));
  };
  expect(await answered('n')).toContain('nothing was removed');
  expect(fs.existsSync(lock)).toBe(true);
  expect(await answered('y')).toContain('exit 0');
  expect(fs.existsSync(lock)).toBe(false);
});
