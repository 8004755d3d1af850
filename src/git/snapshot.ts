import fs from 'node:fs';
import path from 'node:path';
import { throwFailure } from '../base/failure.ts';
import { outputByteFields, outputFields, outputText } from './git-output.ts';
import type { Git, Worktree } from './git.ts';
import { resolveRevision } from './repository.ts';
import { listTree } from './edit-tree.ts';
import { findStagedTree, isUntouched, keepIndexOf, readTreeInto, updateKeptIndex } from './kept-index.ts';
import { readGitStatus } from './status.ts';

export interface SnapshotOptions {
  /** What stays as it is committed: Orchestral's own documents, for one. */
  readonly exclude?: ExcludePath;
}

/**
 * The tree of everything in a worktree that git would not ignore, untracked files included. The worktree's own index
 * and HEAD stay as they are. Submodules stay at the commit that HEAD names.
 */
export async function snapshotTree(
  git: Git,
  worktree: Worktree,
  { exclude = excludeNothing }: SnapshotOptions = {},
): Promise<string> {
  const head = await resolveRevision(git, worktree, 'HEAD^{tree}');
  return updateKeptIndex(git, worktree, async (index, holds) => {
    if (head === null) await git.change(worktree, ['read-tree', '--empty'], { index });
    else await readTreeInto(git, worktree, { index, holds, tree: head });
    const changes = await listChanges(git, worktree, index);
    for (const [way, names] of [
      [['--force-remove'], changes.gone],
      [['--add', '--remove', '--replace'], changes.there],
    ] as const) {
      const taken = names.filter((name) => !exclude(name.toString('utf8')));
      if (taken.length === 0) continue;
      const stdin = Buffer.concat(taken.flatMap((name) => [name, NUL]));
      await git.change(worktree, ['update-index', ...way, '-z', '--stdin'], { index, stdin });
    }
    const tree = outputText(await git.change(worktree, ['write-tree'], { index }));
    return { value: tree, tree };
  });
}

/** Submodules that are checked out: our trees do not hold their content. */
export async function populatedSubmodules(git: Git, worktree: Worktree): Promise<string[]> {
  const staged = findStagedTree(git, worktree);
  const names =
    staged === undefined ? await askForSubmodules(git, worktree) : await submodulesOf(git, worktree, staged);
  return names.filter((name) => fs.existsSync(path.join(worktree.folder, name, '.git')));
}

async function submodulesOf(git: Git, worktree: Worktree, tree: string): Promise<string[]> {
  const files = await listTree(git, worktree, tree);
  return [...files].filter(([, { mode }]) => mode === '160000').map(([name]) => name);
}

async function askForSubmodules(git: Git, worktree: Worktree): Promise<string[]> {
  const entries = outputFields(await git.read(worktree, ['ls-files', '--stage', '-z']));
  return entries.filter((entry) => entry.startsWith('160000 ')).map((entry) => entry.slice(entry.indexOf('\t') + 1));
}

const NUL = Buffer.alloc(1);
const SLASH = 0x2f;
const QUESTION_MARK = 0x3f;

interface Changes {
  readonly gone: readonly Buffer[];
  readonly there: readonly Buffer[];
}

async function listChanges(git: Git, worktree: Worktree, index: string): Promise<Changes> {
  const asked = ['--porcelain=v2', '-z', '--untracked-files=all', '--ignore-submodules=all', '--no-renames'];
  const fields = outputByteFields(await git.read(worktree, ['status', ...asked], { index }));
  const others = fields.filter((field) => field[0] === QUESTION_MARK).map((field) => field.subarray(2));
  // Git lists a repository inside this one as a folder.
  const nested = others.filter((name) => name.at(-1) === SLASH).map((name) => name.toString('utf8'));
  if (nested.length > 0) {
    return throwFailure('git.nested_repository', { folder: worktree.folder, paths: nested }, { path: worktree.folder });
  }
  const changed = fields.flatMap(unstagedIn);
  const forced = isUntouched(git, worktree) ? [] : await listForced(git, worktree);
  return {
    gone: changed.filter(({ letter }) => letter === 'D').map(({ name }) => name),
    there: [
      ...changed.filter(({ letter }) => letter !== 'D').map(({ name }) => name),
      ...others,
      ...forced.filter((name) => isFile(worktree.folder, name)),
    ],
  };
}

