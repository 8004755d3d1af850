import fs from 'node:fs';
import path from 'node:path';
import { errnoOf } from '../files/disk-failure.ts';

/**
 * Whether the repository's own configuration, as it is at this moment, has no section in which a program could be named,
 * and leads to no other file. Then nothing of it has to be emptied, and git need not be asked.
 */
export function isHarmless({ gitDir, commonDir }: GitFolders): boolean {
  if (gitDir !== commonDir && commonDirNamedIn(gitDir) !== commonDir) return false;
  return [path.join(commonDir, 'config'), path.join(gitDir, 'config.worktree')].every((file) => {
    const text = textOf(file);
    return text !== undefined && !NAMES_PROGRAMS.test(text);
  });
}

interface GitFolders {
  readonly gitDir: string;
  readonly commonDir: string;
}

/** Git takes no space between the bracket and the name. */
const NAMES_PROGRAMS = /\[(?:filter|merge|diff|hook|include)/i;

/** Git finds the shared configuration by this file. */
function commonDirNamedIn(gitDir: string): string | undefined {
  const named = textOf(path.join(gitDir, 'commondir'));
  return named === undefined || named === '' ? undefined : path.resolve(gitDir, named.replace(/\n+$/, ''));
}

/** Empty when there is no such file, undefined when it cannot be read. */
function textOf(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'latin1');
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? '' : undefined;
  }
}
