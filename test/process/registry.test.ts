import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { getProcessIdentity, getOwnIdentity, type ProcessIdentity } from '../../src/files/identity.ts';
import type { RegistryEntry } from '../../src/process/registry-entry.ts';
import { createSpawner } from '../../src/process/spawner.ts';
import { bundleDriver } from '../support/bundle.ts';
import { aliveOf, bystander, isAlive, registryIn, roll, shell, temporaryFolder } from './trees.ts';

// Markers are looked for in the whole machine, where other tests run too.
const effect = `x-${process.pid}`;
const marker = `${effect}@1`;

let folder: string;
beforeEach(() => {
  folder = path.join(temporaryFolder(), 'registry');
});

test('an effect is on disk while it runs, private to us, and gone after it', async () => {
  const { onLine, pids } = roll(1);
  const spawner = createSpawner({ registry: registryIn(folder), scope: 'project one' });
  const running = spawner.start(shell('echo up $$; exec sleep 600', { effect: 'R1/T1#2' }), { stdout: onLine });
  const [pid = 0] = await pids;
  const [file = ''] = files();
  expect(read(file)).toEqual({
    version: 1,
    marker: expect.stringMatching(/^R1\/T1#2@[0-9a-f]{24}$/),
    effect: 'R1/T1#2',
    scope: 'project one',
    program: 'sh',
    started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    conductor: getOwnIdentity(),
    leader: getProcessIdentity(pid),
  });
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  expect(fs.statSync(path.join(folder, file)).mode & 0o777).toBe(0o600);
  await running.end();
  expect(files()).toEqual([]);
});

test('it is on disk before the process is', async () => {
  const spawner = createSpawner({ registry: registryIn(folder), scope: 'test' });
  const { stdout } = await spawner.run(shell(`echo "$ORCHESTRAL_EFFECT"; cat '${folder}'/*.json`, { effect: 'x' }));
  const [marker = '', ...entry] = Buffer.from(stdout).toString().split('\n');
  expect(JSON.parse(entry.join('\n'))).toMatchObject({ marker });
});

test('a command without an effect writes nothing', async () => {
  await createSpawner({ registry: registryIn(folder), scope: 'test' }).run(shell('true'));
  expect(fs.existsSync(folder)).toBe(false);
});

test('nothing recorded, nothing to settle', async () => {
  expect(await registryIn(folder).settle()).toEqual([]);
});

test("a living conductor's processes are left alone", async () => {
  const pid = bystander({ marker });
  write('living', entry({ conductor: getOwnIdentity(), leader: getProcessIdentity(pid) ?? null }));
  expect(await registryIn(folder).settle()).toEqual([]);
  expect([files(), isAlive(pid)]).toEqual([['living.json'], true]);
});

test("another machine's are left alone, and said", async () => {
  const pid = bystander({ marker });
  const elsewhere = [
    entry({ conductor: { ...dead(), host: 'another' } }),
    entry({ conductor: { ...dead(), pid_namespace: 'pid:[1]' } }),
  ];
  for (const [at, one] of elsewhere.entries()) write(`elsewhere-${at}`, one);
  expect(await registryIn(folder).settle()).toEqual(elsewhere.map((entry) => ({ kind: 'elsewhere', entry })));
  expect([files().length, isAlive(pid)]).toEqual([2, true]);
});

test('only the scope asked for', async () => {
  const [one, two] = [bystander({ marker: `one-${marker}` }), bystander({ marker: `two-${marker}` })];
  write('one', entry({ marker: `one-${marker}`, scope: 'one' }));
  write('two', entry({ marker: `two-${marker}`, scope: 'two' }));
  expect(await registryIn(folder).settle({ scope: 'one' })).toMatchObject([{ kind: 'ended', entry: { scope: 'one' } }]);
  expect([isAlive(one), isAlive(two), files()]).toEqual([false, true, ['two.json']]);
});

test('what was started but not yet identified is found by its marker', async () => {
  const pid = bystander({ marker });
  write('one', entry({ leader: null }));
  expect(await registryIn(folder).settle()).toMatchObject([{ kind: 'ended', tree: 'gone' }]);
  expect([isAlive(pid), files()]).toEqual([false, []]);
});

test('what is not an entry is moved aside; what is from a later version is not touched', async () => {
  const pid = bystander({ marker });
  write('torn', '{"version": 1, "mark');
  write('empty', '');
  write('array', '[]');
  write('more', { ...entry({}), extra: true });
  write('less', { ...entry({}), conductor: null });
  write('huge', ' '.repeat(100_000));
  write('later', { ...entry({}), version: 2, extra: true });
  fs.symlinkSync('/dev/zero', path.join(folder, 'link.json'));
  fs.mkdirSync(path.join(folder, 'folder.json'));
  const settled = await registryIn(folder).settle();
  expect(settled.filter(({ kind }) => kind === 'newer')).toEqual([
    { kind: 'newer', file: path.join(folder, 'later.json') },
  ]);
  const unreadable = settled.filter((one) => one.kind === 'unreadable');
  expect(unreadable.map(({ file }) => path.basename(file)).sort()).toEqual(
    ['array', 'folder', 'huge', 'less', 'link', 'more', 'torn'].map((name) => `${name}.json`),
  );
  for (const { keptAs } of unreadable) expect(fs.existsSync(keptAs)).toBe(true);
  // Nothing of it reached the disk before a power cut.
  expect(files().filter((name) => name.startsWith('empty'))).toEqual([]);
  expect(fs.readFileSync(unreadable.find(({ file }) => file.includes('torn'))?.keptAs ?? '', 'utf8')).toBe(
    '{"version": 1, "mark',
  );
  expect(isAlive(pid)).toBe(true);
  expect(await registryIn(folder).settle()).toHaveLength(1);
});

test('an entry of an earlier boot ends nothing', async () => {
  const pid = bystander();
  const before = {
    ...getProcessIdentity(pid),
    pid,
    start_time: getProcessIdentity(pid)?.start_time ?? '',
    boot_id: 'earlier',
  };
  write(
    'one',
    entry({ conductor: { ...getOwnIdentity(), boot_id: 'earlier' }, leader: { ...getOwnIdentity(), ...before } }),
  );
  expect(await registryIn(folder).settle()).toMatchObject([{ kind: 'ended', tree: 'gone' }]);
  expect([isAlive(pid), files()]).toEqual([true, []]);
});

test('a leader that has exited but was never waited for: its session is ended, the zombie is nobody', async () => {
  const { onLine, pids } = roll(2);
  const orphan = `env -i PATH="$PATH" sh -c 'echo up $$; exec sleep 600 >/dev/null' & echo up $$`;
  const parent = spawn('sh', ['-c', `setsid sh -c "$ORPHAN" & exec sleep 600`], {
    env: { PATH: process.env['PATH'], ORPHAN: orphan },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void parent.kill('SIGKILL'));
  parent.stdout.on('data', (chunk: Buffer) => chunk.toString().split('\n').forEach(onLine));
  const started = await pids;
  const zombie = await vi.waitUntil(() => started.find((pid) => !isAlive(pid)), { timeout: 300_000, interval: 10 });
  const orphaned = started.find((pid) => pid !== zombie) ?? 0;
  write('one', entry({ leader: getProcessIdentity(zombie) ?? null }));

  expect(await registryIn(folder).settle()).toMatchObject([{ kind: 'ended', tree: 'gone' }]);
  expect([isAlive(orphaned), isAlive(parent.pid ?? 0)]).toEqual([false, true]);
});

test('a conductor that runs inside the tree it settles survives it', async () => {
  const driver = await bundleDriver(fileURLToPath(new URL('conductor-driver.ts', import.meta.url)));
  const beside = bystander({ marker });
  write('one', entry({ leader: null }));
  // The shell that starts it carries the marker too: an ancestor.
  const inside = spawn('sh', ['-c', `'${process.execPath}' '${driver}' settle '${folder}'; echo $?`], {
    env: { PATH: process.env['PATH'], ORCHESTRAL_EFFECT: marker },
  });
  const said: string[] = [];
  inside.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  expect(await once(inside, 'close')).toEqual([0, null]);
  const [settled = '', code] = said.join('').split('\n');
  expect([code, JSON.parse(settled)]).toMatchObject(['0', [{ kind: 'ended', tree: 'gone' }]]);
  expect(aliveOf({ effect, pids: [beside] })).toEqual([]);
});

function entry(more: Partial<RegistryEntry>): RegistryEntry {
  const started_at = '2026-01-01T00:00:00.000Z';
  const base = { version: 1, marker, effect: 'x', scope: 'test', program: 'sleep', started_at } as const;
  return { ...base, conductor: dead(), leader: null, ...more };
}

/** Ourselves, had we started at another time: a pid that somebody else has now. */
function dead(): ProcessIdentity {
  return { ...getOwnIdentity(), start_time: '1' };
}

function write(name: string, content: unknown): void {
  fs.mkdirSync(folder, { recursive: true });
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  fs.writeFileSync(path.join(folder, `${name}.json`), text);
}

function files(): string[] {
  return fs.readdirSync(folder).sort();
}

function read(file: string): unknown {
  return JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'));
}
