import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { type Disk, realDisk } from '../../src/files/disk.ts';
import type { ProcessCommand, Spawner } from '../../src/process/command.ts';
import { openRegistry } from '../../src/process/registry.ts';
import { createSpawner } from '../../src/process/spawner.ts';
import { bundleDriver } from '../support/bundle.ts';
import { isAlive, registryIn, roll, shell, temporaryFolder } from './trees.ts';

test('exited, with its code and its output', async () => {
  const finished = await spawner().run(shell('echo out; echo err >&2; exit 3'));
  expect(finished.ending).toEqual({ kind: 'exited', code: 3, tree: 'gone' });
  expect(text(finished.stdout)).toBe('out\n');
  expect(text(finished.stderr)).toBe('err\n');
  expect(finished.cut).toEqual({ stdout: false, stderr: false });
});

test('signalled by someone else', async () => {
  const { ending } = await spawner().run(shell('kill -SEGV $$'));
  expect(ending).toEqual({ kind: 'signalled', signal: 'SIGSEGV', tree: 'gone' });
});

test('timed out: it took too long', async () => {
  const { ending } = await spawner().run(shell('while :; do echo busy; done', { limits: { wallMs: 200 } }));
  expect(ending).toEqual({ kind: 'timed_out', limit: 'wall', tree: 'gone' });
});

test('a limit longer than a timer can be is no limit', async () => {
  const { ending } = await spawner().run(shell('read line', { stdin: '\n', limits: { wallMs: 2 ** 40 } }));
  expect(ending).toMatchObject({ kind: 'exited' });
});

test('timed out: it neither printed nor computed', async () => {
  const { ending } = await spawner().run(shell('echo once; exec sleep 600', { limits: { idleMs: 400 } }));
  expect(ending).toEqual({ kind: 'timed_out', limit: 'idle', tree: 'gone' });
});

test('a silent tool at work, in a session of its own, is left alone', async () => {
  const work = `const until = Date.now() + 4000; while (Date.now() < until);`;
  const { ending } = await spawner().run(
    shell(`setsid '${process.execPath}' -e '${work}' & wait`, { limits: { idleMs: 1000 } }),
  );
  expect(ending).toEqual({ kind: 'exited', code: 0, tree: 'gone' });
});

test('a program that only waits is idle however often it wakes, but not while something it started works', async () => {
  const busy = `const until = Date.now() + 3000; while (Date.now() < until);`;
  const waits = (command: string) =>
    spawner().run(shell(command, { limits: { idleMs: 800, wallMs: 60_000 }, onlyWaits: true }));
  const hung = await waits(`exec '${process.execPath}' -e 'while (true);'`);
  expect(hung.ending).toMatchObject({ kind: 'timed_out', limit: 'idle' });
  const working = await waits(`'${process.execPath}' -e '${busy}'; exit 7`);
  expect(working.ending).toMatchObject({ kind: 'exited', code: 7 });
});

test('a chatty process is not idle', async () => {
  const chat = `for (let n = 0; n < 8; n++) setTimeout(() => console.log(n), n * 600)`;
  const { ending } = await spawner().run({
    ...shell(''),
    file: process.execPath,
    args: ['-e', chat],
    limits: { idleMs: 3_000 },
  });
  expect(ending).toEqual({ kind: 'exited', code: 0, tree: 'gone' });
});

test('cancelled, even when the process then exits as if all were well', async () => {
  const controller = new AbortController();
  const { onLine, pids } = roll(1);
  const { ended } = spawner().start(
    shell(`trap 'exit 0' TERM; echo up $$; while :; do read line; done`, { signal: controller.signal }),
    { stdout: onLine },
  );
  await pids;
  controller.abort();
  expect(await ended).toEqual({ kind: 'cancelled', tree: 'gone' });
});

