import { commitTree, type Trailers } from '../../git/commit.ts';
import { type DeliveryResult, deliverToBranch } from '../../git/deliver.ts';
import { mergeCommits } from '../../git/merge.ts';
import { moveOwnRef, removeOwnRef } from '../../git/ref.ts';
import { resolveRevision } from '../../git/repository.ts';
import { findBranchHolder } from '../../git/worktree-list.ts';
import type { Step } from '../conductor/step.ts';
import { withDeliveryLock } from './delivery-lock.ts';
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
  /** Says how the merge was proved, or why it is not taken. */
  readonly prove: (merged: MergedCommits) => Promise<MergeProof>;
}

export interface MergedCommits {
  readonly base: string;
  readonly merge: string;
  /** The base has moved: this tree is not the one that was proved. */
  readonly isNew: boolean;
}

export type MergeProof = { readonly trailers: Trailers } | { readonly refused: readonly string[] };

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
 * Merges finished work into the user's branch and delivers it there, once the merged tree is proved. What is there already is found, so that it can be begun again. Worktrees go in any case,
 * our own branch once it is merged.
 */
export async function mergeIntoBase(step: Step, coming: MergeRequest): Promise<MergeOutcome> {
  const outcome = await mergeWithRetries(step, coming);
  for (const kind of worktreeKinds) await clearWorktree(step.services, `${step.owner}/${kind}`);
  await placeBranch(step, outcome);
  return outcome;
}

async function mergeWithRetries(step: Step, coming: MergeRequest): Promise<MergeOutcome> {
  // Under the lock, so that one which a killed delivery left lying is taken over and given back.
  const already = await withDeliveryLock(step.services, () => findExistingMerge(step, coming), step.signal);
  if (already !== null) return { kind: 'merged', merge: already };
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const tried = await mergeOnce(step, coming);
    if (tried !== 'moved') return tried;
  }
  return refused('moved', [coming.base]);
}

async function mergeOnce(step: Step, coming: MergeRequest): Promise<MergeOutcome | 'moved'> {
  const { git, repository, onPoint } = step.services;
  const { work, base: branch, asked, message, trailers } = coming;
  const base = await resolveRevision(git, repository, `refs/heads/${branch}^{commit}`);
  if (base === null) return refused('base_gone', [branch]);
  const merged = await mergeCommits(git, repository, { ours: base, theirs: work.commit });
  if (merged.kind === 'conflict') return refused('conflict', merged.paths);
  const { tree } = merged;
  const parents = [base, work.commit];
  const merge = await commitTree(git, repository, { tree, parents, message, trailers });
  onPoint('merge.made');
  const proof = await coming.prove({ base, merge, isNew: tree !== work.tree });
  if ('refused' in proof) return refused('red', proof.refused);
  // The same tree once more, now that it is known how it was proved.
  const proved = { ...trailers, ...proof.trailers };
  const made = await commitTree(git, repository, { tree, parents, message, trailers: proved });
  const reason = `orchestral ${step.owner}: approved`;
  const delivery = { branch, commit: made, message: reason, asked };
  const deliver = async (): Promise<DeliveryResult> => {
    const outcome = await deliverToBranch(git, repository, delivery);
    onPoint('work.delivered');
    return outcome;
  };
  const delivered = await withDeliveryLock(step.services, deliver, step.signal);
  if (delivered.kind !== 'left_alone') return { kind: 'merged', merge: made };
  const { why, detail } = delivered;
  return why === 'branch_moved' ? 'moved' : { kind: 'left_alone', merge: made, why, detail };
}

/** The merge that the base already has of this work: this step may have been interrupted, or a person was faster. */
async function findExistingMerge({ services }: Step, { work, base }: MergeRequest): Promise<string | null> {
  const { git, repository } = services;
  const { commit } = work;
  const ref = `refs/heads/${base}`;
  const tip = await resolveRevision(git, repository, `${ref}^{commit}`);
  if (tip === null) return null;
  const inside = await git.read(repository, ['merge-base', '--is-ancestor', commit, ref], { exits: [0, 1] });
  if (inside.exit === 1) return null;
  const listed = await git.read(repository, ['rev-list', '--first-parent', '--parents', `${commit}..${ref}`]);
  const lines = listed.stdout.toString('utf8').split('\n');
  const own = lines.find((line) => line.split(' ').slice(2).includes(commit));
  return own === undefined ? tip : (own.split(' ')[0] ?? commit);
}

/** Merged: nothing of ours stays. Left alone: our branch holds the merge. A branch that a person uses stays as it is. */
async function placeBranch({ services, branch, owner }: Step, outcome: MergeOutcome): Promise<void> {
  if (outcome.kind === 'refused') return;
  const { git, repository } = services;
  const ref = `refs/heads/${branch}`;
  const expected = await resolveRevision(git, repository, ref);
  if (expected !== null) {
    if ((await findBranchHolder(git, repository, branch)) !== null) return;
    const asked = ['merge-base', '--is-ancestor', expected, outcome.merge];
    const inside = await git.read(repository, asked, { exits: [0, 1] });
    const hasMore = inside.exit === 1;
    if (outcome.kind === 'merged') {
      const message = `orchestral ${owner}: merged`;
      if (!hasMore) await removeOwnRef(git, repository, { ref, expected, message });
      return;
    }
    if (hasMore) await keepCommit(services, { owner, commit: expected });
  }
  if (outcome.kind === 'merged') return;
  const message = `orchestral ${owner}: waits for apply`;
  await moveOwnRef(git, repository, { ref, to: outcome.merge, expected, message });
}

function refused(why: Extract<MergeOutcome, { kind: 'refused' }>['why'], detail: readonly string[]): MergeOutcome {
  return { kind: 'refused', why, detail: detail.slice(0, MOST_DETAILS) };
}
