import fs from 'node:fs';
import path from 'node:path';
import { catchFailure, throwFailure, unwrap } from '../base/failure.ts';
import { commitTree } from './commit.ts';
import { OWN_IDENTITY } from './identity.ts';
import { type Checkout, type Git, outsideFiles, type Worktree } from './git.ts';
import { outputText } from './git-output.ts';
import { findStagedTree, isUntouched } from './kept-index.ts';
import { moveOwnRef } from './ref.ts';
import { hasRefFiles, resolveRevision } from './repository.ts';
import { ownIndex, withScratchIndex } from './scratch-index.ts';
import { snapshotTree } from './snapshot.ts';
import { isInPlace } from './worktree-identity.ts';
import { isStillOurs } from './worktree-list.ts';

export interface Rescue {
  readonly ref: string;
  readonly commit: string;
  readonly tree: string;
}

/**
 * Keeps everything of a worktree that git could lose, under `refs/orchestral/rescue/<name>/<n>`: the files, as a commit
 * on top of HEAD, with what was staged and the commits that only this worktree's reflog or own refs reach as further
 * parents. `name` is `<run>/<task>`. Stashes are shared by all worktrees and outlive this one.
 */
export async function rescueWorktree(git: Git, worktree: Worktree, name: string): Promise<Rescue> {
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}_.-]*(?:\/[\p{L}\p{N}_][\p{L}\p{N}_.-]*)*$/u.test(name))
    throw new Error(`not a name for a rescue: ${name}`);
  if (!isStillOurs(worktree)) return throwFailure('git.not_our_worktree', { folder: worktree.folder });
  const isThere = isInPlace(worktree);
  const checkout = isThere ? worktree : outsideFiles(worktree);
  const commits = await listCommits(git, checkout);
  const staged = await writeStagedTree(git, worktree);
  const headTree = await resolveRevision(git, checkout, 'HEAD^{tree}');
  const tree = isThere ? await snapshotTree(git, worktree) : (staged ?? headTree ?? '');
  const message = `Rescue of ${worktree.owner}`;
  const parents = [...commits];
  if (staged !== null && staged !== tree && staged !== headTree) {
    const index = await commitTree(git, worktree, {
      tree: staged,
      parents: parents.slice(0, 1),
      message: `${message}: staged`,
      identity: OWN_IDENTITY,
    });
    parents.push(index);
  }
  const commit = await commitTree(git, worktree, { tree, parents, message, identity: OWN_IDENTITY });
  const ref = await createRescueRef(git, worktree, { name, commit: commit, message });
  return { ref, commit, tree };
}

export interface ReachableAfter {
  /** Commits that will still be reachable. */
  readonly commits: readonly string[];
  /** A branch that is about to be moved. */
  readonly leaving: string | null;
}

/**
 * HEAD, if removing this worktree loses nothing: the index equals HEAD, and every commit that only the worktree
 * remembers stays reachable. The caller compares the files. Null otherwise.
 */
export async function readHeadIfSafe(git: Git, worktree: Worktree, staying: ReachableAfter): Promise<string | null> {
  const head = await resolveRevision(git, worktree, 'HEAD^{commit}');
  if (head === null) return null;
  const tree = await resolveRevision(git, worktree, `${head}^{tree}`);
  const staged = await writeStagedTree(git, worktree);
  if (staged !== tree) return null;
  const remembered = await listRemembered(git, worktree, head);
  // A commit that we ourselves put there, on no branch, is nobody's work.
  const isPutThere = staying.leaving === null && isUntouched(git, worktree);
  const commits = isPutThere ? remembered.filter((commit) => commit !== head) : [head, ...remembered];
  const loose = await listUnreachable(git, worktree, { commits, from: staying.commits, leaving: staying.leaving });
  return loose.length === 0 ? head : null;
}

const PSEUDO_REFS = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'REBASE_HEAD', 'ORIG_HEAD'];
const OWN_REFS = ['refs/bisect', 'refs/worktree', 'refs/rewritten'];
const MOST_REFLOG = 500;

/** HEAD first, then the tips of what only this worktree remembers. */
async function listCommits(git: Git, checkout: Checkout): Promise<string[]> {
  const head = await resolveRevision(git, checkout, 'HEAD^{commit}');
  const remembered = await listRemembered(git, checkout, head);
  const tips = head === null ? [] : [head];
  const loose = await listUnreachable(git, checkout, { commits: remembered, from: tips });
  return [...tips, ...loose];
}

