import { execSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownCommand } from '../../src/cli/own-command.ts';
import { temporaryFolder } from '../support/auto-store.ts';

const PROGRAM = path.resolve('bin/orchestral.js');

describe('what a person types to call the program', () => {
  test('is its name where it is installed', () => {
    const bin = folderWith('bin');
    expect(ownCommand(`/nowhere:${bin}`, PROGRAM)).toBe('orchestral');
  });

  test('is npx where npx called it, although npm put the program into PATH for now', () => {
    const bin = folderWith('_npx/1f2e3d/node_modules/.bin');
    expect(ownCommand(bin, path.join(bin, 'orchestral'))).toBe('npx orchestral-cli');
  });

  test('is node with its file in a clone, and that works in any folder', () => {
    const clone = path.join(temporaryFolder(), "my clone's");
    fs.mkdirSync(clone);
    fs.symlinkSync(path.resolve('bin'), path.join(clone, 'bin'));
    const command = ownCommand(path.dirname(process.execPath), path.join(clone, 'bin/orchestral.js'));
    const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { version: string };
    expect(execSync(`${command} --version`, { cwd: '/', encoding: 'utf8' })).toBe(`${version}\n`);
  });

  /** With an `orchestral` that can be executed. */
  function folderWith(name: string): string {
    const folder = path.join(temporaryFolder(), name);
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'orchestral'), '#!/bin/sh\n', { mode: 0o755 });
    return folder;
  }
});
