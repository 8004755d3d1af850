import fs from 'node:fs';
import path from 'node:path';
import { unwrap } from '../base/failure.ts';
import { lookOf, moveOver } from '../files/copy-file.ts';
import type { Git, Worktree } from './git.ts';
import { ownIndex, withScratchIndex } from './scratch-index.ts';

/**
 * An index of ours for each worktree, beside git's own. What it says of files that did not change is believed, so that
 * nobody reads them again. Only the very file that this process wrote is: an agent without a sandbox could write another,
 * but not set the time of its last change.
 */
export interface KeptIndex {
  readonly file: string;
  /** What its entries are. */
  readonly tree: string;
}

interface Note {
  readonly tree: string;
  readonly look: string;
  /** What git's own files for the worktree were when we last had it in hand, and what its index held. */
  readonly state?: string;
  readonly staged?: string;
}

const noted = new WeakMap<Git, Map<string, Note>>();

function notesOf(git: Git): Map<string, Note> {
  const notes = noted.get(git) ?? new Map<string, Note>();
  noted.set(git, notes);
  return notes;
}

export function findKeptIndex(git: Git, { gitDir }: Worktree): KeptIndex | undefined {
  const file = keptFile(gitDir);
  const note = notesOf(git).get(gitDir);
  return note === undefined || lookOf(file) !== note.look ? undefined : { file, tree: note.tree };
}

export interface IndexUpdate<T> {
  readonly value: T;
  /** What its entries are now. */
  readonly tree: string;
}

/** Changes a copy of the kept index, or an empty one where none is believed, and keeps that. */
export function updateKeptIndex<T>(
  git: Git,
  worktree: Worktree,
  update: (index: string, holds: string | null) => Promise<IndexUpdate<T>>,
): Promise<T> {
  const kept = findKeptIndex(git, worktree);
  const begin = kept === undefined ? {} : { copyOf: kept.file };
  const work = async (index: string): Promise<T> => {
    const { value, tree } = await update(index, kept?.tree ?? null);
    keep(git, worktree, { index, tree });
    return value;
  };
  return withScratchIndex(worktree, work, begin);
}

/** Brings the kept index to a tree. What it did not know of the files is read. */
export async function keepIndexOf(git: Git, worktree: Worktree, tree: string): Promise<KeptIndex> {
  const kept = findKeptIndex(git, worktree);
  if (kept?.tree === tree) return kept;
  await updateKeptIndex(git, worktree, async (index, holds) => {
    await readTreeInto(git, worktree, { index, holds, tree });
    if (holds === null) await git.change(worktree, ['update-index', '-q', '--refresh'], { index, exits: [0, 1] });
    return { value: undefined, tree };
  });
  return { file: keptFile(worktree.gitDir), tree };
}

interface ReadTree {
  readonly index: string;
  /** What the index holds. */
  readonly holds: string | null;
  readonly tree: string;
}

/**
 * With -m, what the index already knows about unchanged files is kept; with -i, changed ones do not matter to it. Written
 * with the files in view: git notices a change within the second of its last look only by the age of the index, and reads
 * such files again before it writes a newer index.
 */
export async function readTreeInto(git: Git, worktree: Worktree, { index, holds, tree }: ReadTree): Promise<void> {
  if (holds === tree) return;
  await git.change(worktree, ['read-tree', ...(holds === null ? [tree] : ['-m', '-i', tree])], { index });
}

/** Believes git's own index of a worktree that it has just made. */
export function adoptOwnIndex(git: Git, worktree: Worktree, tree: string): Promise<void> {
  return withScratchIndex(
    worktree,
    async (index) => {
      keep(git, worktree, { index, tree });
    },
    { copyOf: ownIndex(worktree) },
  );
}

/** Gives git what we know of the files. */
export function replaceOwnIndex(worktree: Worktree, { file }: KeptIndex): Promise<void> {
  return withScratchIndex(
    worktree,
    async (index) => {
      unwrap(moveOver(index, ownIndex(worktree)));
    },
    { copyOf: file },
  );
}

function keep(
  git: Git,
  { gitDir }: Worktree,
  { index, tree }: { readonly index: string; readonly tree: string },
): void {
  const file = keptFile(gitDir);
  unwrap(moveOver(index, file));
  const notes = notesOf(git);
  notes.set(gitDir, { ...notes.get(gitDir), tree, look: lookOf(file) });
}

function keptFile(gitDir: string): string {
  return path.join(gitDir, 'orchestral.index');
}

/** Notes that HEAD, the index and everything else that git has of a worktree are as we want them. */
export function noteState(git: Git, { gitDir }: Worktree): void {
  const notes = notesOf(git);
  const note = notes.get(gitDir);
  if (note !== undefined) notes.set(gitDir, { ...note, state: readState(gitDir), staged: note.tree });
}

/** Whether nobody has touched any of that since: nothing is staged, and no commit was made there. */
export function isUntouched(git: Git, { gitDir }: Worktree): boolean {
  const state = notesOf(git).get(gitDir)?.state;
  return state !== undefined && fs.existsSync(gitDir) && state === readState(gitDir);
}

/** What git's own index of a worktree holds, where nobody has touched it; undefined: it has to be read. */
export function findStagedTree(git: Git, worktree: Worktree): string | undefined {
  return isUntouched(git, worktree) ? notesOf(git).get(worktree.gitDir)?.staged : undefined;
}

function readState(gitDir: string): string {
  const names = fs.readdirSync(gitDir).filter((name) => !name.startsWith('orchestral.'));
  return ['HEAD', 'index', 'logs/HEAD', 'refs']
    .map((name) => lookOf(path.join(gitDir, name)))
    .concat(names.sort())
    .join('\n');
}
