import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { resolveInside, readFileInside, writeFileInside } from '../../../src/agents/acp/files.ts';
import { makeCallFolders } from '../make-call.ts';

test('a file of the folder, whole or in part', () => {
  const { folder, stepFolder } = makeCallFolders();
  const file = path.join(folder, 'a.txt');
  fs.writeFileSync(file, 'one\ntwo\nthree\n');
  const folders = [folder, stepFolder];
  expect(readFileInside(folders, { path: file })).toBe('one\ntwo\nthree\n');
  expect(readFileInside(folders, { path: file, line: 2 })).toBe('two\nthree\n');
  expect(readFileInside(folders, { path: file, line: 2, limit: 1 })).toBe('two');
  expect(readFileInside(folders, { path: file, limit: 1 })).toBe('one');
  expect(readFileInside(folders, { path: path.join(folder, 'absent') })).toBeUndefined();
  expect(readFileInside(folders, { path: folder })).toBeUndefined();
});

test('a file is written in either folder, with the folders it needs', () => {
  const { folder, stepFolder } = makeCallFolders();
  for (const root of [folder, stepFolder]) {
    const file = path.join(root, 'deep/down/a.txt');
    expect(writeFileInside([folder, stepFolder], file, 'hello\n')).toBeUndefined();
    expect(fs.readFileSync(file, 'utf8')).toBe('hello\n');
  }
});

test('nothing elsewhere is read or written, however it is named', () => {
  const { root, folder, stepFolder } = makeCallFolders();
  const secret = path.join(root, 'secret');
  fs.writeFileSync(secret, 'secret');
  fs.writeFileSync(`${folder}-beside`, 'secret');
  fs.symlinkSync(secret, path.join(folder, 'link'));
  fs.symlinkSync(root, path.join(folder, 'up'));
  fs.symlinkSync(path.join(root, 'made'), path.join(folder, 'dangling'));
  fs.symlinkSync(path.join(folder, 'round'), path.join(folder, 'round'));
  const names = [
    secret,
    `${folder}/../secret`,
    '../secret',
    `${folder}/link`,
    `${folder}/up/secret`,
    `${folder}/up/new`,
    `${folder}-beside`,
    `${folder}/dangling`,
    `${folder}/round`,
    `${folder}/link/below`,
    `${folder}/a\0b`,
    '',
    folder,
  ];
  for (const name of names) {
    expect(resolveInside([folder, stepFolder], name), name).toBeUndefined();
    expect(readFileInside([folder, stepFolder], { path: name }), name).toBeUndefined();
    expect(writeFileInside([folder, stepFolder], name, 'mine'), name).toBeDefined();
  }
  expect(fs.readFileSync(secret, 'utf8')).toBe('secret');
  expect(fs.readdirSync(root).toSorted()).toEqual(['project', 'project-beside', 'secret', 'step']);
});

test('the folder itself may be reached through a link', () => {
  const { root, folder, stepFolder } = makeCallFolders();
  const other = path.join(root, 'other');
  fs.symlinkSync(folder, other);
  expect(writeFileInside([other, stepFolder], path.join(folder, 'a.txt'), 'hello')).toBeUndefined();
  expect(writeFileInside([folder, stepFolder], path.join(other, 'b.txt'), 'hello')).toBeUndefined();
  expect(fs.readdirSync(folder).toSorted()).toEqual(['a.txt', 'b.txt']);
});
