import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { commitTree, type Trailers } from '../../git/commit.ts';
import { deliverToBranch } from '../../git/deliver.ts';
import { changedFiles, getRenames } from '../../git/diff.ts';
import { mergeCommits } from '../../git/merge.ts';
import { moveOwnRef, removeOwnRef } from '../../git/ref.ts';
import { resolveRevision } from '../../git/repository.ts';
import { findBranchHolder } from '../../git/worktree-list.ts';
import { compareRuns } from '../../workflows/proof/compare.ts';
import { judgeFindings } from '../../workflows/proof/judge.ts';
import { TREE_POLICY, testsIn, treeFindings } from '../../workflows/proof/tree-findings.ts';
import { proveCommit } from './checks.ts';
import type { Step } from '../conductor/step.ts';
import { worktreeKinds } from '../conductor/step.ts';
import { clearWorktree, keepCommit } from './worktrees.ts';

export interface MergeRequest {
  /** The finished work, proved on its tree. */
  readonly work: { readonly commit: string; readonly tree: string };
  /** The user's branch it belongs on. */
  readonly base: string;
  /** The person wants it in their checkout as it is: see `Delivery`. */
  readonly asked: boolean;
  readonly message: string;
  readonly trailers: Trailers;
}

export type MergeOutcome =
  | { readonly kind: 'merged'; readonly merge: string }
  /** Merged, but the user's checkout is busy: the merge waits on our own branch. */
  | { readonly kind: 'left_alone'; readonly merge: string; readonly why: string; readonly detail: string }
  | {
      readonly kind: 'refused';
      readonly why: 'conflict' | 'red' | 'moved' | 'base_gone';
      /** Paths, names of tests, or the branch. */
      readonly detail: readonly string[];
    };

/** How often a base that moves under our hands is followed. */
const MOST_TRIES = 5;
const MOST_DETAILS = 20;

/**
 * Merges finished work into the user's branch and delivers it there: with the checks on the merged tree where that is
 * not the one that was proved. What is there already is found, so that it can be begun again. Worktrees go in any case,
 * our own branch once it is merged.
 */
export async function mergeIntoBase(step: Step, coming: MergeRequest): Promise<Result<MergeOutcome, Failure>> {
  const brought = await mergeWithRetries(step, coming);
  if (!brought.ok) return brought;
  for (const room of worktreeKinds) {
    const cleared = await clearWorktree(step.services, `${step.owner}/${room}`);
    if (!cleared.ok) return cleared;
  }
  const placed = await placeBranch(step, brought.value);
  return placed.ok ? brought : placed;
}

async function mergeWithRetries(step: Step, coming: MergeRequest): Promise<Result<MergeOutcome, Failure>> {
  const already = await findExistingMerge(step, coming);
  if (!already.ok) return already;
  if (already.value !== null) return ok({ kind: 'merged', merge: already.value });
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const tried = await mergeOnce(step, coming);
    if (!tried.ok) return tried;
    if (tried.value !== 'moved') return ok(tried.value);
  }
  return refused('moved', [coming.base]);
}

async function mergeOnce(step: Step, coming: MergeRequest): Promise<Result<MergeOutcome | 'moved', Failure>> {
  const { git, repository, onPoint } = step.services;
  const { work, base: branch, asked, message, trailers } = coming;
  const base = await resolveRevision(git, repository, `refs/heads/${branch}^{commit}`);
  if (!base.ok) return base;
  if (base.value === null) return refused('base_gone', [branch]);
  const merged = await mergeCommits(git, repository, { ours: base.value, theirs: work.commit });
  if (!merged.ok) return merged;
  if (merged.value.kind === 'conflict') return refused('conflict', merged.value.paths);
  const { tree } = merged.value;
  const made = await commitTree(git, repository, { tree, parents: [base.value, work.commit], message, trailers });
  if (!made.ok) return made;
  onPoint('merge.made');
  if (tree !== work.tree) {
    const red = await findWorse(step, { base: base.value, merge: made.value });
    if (!red.ok) return red;
    if (red.value !== null) return refused('red', red.value);
  }
  const reason = `orchestral ${step.owner}: approved`;
  const delivered = await deliverToBranch(git, repository, { branch, commit: made.value, message: reason, asked });
  if (!delivered.ok) return delivered;
  onPoint('work.delivered');
  if (delivered.value.kind !== 'left_alone') return ok({ kind: 'merged', merge: made.value });
  const { why, detail } = delivered.value;
  return why === 'branch_moved' ? ok('moved') : ok({ kind: 'left_alone', merge: made.value, why, detail });
}

