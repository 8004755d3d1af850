import fs from 'node:fs';
import { errnoOf } from '../files/disk-failure.ts';
import type { Ending, NotStarted } from './command.ts';

/** Why a spawn failed. The system says ENOENT both of a program and of a folder that is not there. */
export function notStarted(cause: unknown, cwd: string): Ending {
  return { kind: 'not_started', reason: reasonOf(cause, cwd), cause, tree: 'gone' };
}

function reasonOf(cause: unknown, cwd: string): NotStarted {
  const reason = reasons.get(errnoOf(cause) ?? '') ?? 'other';
  const mayBeTheFolder = reason === 'not_found' || reason === 'not_executable';
  return mayBeTheFolder && !isFolder(cwd) ? 'no_folder' : reason;
}

const reasons: ReadonlyMap<string, NotStarted> = new Map([
  ['ENOENT', 'not_found'],
  ['ENOTDIR', 'not_found'],
  ['EACCES', 'not_executable'],
  ['ENOEXEC', 'not_executable'],
  ['EAGAIN', 'no_resources'],
  ['EMFILE', 'no_resources'],
  ['ENFILE', 'no_resources'],
  ['ENOMEM', 'no_resources'],
]);

function isFolder(path: string): boolean {
  try {
    fs.accessSync(path, fs.constants.X_OK);
    return fs.statSync(path).isDirectory();
  } catch {
    return false;
  }
}
