import fs from 'node:fs';
import path from 'node:path';
import { unwrap } from '../base/failure.ts';
import { realDisk } from '../files/disk.ts';
import { replaceFileAtomically } from '../files/replace.ts';
import { outputText } from './git-output.ts';
import type { Checkout, Git, Worktree } from './git.ts';
import { formatIdentity, type Identity, readIdentities } from './identity.ts';
import { keepIndexOf, noteState, replaceOwnIndex } from './kept-index.ts';
import { writeObject } from './loose-object.ts';
import { moveOwnRef } from './ref.ts';
import { hasRefFiles, resolveRevision } from './repository.ts';
import { excludeNothing, type ExcludePath, snapshotTree } from './snapshot.ts';

export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly trailers?: Trailers;
}

export type Trailers = Readonly<Record<string, string>>;

/** No hook runs and nothing is signed: this is our commit, not the user's. No ref moves. */
export async function commitTree(
  git: Git,
  checkout: Checkout,
  { tree, parents, message, trailers = {}, identity }: NewCommit & { readonly identity?: Identity },
): Promise<string> {
  const who = identity === undefined ? await readIdentities(git, checkout) : { author: identity, committer: identity };
  for (const id of [tree, ...parents]) assertObjectName(id);
  const now = new Date();
  const lines = [
    `tree ${tree}`,
    ...[...new Set(parents)].map((parent) => `parent ${parent}`),
    `author ${formatIdentity(who.author, now)}`,
    `committer ${formatIdentity(who.committer, now)}`,
    '',
    formatMessage(message, trailers),
  ];
  return writeObject(checkout, { type: 'commit', content: Buffer.from(lines.join('\n')), like: tree });
}

export interface WorkCommit {
  /** The branch of the worktree; it ends on the new commit. */
  readonly branch: string;
  /** The commit the work began with: the only parent, so that commits an agent made are folded in. */
  readonly onto: string;
  readonly message: string;
  readonly trailers?: Trailers;
  readonly exclude?: ExcludePath;
  /** For the reflog. */
  readonly reason: string;
}

/** Commits the whole content of a worktree; null when it is no different from `onto`. */
export async function commitWork(
  git: Git,
  worktree: Worktree,
  { branch, onto, reason, exclude = excludeNothing, ...commit }: WorkCommit,
): Promise<{ readonly commit: string; readonly tree: string } | null> {
  const tree = await snapshotTree(git, worktree, { exclude });
  const before = await resolveRevision(git, worktree, `${onto}^{tree}`);
  if (before === tree) return null;
  const made = await commitTree(git, worktree, { ...commit, tree: tree, parents: [onto] });
  await placeOnBranch(git, worktree, { branch, commit: made, reason });
  await replaceOwnIndex(worktree, await keepIndexOf(git, worktree, tree));
  noteState(git, worktree);
  return { commit: made, tree };
}

export interface BranchPosition {
  readonly branch: string;
  readonly commit: string;
  readonly reason: string;
}

/** Points the branch to the commit, and HEAD of our worktree to the branch. No file changes. */
export async function placeOnBranch(
  git: Git,
  worktree: Worktree,
  { branch, commit, reason }: BranchPosition,
): Promise<void> {
  const ref = `refs/heads/${branch}`;
  const current = await resolveRevision(git, worktree, ref);
  if (current !== commit) {
    await moveOwnRef(git, worktree, { ref, to: commit, expected: current, message: reason });
  }
  await placeHead(git, worktree, ref);
}

function assertObjectName(id: string): void {
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id)) throw new Error(`not the name of an object: ${id}`);
}

/** Points HEAD of our worktree to a branch, by its full name, or to a commit. No file changes. */
export async function placeHead(git: Git, worktree: Worktree, to: string): Promise<void> {
  const isRef = to.startsWith('refs/heads/');
  if (!isRef) assertObjectName(to);
  if (hasRefFiles(worktree)) {
    const head = path.join(worktree.gitDir, 'HEAD');
    const text = isRef ? `ref: ${to}\n` : `${to}\n`;
    // Files are not durable either: where a power cut brings the old one back, they are looked at and moved again.
    if (fs.readFileSync(head, 'utf8') !== text) unwrap(replaceFileAtomically(realDisk, head, Buffer.from(text)));
  } else if (isRef) await git.change(worktree, ['symbolic-ref', 'HEAD', to]);
  else await git.change(worktree, ['update-ref', '--no-deref', 'HEAD', to]);
}

/**
 * Trailers are a paragraph of their own, the last one: whatever an agent wrote into the message, only these are read
 * back as trailers.
 */
function formatMessage(message: string, trailers: Trailers): string {
  const body = message.replaceAll('\0', '').replaceAll('\r\n', '\n').trim();
  const block = Object.entries(trailers).map(([key, value]) => {
    if (!/^[A-Za-z][A-Za-z0-9-]*$/u.test(key)) throw new Error(`not a trailer: ${key}`);
    // A continuation line begins with a space.
    return `${key}: ${value
      .replaceAll('\0', '')
      .trim()
      .split(/\s*\n\s*/u)
      .join('\n ')}`;
  });
  return `${[body, ...(block.length > 0 ? [block.join('\n')] : [])].join('\n\n')}\n`;
}

/** What a commit says, with its trailers. */
export async function readMessage(git: Git, checkout: Checkout, commit: string): Promise<string> {
  const text = (await git.objects(checkout).read(`${commit}^{commit}`))?.content.toString('utf8').trim() ?? '';
  const headers = text.indexOf('\n\n');
  return headers === -1 ? '' : text.slice(headers + 2);
}

interface CommitQuery {
  /** Where the search begins; it follows first parents. */
  readonly from: string;
  /** All of these; a value is a basic regular expression. */
  readonly trailers: Trailers;
  /** Older commits do not count. */
  readonly since: string;
}

/** The latest commit with these trailers; null when there is none. */
export async function findCommit(
  git: Git,
  checkout: Checkout,
  { from, trailers, since }: CommitQuery,
): Promise<string | null> {
  const patterns = Object.entries(trailers).map(([key, value]) => `--grep=^${key}: ${value}$`);
  const how = ['--max-count=1', '--first-parent', '--basic-regexp', '--all-match', `--since=${since}`];
  const answer = await git.read(checkout, ['rev-list', ...how, ...patterns, '--end-of-options', from]);
  const commit = outputText(answer);
  return commit === '' ? null : commit;
}
