import fs from 'node:fs';
import path from 'node:path';
import { throwFailure } from '../base/failure.ts';
import { retryWhileLocked } from './retry-while-locked.ts';
import type { Git, Checkout, Repository, Worktree } from './git.ts';
import { outputFields } from './git-output.ts';
import { hasRefFiles } from './repository.ts';
import { readIdentity } from './worktree-identity.ts';

export interface ListedWorktree {
  readonly folder: string;
  readonly gitDir: string;
  /** Where it is: a commit, or the ref of a branch. */
  readonly head: string | null;
  /** `refs/heads/…`; null when detached. */
  readonly branch: string | null;
  /** Who it was made for, when it is one of ours. */
  readonly owner: string | null;
}

const LOCK = 'orchestral ';

export function lockReason(owner: string): string {
  return `${LOCK}${owner}`;
}

/** Every checkout of the repository, the main one first; also those whose folder is gone, none of another repository. */
export async function listWorktrees(git: Git, repository: Checkout): Promise<ListedWorktree[]> {
  return isPlain(repository) ? readWorktrees(repository) : askForWorktrees(git, repository);
}

/** Whether git's own files say what git would say: refs are files, and the checkout is where it usually is. */
function isPlain(checkout: Checkout): boolean {
  const { gitDir, commonDir } = checkout;
  const config = readLine(path.join(commonDir, 'config'));
  const isBare = /^\s*bare = false$/m.test(config) ? config.match(/bare|worktree/gi)?.length !== 1 : true;
  const isFound = gitDir === commonDir || path.basename(commonDir) === '.git';
  return isFound && !isBare && hasRefFiles(checkout);
}

function readWorktrees(repository: Checkout): ListedWorktree[] {
  const { commonDir } = repository;
  const main = repository.gitDir === commonDir ? repository.folder : path.dirname(commonDir);
  const linked = [...readGitDirs(commonDir)].filter(([folder, gitDir]) => !belongsToAnother(folder, gitDir));
  return [[main, commonDir] as const, ...linked].map(([folder, gitDir]) => {
    const head = readLine(path.join(gitDir, 'HEAD')).replace(/^ref: /, '');
    const branch = head.startsWith('refs/heads/') ? head : null;
    const reason = readLine(path.join(gitDir, 'locked'));
    const owner = gitDir !== commonDir && reason.startsWith(LOCK) ? reason.slice(LOCK.length) : null;
    return { folder, gitDir, head, branch, owner };
  });
}

async function askForWorktrees(git: Git, repository: Checkout): Promise<ListedWorktree[]> {
  const answer = await retryWhileLocked(() => git.read(repository, ['worktree', 'list', '--porcelain', '-z']));
  const gitDirs = readGitDirs(repository.commonDir);
  const records: string[][] = [[]];
  for (const field of outputFields(answer)) {
    if (field === '') records.push([]);
    else records.at(-1)?.push(field);
  }
  return records
    .filter((record) => record.length > 0)
    .map((record, n) => {
      const value = (name: string): string | null =>
        record.find((field) => field.startsWith(`${name} `))?.slice(name.length + 1) ?? null;
      const listed = value('worktree') ?? '';
      const reason = value('locked');
      // Git guesses the main checkout's folder from the name of its git folder.
      const folder = n === 0 && repository.gitDir === repository.commonDir ? repository.folder : listed;
      const gitDir = n === 0 ? repository.commonDir : (gitDirs.get(listed) ?? '');
      return {
        folder,
        gitDir,
        head: value('HEAD'),
        branch: value('branch'),
        owner: reason?.startsWith(LOCK) === true ? reason.slice(LOCK.length) : null,
      };
    })
    .filter(({ folder, gitDir }, n) => n === 0 || !belongsToAnother(folder, gitDir));
}

/** Opens one of our worktrees. Its folder may be gone, but its lock must be ours. Reads files instead of calling git. */
export function openWorktree({ commonDir, trusted }: Repository, folder: string): Worktree {
  const place = realFolder(folder);
  const gitDir = readGitDirs(commonDir).get(place);
  const reason = gitDir === undefined ? '' : readLine(path.join(gitDir, 'locked'));
  if (gitDir === undefined || !reason.startsWith(LOCK) || belongsToAnother(place, gitDir))
    return throwFailure('git.not_our_worktree', { folder });
  const identity = readIdentity(gitDir);
  return { kind: 'worktree', folder: place, gitDir, commonDir, trusted, owner: reason.slice(LOCK.length), identity };
}

/** The worktree that we made for this owner, if there is one; its folder may be gone. Reads files instead of calling git. */
export function findWorktree({ commonDir, trusted }: Repository, owner: string): Worktree | undefined {
  for (const [folder, gitDir] of readGitDirs(commonDir)) {
    const identity = readIdentity(gitDir);
    const found: Worktree = { kind: 'worktree', folder, gitDir, commonDir, trusted, owner, identity };
    if (isStillOurs(found) && !belongsToAnother(folder, gitDir)) return found;
  }
  return undefined;
}

/** Checked right before anything is changed or removed: only what we locked is ours. */
export function isStillOurs({ gitDir, folder, owner }: Worktree): boolean {
  return (
    readLine(path.join(gitDir, 'locked')) === lockReason(owner) &&
    resolveCheckout(gitDir, readLine(path.join(gitDir, 'gitdir'))) === folder
  );
}

/** The folder that has the branch checked out, or is about to come back to it after a rebase or bisect. */
export async function findBranchHolder(git: Git, repository: Checkout, branch: string): Promise<ListedWorktree | null> {
  return findHolder(await listWorktrees(git, repository), branch);
}

export function findHolder(listed: readonly ListedWorktree[], branch: string): ListedWorktree | null {
  const ref = `refs/heads/${branch}`;
  const holds = ({ branch: checkedOut, gitDir }: ListedWorktree): boolean =>
    checkedOut === ref || branchesToReturnTo(gitDir).includes(ref);
  return listed.find(holds) ?? null;
}

function branchesToReturnTo(gitDir: string): string[] {
  const rebased = ['rebase-merge', 'rebase-apply'].map((folder) => readLine(path.join(gitDir, folder, 'head-name')));
  return [...rebased, `refs/heads/${readLine(path.join(gitDir, 'BISECT_START'))}`];
}

/** Checkout folder → its git folder, read from the repository: an agent may have changed the worktree's `.git` file. */
function readGitDirs(commonDir: string): Map<string, string> {
  const folder = path.join(commonDir, 'worktrees');
  if (!fs.existsSync(folder)) return new Map();
  return new Map(
    fs.readdirSync(folder).map((id) => {
      const gitDir = path.join(folder, id);
      return [resolveCheckout(gitDir, readLine(path.join(gitDir, 'gitdir'))), gitDir];
    }),
  );
}

/** A copied repository still lists the worktrees of its original, which point back to the original. */
function belongsToAnother(folder: string, gitDir: string): boolean {
  const pointer = readLine(path.join(folder, '.git')).replace(/^gitdir: /, '');
  const theirs = path.resolve(folder, pointer);
  if (pointer === '' || theirs === gitDir) return false;
  return resolveCheckout(theirs, readLine(path.join(theirs, 'gitdir'))) === folder;
}

function resolveCheckout(gitDir: string, pointer: string): string {
  return path.dirname(path.resolve(gitDir, pointer));
}

function realFolder(folder: string): string {
  return fs.existsSync(folder) ? fs.realpathSync(folder) : path.resolve(folder);
}

function readLine(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
