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

interface MergedCommits {
  readonly base: string;
  readonly merge: string;
  /** The base has moved: this tree is not the one that was proved. */
  readonly isNew: boolean;
}

type MergeProof = { readonly trailers: Trailers } | { readonly refused: readonly string[] };

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
  await placeBranch(step, coming, outcome);
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
  const waiting = await findWaitingMerge(step, { tree, parents });
  const made = waiting ?? (await commitTree(git, repository, { tree, parents, message, trailers: proved }));
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

interface MergeContent {
  readonly tree: string;
  readonly parents: readonly string[];
}

/** The same merge, made when the checkout was busy: it waits on our branch. */
async function findWaitingMerge({ services, branch }: Step, wanted: MergeContent): Promise<string | undefined> {
  const { git, repository } = services;
  const tip = await resolveRevision(git, repository, `refs/heads/${branch}^{commit}`);
  if (tip === null) return undefined;
  const { tree, parents } = await contentOf(services, tip);
  return tree === wanted.tree && parents.join() === wanted.parents.join() ? tip : undefined;
}

async function contentOf({ git, repository }: Step['services'], commit: string): Promise<MergeContent> {
  const listed = await git.read(repository, ['rev-list', '--no-walk', '--parents', commit]);
  const [, ...parents] = listed.stdout.toString('utf8').trim().split(' ');
  return { tree: (await resolveRevision(git, repository, `${commit}^{tree}`)) ?? '', parents };
}

/** Merged: nothing of ours stays. Left alone: our branch holds the merge. A branch that a person uses stays as it is. */
async function placeBranch(step: Step, { work }: MergeRequest, outcome: MergeOutcome): Promise<void> {
  const { services, branch, owner } = step;
  if (outcome.kind === 'refused') return;
  const { git, repository } = services;
  const ref = `refs/heads/${branch}`;
  const expected = await resolveRevision(git, repository, ref);
  if (expected !== null) {
    if ((await findBranchHolder(git, repository, branch)) !== null) return;
    const hasMore = !(await isWithin(step, { commit: expected, work, merge: outcome.merge }));
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

interface Within {
  readonly commit: string;
  readonly work: MergeRequest['work'];
  readonly merge: string;
}

/** Whether a merge has all of a commit: the commit itself, or both sides of one that only joins the work with an older base. */
async function isWithin({ services }: Step, { commit, work, merge }: Within): Promise<boolean> {
  const { git, repository } = services;
  const has = async (older: string): Promise<boolean> =>
    (await git.read(repository, ['merge-base', '--is-ancestor', older, merge], { exits: [0, 1] })).exit === 0;
  if (await has(commit)) return true;
  const { tree, parents } = await contentOf(services, commit);
  const [before = '', ...others] = parents;
  if (others.join() !== work.commit || !(await has(before))) return false;
  const joined = await mergeCommits(git, repository, { ours: before, theirs: work.commit });
  return joined.kind !== 'conflict' && joined.tree === tree;
}

function refused(why: Extract<MergeOutcome, { kind: 'refused' }>['why'], detail: readonly string[]): MergeOutcome {
  return { kind: 'refused', why, detail: detail.slice(0, MOST_DETAILS) };
}
