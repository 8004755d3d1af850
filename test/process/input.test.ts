import { expect, test } from 'vitest';
import type { RunningProcess } from '../../src/process/command.ts';
import { createSpawner } from '../../src/process/spawner.ts';
import { registryIn, shell, temporaryFolder } from './trees.ts';

test('a running process is talked with, until nothing more comes', async () => {
  const { running, nextLine } = start('while read line; do echo "heard $line"; done; echo over');
  expect(await running.write('one\n')).toBe(true);
  expect(await nextLine()).toBe('heard one');
  expect(await running.write('two\n')).toBe(true);
  expect(await nextLine()).toBe('heard two');
  running.endInput();
  expect(await nextLine()).toBe('over');
  expect(await running.ended).toMatchObject({ kind: 'exited', code: 0 });
});

test('what stdin says comes first', async () => {
  const { running, nextLine } = start('while read line; do echo "heard $line"; done', { stdin: 'prompt\n' });
  expect(await nextLine()).toBe('heard prompt');
  await running.write('more\n');
  expect(await nextLine()).toBe('heard more');
  running.endInput();
  await running.ended;
});

test('whoever waits for a write does not get ahead of a process that does not read', async () => {
  const { running, nextLine } = start('echo ready; kill -STOP $$; exec wc -c');
  expect(await nextLine()).toBe('ready');
  let isTaken = false;
  const write = running.write('x'.repeat(2 ** 20)).then((taken) => (isTaken = taken));
  // Long enough for a pipe to take it, if it could.
  await spawner().run(shell('true'));
  expect(isTaken).toBe(false);
  process.kill(Number(running.pid), 'SIGCONT');
  expect(await write).toBe(true);
  running.endInput();
  expect(await nextLine()).toBe(String(2 ** 20));
  await running.ended;
});

test('a process that closed its input is written to in vain, and lives on', async () => {
  const { running, nextLine } = start('exec 0<&-; echo closed; exec sleep 600');
  expect(await nextLine()).toBe('closed');
  expect(await running.write('hello\n')).toBe(false);
  expect(await running.write('hello\n')).toBe(false);
  expect(await running.end()).toMatchObject({ kind: 'cancelled', tree: 'gone' });
});

test('a write that is under way when the process dies comes back', async () => {
  const { running, nextLine } = start('echo ready; exec sleep 600');
  expect(await nextLine()).toBe('ready');
  const write = running.write('x'.repeat(2 ** 20));
  await running.end();
  expect(await write).toBe(false);
  expect(await running.write('hello\n')).toBe(false);
  running.endInput();
});

test('what it is given by descriptors is read there, each to its end, also when it is not read at all', async () => {
  const descriptors = [Buffer.from('third\n'), Buffer.from('fourth\n')];
  const read = await spawner().run(shell('cat <&4; cat <&3', { descriptors }));
  expect([Buffer.from(read.stdout).toString(), read.ending]).toMatchObject(['fourth\nthird\n', { kind: 'exited' }]);
  const deaf = await spawner().run(shell('exit 3', { descriptors: [Buffer.alloc(4096)] }));
  expect(deaf.ending).toMatchObject({ kind: 'exited', code: 3 });
});

test('neither a program that is not there nor one without an open input can be written to', async () => {
  const missing = spawner().start({ ...shell(''), file: 'no-such-program', keepsInputOpen: true }, {});
  expect(await missing.write('hello\n')).toBe(false);
  missing.endInput();
  expect(await missing.ended).toMatchObject({ kind: 'not_started' });
  const closed = spawner().start(shell('exec sleep 600'), {});
  expect(await closed.write('hello\n')).toBe(false);
  await closed.end();
});

function start(script: string, change: { readonly stdin?: string } = {}) {
  const lines: string[] = [];
  const waiting: ((line: string) => void)[] = [];
  const running: RunningProcess = spawner().start(shell(script, { ...change, keepsInputOpen: true }), {
    stdout: (line) => {
      const next = waiting.shift();
      if (next === undefined) lines.push(line);
      else next(line);
    },
  });
  const nextLine = (): Promise<string> => {
    const line = lines.shift();
    return line === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(line);
  };
  return { running, nextLine };
}

function spawner() {
  return createSpawner({ registry: registryIn(temporaryFolder()), scope: 'tests' });
}