/** `1 XY sub mode mode mode object object path`: Y says how a file differs from the index. */
function unstagedIn(field: Buffer): { readonly letter: string; readonly name: Buffer }[] {
  const text = field.toString('latin1');
  const [head, letter] = /^1 .(.) (?:\S+ ){6}/.exec(text) ?? [];
  if (head === undefined || letter === undefined || letter === '.') return [];
  return [{ letter, name: field.subarray(head.length) }];
}

/** Ignored, but an agent added them all the same: in the worktree's own index. */
async function listForced(git: Git, worktree: Worktree): Promise<Buffer[]> {
  const asked = ['ls-files', '--cached', '--ignored', '--exclude-standard', '-z'];
  return outputByteFields(await git.read(worktree, asked));
}

/** Reached through real folders only: git refuses what lies beyond a symbolic link. */
function isFile(folder: string, name: Buffer): boolean {
  try {
    const parent = name.lastIndexOf(SLASH);
    const above = Buffer.concat([Buffer.from(`${folder}/`), name.subarray(0, Math.max(parent, 0))]);
    if (parent !== -1 && !fs.realpathSync(above, 'buffer').equals(above)) return false;
    const stat = fs.lstatSync(Buffer.concat([Buffer.from(`${folder}/`), name]));
    return stat.isFile() || stat.isSymbolicLink();
  } catch {
    return false;
  }
}

/**
 * Whether a worktree holds exactly the files of a tree, beside what git ignores and what is left out. Git's own index is
 * not asked: whoever works there can make it say anything.
 */
export async function worktreeMatchesTree(
  git: Git,
  worktree: Worktree,
  tree: string,
  exclude: ExcludePath = excludeNothing,
): Promise<boolean> {
  const root = await resolveRevision(git, worktree, `${tree}^{tree}`);
  if (root === null) return false;
  const { file: index } = await keepIndexOf(git, worktree, root);
  const { unstaged, unmerged, untracked } = await readGitStatus(git, worktree, { index });
  const others = [...unstaged.map(({ path }) => path), ...unmerged, ...untracked];
  return others.every(exclude);
}

/**
 * Files that git takes for changed as soon as they are checked out: the tree holds them with other line endings than
 * .gitattributes asks for.
 */
export async function listNotNormalized(git: Git, worktree: Worktree, tree: string): Promise<string[]> {
  const root = await resolveRevision(git, worktree, `${tree}^{tree}`);
  if (root === null) return [];
  const { file: index } = await keepIndexOf(git, worktree, root);
  const { unstaged } = await readGitStatus(git, worktree, { index });
  if (unstaged.length === 0) return [];
  const changed = new Set(unstaged.map(({ path }) => path));
  const entries = outputFields(await git.read(worktree, ['ls-files', '--eol', '-z'], { index }));
  return entries
    .filter((entry) => NOT_NORMALIZED.test(entry))
    .map((entry) => entry.slice(entry.indexOf('\t') + 1))
    .filter((file) => changed.has(file));
}

/** `i/crlf w/crlf attr/text eol=crlf<tab>path`: carriage returns in the tree of a file that is to have none there. */
const NOT_NORMALIZED = /^i\/(?:crlf|mixed) +w\/\S+ +attr\/text(?!=auto)[^\t]*\t/su;

/** Whether a path of a worktree is not part of the work. */
export type ExcludePath = (path: string) => boolean;

export const excludeNothing: ExcludePath = () => false;

/** Matches these paths, and everything below a path that ends in `/`. */
export function excludePaths(paths: readonly string[]): ExcludePath {
  const files = new Set(paths);
  const folders = paths.filter((path) => path.endsWith('/'));
  return (path) => files.has(path) || folders.some((folder) => path.startsWith(folder));
}
