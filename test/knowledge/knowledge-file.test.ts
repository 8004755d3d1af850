import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { realDisk } from '../../src/files/disk.ts';
import { learn, type LearnOptions, readKnowledge } from '../../src/knowledge/knowledge-file.ts';
import type { Learned } from '../../src/schema/knowledge-edit.ts';
import { fixtureOf } from '../schema/fixtures.ts';

const project = { path: '/home/me/shop', name: 'shop', hash: 'a1b2c3d4' };

const options: LearnOptions = {
  disk: realDisk,
  command: 'test',
  onNotice: () => {},
  clock: { now: () => new Date('2025-02-03T04:05:06.789Z') },
  project,
};

function place(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'knowledge-'));
  return path.join(folder, 'knowledge', 'a1b2c3d4', 'knowledge.yaml');
}

function written(text: string): string {
  const file = place();
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  return file;
}

function rule(decision: string): Learned {
  return {
    decisions: [{ topic: 't', decision, rationale: 'r', refs: [], created_at: '2025-02-03' }],
    pitfalls: [],
  };
}

test('the first thing learned makes the document; nothing learned makes none', async () => {
  const file = place();
  expect(readKnowledge(file)).toEqual({ ok: true, value: undefined });
  expect(await learn(file, { decisions: [], pitfalls: [] }, options)).toMatchObject({ ok: true });
  expect(fs.existsSync(file)).toBe(false);
  expect(await learn(file, rule('one'), options)).toMatchObject({ ok: true, value: { decisions: [{ id: 'D1' }] } });
  expect(readKnowledge(file)).toMatchObject({
    ok: true,
    value: { project, decisions: [{ decision: 'one' }], updated_at: '2025-02-03T04:05:06Z' },
  });
  expect(fs.readdirSync(path.dirname(file))).toEqual(['knowledge.yaml']);
});

test('what it was stays beside it; when there is nothing new, nothing is written', async () => {
  const before = `\uFEFF# mine\r\n${fixtureOf('knowledge').text.replaceAll('\n', '\r\n')}`;
  const file = written(before);
  await learn(file, rule('one'), options);
  expect(fs.readFileSync(`${file}.bak`, 'utf8')).toBe(before);
  const after = fs.readFileSync(file, 'utf8');
  expect(after).toContain('\uFEFF# mine\r\n');
  expect(after.replaceAll('\r\n', '')).not.toContain('\n');
  const { ino } = fs.statSync(file);
  expect(await learn(file, rule('ONE!'), options)).toEqual({ ok: true, value: { decisions: [], pitfalls: [] } });
  expect(fs.statSync(file).ino).toBe(ino);
});

test.each([
  ['not YAML', 'decisions: ['],
  ['empty', ''],
  ['not UTF-8', Buffer.from([0x61, 0xff]).toString('latin1')],
  ['of a newer version', fixtureOf('knowledge').text.replace('version: 1', 'version: 2')],
])('one that is %s is left alone', async (_, text) => {
  const file = written('');
  const bytes = Buffer.from(text, 'latin1');
  fs.writeFileSync(file, bytes);
  const refused = { ok: false, error: { code: 'document.invalid', path: file } };
  expect(await learn(file, rule('one'), options)).toMatchObject(refused);
  expect(readKnowledge(file)).toMatchObject(refused);
  expect(fs.readFileSync(file)).toEqual(bytes);
  expect(fs.readdirSync(path.dirname(file))).toEqual(['knowledge.yaml']);
});

test('many who learn at once lose nothing', async () => {
  const file = written(fixtureOf('knowledge').text);
  const rules = Array.from({ length: 20 }, (_, number) => `rule number ${number}`);
  const all = await Promise.all(rules.map((text) => learn(file, rule(text), options)));
  expect(all.every(({ ok }) => ok)).toBe(true);
  const read = readKnowledge(file);
  if (!read.ok || read.value === undefined) throw new Error('unreadable');
  const [first, ...others] = read.value.decisions;
  expect(first?.decision).toBe('JWT + Refresh Token');
  expect(others.map(({ decision }) => decision).toSorted()).toEqual(rules.toSorted());
  expect(others.map(({ id }) => id)).toEqual(rules.map((_, index) => `D${index + 2}`));
});