/** The merge that the base already has of this work: this step may have been interrupted, or a person was faster. */
async function findExistingMerge(
  { services }: Step,
  { work, base }: MergeRequest,
): Promise<Result<string | null, Failure>> {
  const { git, repository } = services;
  const { commit } = work;
  const ref = `refs/heads/${base}`;
  const tip = await resolveRevision(git, repository, `${ref}^{commit}`);
  if (!tip.ok || tip.value === null) return tip;
  const inside = await git.read(repository, ['merge-base', '--is-ancestor', commit, ref], { exits: [0, 1] });
  if (!inside.ok) return inside;
  if (inside.value.exit === 1) return ok(null);
  const listed = await git.read(repository, ['rev-list', '--first-parent', '--parents', `${commit}..${ref}`]);
  if (!listed.ok) return listed;
  const lines = listed.value.stdout.toString('utf8').split('\n');
  const own = lines.find((line) => line.split(' ').slice(2).includes(commit));
  return own === undefined ? tip : ok(own.split(' ')[0] ?? commit);
}

/** The tests that the merged tree is refused for, before any branch moves to it; null when it is not. */
async function findWorse(
  step: Step,
  { base, merge }: { readonly base: string; readonly merge: string },
): Promise<Result<readonly string[] | null, Failure>> {
  const before = await proveCommit(step, { commit: base });
  if (!before.ok) return before;
  const now = await proveCommit(step, { commit: merge });
  if (!now.ok) return now;
  const files = await changedFiles(step.services.git, step.services.repository, { from: base, to: merge });
  if (!files.ok) return files;
  const findings = treeFindings(compareRuns(before.value, now.value, getRenames(files.value)));
  const { verdict, reasons } = judgeFindings(findings, TREE_POLICY.merge);
  return ok(verdict === 'reject' ? testsIn(reasons) : null);
}

/** Merged: nothing of ours stays. Left alone: our branch holds the merge. A branch that a person uses stays as it is. */
async function placeBranch({ services, branch, owner }: Step, came: MergeOutcome): Promise<Result<void, Failure>> {
  if (came.kind === 'refused') return ok();
  const { git, repository } = services;
  const ref = `refs/heads/${branch}`;
  const standing = await resolveRevision(git, repository, ref);
  if (!standing.ok) return standing;
  const expected = standing.value;
  if (expected !== null) {
    const holder = await findBranchHolder(git, repository, branch);
    if (!holder.ok || holder.value !== null) return holder.ok ? ok() : holder;
    const asked = ['merge-base', '--is-ancestor', expected, came.merge];
    const inside = await git.read(repository, asked, { exits: [0, 1] });
    if (!inside.ok) return inside;
    const hasMore = inside.value.exit === 1;
    if (came.kind === 'merged') {
      const message = `orchestral ${owner}: merged`;
      return hasMore ? ok() : removeOwnRef(git, repository, { ref, expected, message });
    }
    const kept = hasMore ? await keepCommit(services, { owner, commit: expected }) : ok();
    if (!kept.ok) return kept;
  }
  if (came.kind === 'merged') return ok();
  const message = `orchestral ${owner}: waits for apply`;
  return moveOwnRef(git, repository, { ref, to: came.merge, expected, message });
}

function refused(
  why: Extract<MergeOutcome, { kind: 'refused' }>['why'],
  detail: readonly string[],
): Result<MergeOutcome, never> {
  return ok({ kind: 'refused', why, detail: detail.slice(0, MOST_DETAILS) });
}
