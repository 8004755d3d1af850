import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createCommand } from '../../src/agents/command/command.ts';
import { openRawStream, type RawStream, type RawStreamOptions } from '../../src/agents/raw-stream.ts';
import { redactor } from '../../src/base/redact.ts';
import { type Disk, realDisk } from '../../src/files/disk.ts';
import { makeCall, makeCallFolders } from './make-call.ts';

function open(more: Partial<RawStreamOptions> = {}): { stream: RawStream; file: string } {
  const file = more.file ?? path.join(makeCallFolders().stepFolder, 'stream.log');
  const opened = openRawStream({ disk: realDisk, file, redact: (line) => line, ...more });
  if (!opened.ok) throw new Error(opened.error.code);
  return { stream: opened.value, file };
}

test('lines can be followed as they come, without secrets', () => {
  const { stream, file } = open({ redact: redactor(['sesame-open']) });
  stream.add('{"key":"sesame-open"}');
  expect(fs.readFileSync(file, 'utf8')).toBe('{"key":"***"}\n');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(stream.close().ok).toBe(true);
});

test('of a flood the first and the last lines are kept, and the cut is marked', () => {
  const { stream, file } = open({ limits: { head: 100, tail: 50 } });
  for (let n = 0; n < 1000; n++) stream.add(`line ${n}`);
  stream.close();
  const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.slice(0, 13)).toEqual(Array.from({ length: 13 }, (_, n) => `line ${n}`));
  expect(lines[13]).toBe('{"type":"orchestral.cut"}');
  expect(lines.slice(14)).toEqual(['line 995', 'line 996', 'line 997', 'line 998', 'line 999']);
});

test('one endless line', () => {
  const { stream, file } = open({ limits: { head: 100, tail: 50 } });
  stream.add('x'.repeat(1_000_000));
  stream.add('end');
  stream.close();
  expect(fs.readFileSync(file, 'utf8')).toBe('{"type":"orchestral.cut"}\nend\n');
});

test('what lies at its place is removed, never written to', () => {
  const { stepFolder, folder } = makeCallFolders();
  const treasure = path.join(folder, 'treasure');
  fs.writeFileSync(treasure, 'gold');
  for (const plant of [fs.linkSync, fs.symlinkSync]) {
    const file = path.join(stepFolder, `${plant.name}.log`);
    plant(treasure, file);
    const { stream } = open({ file });
    stream.add('line');
    stream.close();
    expect(fs.readFileSync(file, 'utf8')).toBe('line\n');
  }
  expect(fs.readFileSync(treasure, 'utf8')).toBe('gold');
});

test('a full disk ends the stream, not the work, and is told at the end', () => {
  let writes = 0;
  const full: Disk = {
    ...realDisk,
    write: (fd, bytes, offset) => {
      writes += 1;
      if (writes > 1) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      return realDisk.write(fd, bytes, offset);
    },
  };
  const { stream, file } = open({ disk: full });
  for (const line of ['one', 'two', 'three']) stream.add(line);
  expect(stream.close()).toMatchObject({ ok: false, error: { code: 'disk.full' } });
  expect(fs.readFileSync(file, 'utf8')).toBe('one\n');
  expect(writes).toBe(2);
});

test('a program is heard raw on both of its streams', async () => {
  const place = makeCallFolders();
  const { stream, file } = open();
  const backend = createCommand({ spawner: place.spawner, command: ['sh', '-c', 'echo out; echo err >&2'] });
  await backend.run(makeCall(place, { onRaw: (line) => stream.add(line) }), () => {});
  stream.close();
  expect(fs.readFileSync(file, 'utf8').split('\n').toSorted()).toEqual(['', 'err', 'out']);
});