test('cancelled before it began: nothing is started', async () => {
  const witness = path.join(temporaryFolder(), 'witness');
  const running = spawner().start(shell(`echo > '${witness}'`, { signal: AbortSignal.abort() }), {});
  expect(running.pid).toBeUndefined();
  expect(await running.end()).toEqual({ kind: 'cancelled', tree: 'gone' });
  expect(fs.existsSync(witness)).toBe(false);
});

test('an exit that came first is not renamed by an end() that came too late', async () => {
  const running = spawner().start(shell('exit 7'), {});
  await running.ended;
  expect(await running.end()).toEqual({ kind: 'exited', code: 7, tree: 'gone' });
});

test('too much output', async () => {
  const finished = await spawner().run(shell('while :; do echo 123456789; done', { limits: { outputBytes: 1000 } }));
  expect(finished.ending).toEqual({ kind: 'too_much_output', tree: 'gone' });
  expect(finished.stdout).toHaveLength(1000);
  expect(finished.cut.stdout).toBe(true);
});

test('too much output, of which the last came after the exit', async () => {
  const late = (bytes: number) => `while kill -0 $$; do :; done 2>/dev/null; printf %0${bytes}d 0`;
  const limits = { outputBytes: 1000 };
  const over = await spawner().run(shell(`{ ${late(1001)}; } & exit 0`, { limits }));
  expect(over.ending).toEqual({ kind: 'too_much_output', tree: 'gone' });
  const full = await spawner().run(shell(`{ ${late(1000)}; } & exit 0`, { limits }));
  expect(full.ending).toEqual({ kind: 'exited', code: 0, tree: 'gone' });
  expect([full.stdout.length, full.cut.stdout]).toEqual([1000, false]);
});

test('not started: why, and nothing stays recorded', async () => {
  const folder = temporaryFolder();
  const data = path.join(folder, 'data');
  fs.writeFileSync(data, 'no program');
  const registry = path.join(folder, 'registry');
  const reasonOf = async (more: Partial<ProcessCommand>) => {
    const { ending } = await spawner(registry).run(shell('true', { effect: 'x', ...more }));
    return ending.kind === 'not_started' ? ending.reason : ending;
  };
  expect(await reasonOf({ file: 'no-such-program' })).toBe('not_found');
  expect(await reasonOf({ file: path.join(data, 'x') })).toBe('not_found');
  expect(await reasonOf({ file: data })).toBe('not_executable');
  expect(await reasonOf({ cwd: path.join(folder, 'nowhere') })).toBe('no_folder');
  expect(await reasonOf({ cwd: data })).toBe('no_folder');
  expect(await reasonOf({ args: ['-c', 'x'.repeat(5_000_000)] })).toBe('other');
  expect(await reasonOf({ args: ['-c', 'a\0b'] })).toBe('other');
  expect(fs.readdirSync(registry)).toEqual([]);
});

test('not started: the system has no more descriptors', async () => {
  const { ending } = await drive('run without descriptors', shell('true'));
  expect(ending).toMatchObject({ kind: 'not_started', reason: 'no_resources' });
});

test('not started: what cannot be recorded is not run', async () => {
  const folder = temporaryFolder();
  const witness = path.join(folder, 'witness');
  const registry = openRegistry({
    folder: path.join(folder, 'registry'),
    disk: fullDisk,
    clock: systemClock,
  });
  const command = shell(`echo > '${witness}'`, { effect: 'x' });
  const { ending } = await createSpawner({ registry, scope: 'test' }).run(command);
  expect(ending).toMatchObject({ kind: 'not_started', reason: 'not_recorded', cause: { code: 'disk.full' } });
  expect(fs.existsSync(witness)).toBe(false);
});

test('a grandchild that holds the pipe open holds nobody up, and is ended', async () => {
  const { ending, stdout } = await spawner().run(shell('sleep 600 & echo $!'));
  expect(ending).toEqual({ kind: 'exited', code: 0, tree: 'gone' });
  expect(isAlive(Number(text(stdout)))).toBe(false);
});