/** Git is asked only where refs are not files, or there are refs of the worktree's own. */
async function listRemembered(git: Git, checkout: Checkout, head: string | null): Promise<string[]> {
  const { gitDir } = checkout;
  const refsAreFiles = hasRefFiles(checkout);
  const hasOwnRefs = !refsAreFiles || OWN_REFS.some((name) => fs.existsSync(path.join(gitDir, name)));
  const remembered = new Set(PSEUDO_REFS.flatMap((name) => readIds(path.join(gitDir, name))));
  if (refsAreFiles) for (const commit of readReflog(gitDir)) remembered.add(commit);
  for (const args of [
    ...(hasOwnRefs ? [['for-each-ref', '--format=%(objectname)', ...OWN_REFS]] : []),
    ...(refsAreFiles || head === null ? [] : [['rev-list', '--walk-reflogs', '--max-count', `${MOST_REFLOG}`, 'HEAD']]),
  ]) {
    const found = await git.read(checkout, args, { exits: [0, 128] });
    for (const line of outputText(found).split('\n')) if (line !== '') remembered.add(line);
  }
  return [...remembered];
}

/** Where HEAD was, from the latest on: `<old> <new> <who> <when>\t<why>` in each line. */
function readReflog(gitDir: string): string[] {
  const file = path.join(gitDir, 'logs/HEAD');
  if (!fs.existsSync(file)) return [];
  const commits = [...fs.readFileSync(file, 'latin1').matchAll(/^[0-9a-f]{40,64} ([0-9a-f]{40,64}) /gm)];
  return commits.slice(-MOST_REFLOG).map(([, commit = '']) => commit);
}

interface Reach {
  readonly commits: readonly string[];
  readonly from: readonly string[];
  /** A branch that is about to be moved. */
  readonly leaving?: string | null;
}

async function listUnreachable(git: Git, checkout: Checkout, { commits, from, leaving }: Reach): Promise<string[]> {
  if (commits.length === 0) return [];
  const without = leaving === undefined || leaving === null ? [] : [`--exclude=${leaving}`];
  const lasting = [...without, '--branches', '--tags', '--remotes', '--glob=refs/orchestral', '--glob=refs/stash'];
  const answer = await git.read(checkout, ['rev-list', '--ignore-missing', ...commits, '--not', ...from, ...lasting]);
  const found = outputText(answer)
    .split('\n')
    .filter((line) => commits.includes(line));
  if (found.length < 2) return found;
  const tips = await git.read(checkout, ['merge-base', '--independent', ...found]);
  return outputText(tips).split('\n');
}

function readIds(file: string): string[] {
  return fs.existsSync(file) ? (fs.readFileSync(file, 'utf8').match(/^[0-9a-f]{40,64}$/gmu) ?? []) : [];
}

/** Null when the index holds a conflict: its sides are in the commits. */
async function writeStagedTree(git: Git, worktree: Worktree): Promise<string | null> {
  const known = findStagedTree(git, worktree);
  if (known !== undefined) return known;
  return withScratchIndex(
    worktree,
    async (index) => {
      const tree = await git.record(worktree, ['write-tree'], { index, exits: [0, 128] });
      return tree.exit === 0 ? outputText(tree) : null;
    },
    { copyOf: ownIndex(worktree) },
  );
}

/** Never overwrites another rescue. */
async function createRescueRef(
  git: Git,
  worktree: Worktree,
  { name, commit, message }: { name: string; commit: string; message: string },
): Promise<string> {
  const folder = `refs/orchestral/rescue/${name}`;
  const taken = await git.read(outsideFiles(worktree), ['for-each-ref', '--format=%(refname)', folder]);
  const numbers = outputText(taken)
    .split('\n')
    .map((ref) => Number(/(\d+)$/u.exec(ref)?.[1] ?? 0));
  for (let n = Math.max(0, ...numbers) + 1; ; n++) {
    const ref = `${folder}/${n}`;
    const kept = await catchFailure(() => moveOwnRef(git, worktree, { ref, to: commit, expected: null, message }));
    if (kept.ok) return ref;
    if (kept.error.code !== 'git.ref_moved') return unwrap(kept);
  }
}
