import fs from 'node:fs';
import path from 'node:path';
import { fail, type Failure } from '../base/failure.ts';
import { md5 } from '../base/md5.ts';
import { ok, type Result } from '../base/result.ts';

export interface Project {
  /** A real path: no symbolic link on the way. */
  readonly root: string;
  readonly hash: string;
}

/** Any of these makes a folder the root of a project. An empty `.git` is none: git does not take it for one, either. */
const marks = ['.orchestral', '.claude/orchestrator', '.claude/orchestrate-state.json', '.git/HEAD'];

/** The folder that was named, else the nearest around `cwd` that bears a mark, else `cwd` itself. */
export function findProject({ cwd, named }: { cwd: string; named?: string | undefined }): Result<Project, Failure> {
  const start = named === undefined ? cwd : path.resolve(cwd, named);
  const real = named === '' ? undefined : realFolder(start);
  if (real === undefined) return fail('project.not_a_folder', { folder: named ?? start });
  const root = named === undefined ? nearestMarked(real) : real;
  return ok({ root, hash: projectHash(root) });
}

export function projectHash(root: string): string {
  return md5(root).slice(0, 8);
}

/**
 * The project's folder inside its repository, with `/`: empty where it is the whole of it, or in none. Paths of git are
 * from the repository's root; agents, documents and people name files from the project's.
 */
export function pathInRepository(root: string): string {
  for (let at = root; ; at = path.dirname(at)) {
    if (fs.existsSync(path.join(at, '.git/HEAD')) || isLinked(path.join(at, '.git')))
      return path.relative(at, root).split(path.sep).join('/');
    if (path.dirname(at) === at) return '';
  }
}

function nearestMarked(folder: string): string {
  for (let at = folder; ; at = path.dirname(at)) {
    if (marks.some((mark) => fs.existsSync(path.join(at, mark))) || isLinked(path.join(at, '.git'))) return at;
    if (path.dirname(at) === at) return folder;
  }
}

/** A worktree or a submodule has a file there. */
function isLinked(dotGit: string): boolean {
  return fs.statSync(dotGit, { throwIfNoEntry: false })?.isFile() === true;
}

function realFolder(folder: string): string | undefined {
  try {
    const real = fs.realpathSync(folder);
    return fs.statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}
