import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { catchFailure, type Failure } from '../../src/base/failure.ts';
import type { Result } from '../../src/base/result.ts';
import { createGit, type Git, type Repository, type Worktree } from '../../src/git/git.ts';
import { openRepository } from '../../src/git/repository.ts';
import { addWorktree } from '../../src/git/add-worktree.ts';
import type { ProcessCommand } from '../../src/process/command.ts';
import { spawnerTelling } from './spawner.ts';

/** A repository of a user's in a temp folder, and our git beside it. */
export interface Scene {
  /** Holds everything: `project`, `worktrees/`, `home`. */
  readonly root: string;
  readonly project: string;
  readonly git: Git;
  readonly repository: Repository;
  /** Every command our git started. */
  readonly commands: ProcessCommand[];
  /** The user's own git. */
  user(...args: string[]): string;
  userIn(folder: string, ...args: string[]): string;
  write(file: string, content: string | Buffer): void;
  commit(files: Record<string, string | null>, message?: string): string;
  /** A worktree of ours, on a branch of its own at HEAD. */
  worktree(name: string): Promise<Worktree>;
}

export async function scene(): Promise<Scene> {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'git-')));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  const [project, home] = [path.join(root, 'project'), path.join(root, 'home')];
  fs.mkdirSync(home);
  fs.writeFileSync(
    path.join(home, '.gitconfig'),
    '[user]\nname = Ann\nemail = ann@example.com\n[init]\ndefaultBranch = main\n',
  );
  const env = { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
  const userIn = (folder: string, ...args: string[]): string =>
    execFileSync('git', args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  const user = (...args: string[]): string => userIn(project, ...args);
  const write = (file: string, content: string | Buffer): void => {
    fs.mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
    fs.writeFileSync(path.join(project, file), content);
  };
  const commit = (files: Record<string, string | null>, message = 'change'): string => {
    for (const [file, content] of Object.entries(files)) {
      if (content === null) fs.rmSync(path.join(project, file));
      else write(file, content);
    }
    user('add', '-A', '--', ...Object.keys(files));
    user('commit', '--quiet', '-m', message);
    return user('rev-parse', 'HEAD');
  };
  fs.mkdirSync(project);
  user('init', '--quiet');
  commit({ 'readme.md': 'hello\n', 'src/a.ts': 'a\n', 'src/b.ts': 'b\n' }, 'first');
  const commands: ProcessCommand[] = [];
  const git = createGit({
    env,
    spawner: spawnerTelling((command) => commands.push(command)),
  });
  const repository = must(await openRepository(git, project));
  const worktree = async (name: string): Promise<Worktree> =>
    await addWorktree(git, repository, {
      folder: path.join(root, 'worktrees', name),
      owner: `run-1/${name}`,
      branch: `orchestral/${name}`,
      at: user('rev-parse', 'HEAD'),
    });
  return { root, project, git, repository, commands, user, userIn, write, commit, worktree };
}

export function must<T>(result: Result<T, Failure>): T {
  if (!result.ok) throw new Error(`${result.error.code} ${JSON.stringify(result.error.params)}`);
  return result.value;
}

/** The code of the failure that work ends with, or `ok`. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  const result = await catchFailure(() => work);
  return result.ok ? 'ok' : result.error.code;
}
