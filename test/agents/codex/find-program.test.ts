import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findCodex } from '../../../src/agents/codex/find-program.ts';
import { makeCallFolders } from '../make-call.ts';

const linux = { platform: 'linux', arch: 'x64' } as const;
const vendor = path.join('vendor', 'x86_64-unknown-linux-musl', 'bin', 'codex');

/** As npm installs it: a launcher, and beside it a package for the platform. */
function installation() {
  const { root, folder } = makeCallFolders();
  const modules = path.join(root, 'lib', 'node_modules', '@openai');
  const launcher = program(path.join(modules, 'codex', 'bin', 'codex.js'));
  const native = program(path.join(modules, 'codex-linux-x64', vendor));
  fs.writeFileSync(path.join(modules, 'codex-linux-x64', 'package.json'), '{}');
  const bin = path.join(root, 'bin');
  fs.mkdirSync(bin);
  fs.symlinkSync(launcher, path.join(bin, 'codex'));
  return { PATH: `${folder}:${bin}`, bin, launcher, native };
}

function program(file: string): string {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, '#!/bin/sh\n', { mode: 0o755 });
  return file;
}

test('the native program behind the launcher', () => {
  const { PATH, native } = installation();
  expect(findCodex({ PATH }, linux)).toBe(native);
});

test('also where it lies in the launcher’s own package', () => {
  const { PATH, launcher, native } = installation();
  fs.rmSync(native);
  const own = program(path.join(path.dirname(path.dirname(launcher)), vendor));
  expect(findCodex({ PATH }, linux)).toBe(own);
});

test('the launcher where there is none for this machine', () => {
  const { PATH, bin, native } = installation();
  expect(findCodex({ PATH }, { platform: 'linux', arch: 'riscv64' })).toBe(path.join(bin, 'codex'));
  fs.rmSync(native);
  expect(findCodex({ PATH }, linux)).toBe(path.join(bin, 'codex'));
});

test('a program of another make is taken as it is', () => {
  const { root } = makeCallFolders();
  const own = program(path.join(root, 'codex'));
  expect(findCodex({ PATH: root }, linux)).toBe(own);
});

test('never one that lies in the project by a relative path', () => {
  const { root } = makeCallFolders();
  program(path.join(root, 'codex'));
  expect(findCodex({ PATH: path.relative(process.cwd(), root) }, linux)).toBe('codex');
  expect(findCodex({}, linux)).toBe('codex');
});