test('nor does one in a session of its own, of a command without an effect', async () => {
  const { ending, stdout } = await spawner().run(
    shell(`setsid sh -c 'echo $$; exec sleep 600' & read line`, { stdin: '\n' }),
  );
  expect(ending).toEqual({ kind: 'exited', code: 0, tree: 'gone' });
  expect(isAlive(Number(text(stdout)))).toBe(false);
});

test('nor does one that nobody could find: the pipe is let go', async () => {
  const { onLine, pids } = roll(1);
  const script = `setsid env -i PATH="$PATH" sh -c 'echo up $$; exec sleep 600' & exec cat >/dev/null`;
  const running = spawner().start(shell(script, { stdin: '' }), { stdout: onLine });
  const [lost] = await pids;
  try {
    expect(await running.ended).toMatchObject({ kind: 'exited', code: 0 });
  } finally {
    if (lost !== undefined && isAlive(lost)) process.kill(lost, 'SIGKILL');
  }
});

test('stdin: given whole, however large; refused without harm; empty when there is none', async () => {
  const large = 'line 한\n'.repeat(700_000);
  const finished = await spawner().run(shell('cat', { stdin: large }));
  expect(text(finished.stdout) === large).toBe(true);
  expect((await spawner().run(shell('exec <&-; exit 4', { stdin: large }))).ending).toMatchObject({ code: 4 });
  expect((await spawner().run(shell('cat; echo end'))).stdout.toString()).toBe('end\n');
});

test('lines come as they are printed, the last without a break too', async () => {
  const [out, err]: [string[], string[]] = [[], []];
  const script = `printf 'a\\r\\n\\342'; printf '\\200\\250b\\n'; printf 'oops\\n' >&2; printf last`;
  const { ended } = spawner().start(shell(script), {
    stdout: (line) => out.push(line),
    stderr: (line) => err.push(line),
  });
  expect(await ended).toMatchObject({ kind: 'exited', code: 0 });
  expect([out, err]).toEqual([['a', '\u2028b', 'last'], ['oops']]);
});

test('the environment is the one given, and the marker', async () => {
  const { stdout } = await spawner().run(
    shell('exec env', { env: { PATH: process.env['PATH'] ?? '', A: 'b' }, effect: 'R1/T1#1' }),
  );
  const names = text(stdout)
    .split('\n')
    .filter((line) => !/^(PATH|PWD|SHLVL|_|OLDPWD)=|^$/.test(line));
  expect(names.sort()).toEqual(['A=b', expect.stringMatching(/^ORCHESTRAL_EFFECT=R1\/T1#1@[0-9a-f]{24}$/)]);
});

test('200 MB of output is read, and 10 MB of it kept', async () => {
  const { ending, kept, cut, megabytes } = await drive('run', shell('head -c 200000000 /dev/zero'));
  expect(ending).toEqual({ kind: 'exited', code: 0, tree: 'gone' });
  expect(kept).toBe(10 * 1024 * 1024);
  expect(cut).toEqual({ stdout: true, stderr: false });
  expect(megabytes).toBeLessThan(180);
});

test('one line of 200 MB is cut, and the next is whole', async () => {
  const { lines, megabytes } = await drive('read', shell('head -c 200000000 /dev/zero; echo; echo next'));
  expect(lines).toEqual([
    { length: 16 * 1024 * 1024, cut: true },
    { length: 4, cut: false },
  ]);
  expect(megabytes).toBeLessThan(180);
});

async function drive(part: string, command: ProcessCommand) {
  const driver = await bundleDriver(fileURLToPath(new URL('conductor-driver.ts', import.meta.url)));
  return JSON.parse(
    execFileSync(process.execPath, [driver, part, temporaryFolder(), JSON.stringify(command)], { encoding: 'utf8' }),
  );
}

const fullDisk: Disk = {
  ...realDisk,
  write: () => {
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  },
};

function spawner(folder = temporaryFolder()): Spawner {
  return createSpawner({ registry: registryIn(folder), scope: 'test', graceMs: 300 });
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}
