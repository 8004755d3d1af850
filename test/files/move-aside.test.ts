import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createAppendFile } from '../../src/files/append.ts';
import { realDisk } from '../../src/files/disk.ts';
import { replaceFile } from '../../src/files/replace.ts';
import { temporaryFolder } from '../support/auto-store.ts';

test('a folder that an agent made in the place of a file of ours is kept under another name', () => {
  const folder = temporaryFolder();
  for (const name of ['answer.json', 'events.jsonl']) {
    fs.mkdirSync(path.join(folder, name));
    fs.writeFileSync(path.join(folder, name, 'inside'), name);
  }
  const [answer, events] = [path.join(folder, 'answer.json'), path.join(folder, 'events.jsonl')];
  expect(replaceFile(realDisk, answer, Buffer.from('{}'))).toEqual({ ok: true });
  const log = createAppendFile(realDisk, events);
  if (log.ok) log.value.close();
  expect(fs.readFileSync(answer, 'utf8')).toBe('{}');
  expect(fs.statSync(events).isFile()).toBe(true);
  const aside = fs.readdirSync(folder).filter((name) => name.includes('.aside-'));
  expect(aside.map((name) => fs.readFileSync(path.join(folder, name, 'inside'), 'utf8'))).toEqual([
    'answer.json',
    'events.jsonl',
  ]);
});
