import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { compareProofs } from '../../../evidence/compare.ts';
import { commitTree } from '../../../git/commit.ts';
import { carryOut } from '../../../git/copy-out.ts';
import { deliver } from '../../../git/deliver.ts';
import { mergeCommits } from '../../../git/merge.ts';
import { moveOwnRef, removeOwnRef } from '../../../git/ref.ts';
import { resolve } from '../../../git/repository.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { proofOf } from './check.ts';
import { branchOf, type JobAt } from './workshop.ts';
import { clearWorktree } from './worktrees.ts';

/** How often a base that moves under our hands is followed. */
const MOST_TRIES = 5;

/** Brings approved work to where it belongs: the base's branch, or the folder that has no git. */
export async function merge(job: JobAt<'merge'>): Promise<Result<RunEvent, Failure>> {
  const { branch } = job.run.base;
  if (branch === null) return copyBack(job);
  const already = await mergeOf(job, branch);
  if (!already.ok) return already;
  if (already.value !== null) return finish(job, already.value);
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const tried = await mergeOnce(job, branch);
    if (!tried.ok) return tried;
    if (tried.value !== 'moved') return ok(tried.value);
  }
  return refuse(job, { code: 'moved', detail: branch });
}

async function mergeOnce(job: JobAt<'merge'>, branch: string): Promise<Result<RunEvent | 'moved', Failure>> {
  const { workshop, run, step } = job;
  const { git, repository } = workshop;
  const { commit } = step.work;
  const base = await resolve(git, repository, `refs/heads/${branch}^{commit}`);
  if (!base.ok) return base;
  if (base.value === null) return refuse(job, { code: 'base_gone', detail: branch });
  const merged = await mergeCommits(git, repository, { ours: base.value, theirs: commit });
  if (!merged.ok) return merged;
  if (merged.value.kind === 'conflict') return refuse(job, { code: 'conflict', detail: merged.value.paths.join('\n') });
  const { tree } = merged.value;
  const trailers = { 'Orchestral-Run': run.run_id, 'Orchestral-Evidence': `tree ${step.work.tree}` };
  const message = `Merge ${run.run_id}`;
  const made = await commitTree(git, repository, { tree, parents: [base.value, commit], message, trailers });
  if (!made.ok) return made;
  workshop.onPoint('merge.made');
  if (tree !== step.work.tree) {
    const red = await newlyRed(job, { base: base.value, merge: made.value });
    if (!red.ok) return red;
    if (red.value !== null) return refuse(job, { code: 'red', detail: red.value.join('\n') });
  }
  const delivery = { branch, commit: made.value, message: `orchestral ${run.run_id}: approved`, asked: step.asked };
  const delivered = await deliver(git, repository, delivery);
  if (!delivered.ok) return delivered;
  workshop.onPoint('work.delivered');
  if (delivered.value.kind !== 'left_alone') return finish(job, made.value);
  if (delivered.value.why === 'branch_moved') return ok('moved');
  const { why, detail } = delivered.value;
  return leave(job, { merge: made.value, why, detail });
}

/** The merge that the base already has of this work: this step may have been interrupted, or a person was faster. */
async function mergeOf({ workshop, step }: JobAt<'merge'>, branch: string): Promise<Result<string | null, Failure>> {
  const { git, repository } = workshop;
  const { commit } = step.work;
  const ref = `refs/heads/${branch}`;
  const tip = await resolve(git, repository, `${ref}^{commit}`);
  if (!tip.ok || tip.value === null) return tip;
  const inside = await git.read(repository, ['merge-base', '--is-ancestor', commit, ref], { exits: [0, 1] });
  if (!inside.ok) return inside;
  if (inside.value.exit === 1) return ok(null);
  const listed = await git.read(repository, ['rev-list', '--first-parent', '--parents', `${commit}..${ref}`]);
  if (!listed.ok) return listed;
  const lines = listed.value.stdout.toString('utf8').split('\n');
  const own = lines.find((line) => line.split(' ').slice(2).includes(commit));
  if (own !== undefined) return ok(own.split(' ')[0] ?? commit);
  return tip;
}

/** What is red on the merged tree and on neither side: null for nothing. */
async function newlyRed(
  job: JobAt<'merge'>,
  { base, merge: merged }: { readonly base: string; readonly merge: string },
): Promise<Result<readonly string[] | null, Failure>> {
  const before = await proofOf(job, { commit: base });
  if (!before.ok) return before;
  const now = await proofOf(job, { commit: merged });
  if (!now.ok) return now;
  const { newlyRed: red, gone, nowSkipped, brokeOff, fewer } = compareProofs(before.value, now.value);
  const worse = [...red, ...gone, ...nowSkipped];
  return ok(worse.length > 0 || brokeOff || fewer !== null ? worse : null);
}

/** Nothing of ours stays but what was approved. */
async function finish(job: JobAt<'merge'>, merged: string): Promise<Result<RunEvent, Failure>> {
  const tidied = await tidy(job);
  if (!tidied.ok) return tidied;
  const { workshop, run, id } = job;
  const ref = `refs/heads/${branchOf(run.run_id)}`;
  const standing = await resolve(workshop.git, workshop.repository, ref);
  if (!standing.ok) return standing;
  if (standing.value !== null) {
    const message = `orchestral ${run.run_id}: merged`;
    const removed = await removeOwnRef(workshop.git, workshop.repository, { ref, expected: standing.value, message });
    if (!removed.ok) return removed;
  }
  return ok({ type: 'merged', data: { effect: id, merge: merged } });
}

/** The person's checkout is busy: the merge waits on the run's own branch. */
async function leave(
  job: JobAt<'merge'>,
  { merge: merged, ...waits }: { readonly merge: string; readonly why: string; readonly detail: string },
): Promise<Result<RunEvent, Failure>> {
  const { workshop, run, id } = job;
  const tidied = await tidy(job);
  if (!tidied.ok) return tidied;
  const ref = `refs/heads/${branchOf(run.run_id)}`;
  const standing = await resolve(workshop.git, workshop.repository, ref);
  if (!standing.ok) return standing;
  const message = `orchestral ${run.run_id}: waits for apply`;
  const moved = await moveOwnRef(workshop.git, workshop.repository, {
    ref,
    to: merged,
    expected: standing.value,
    message,
  });
  return moved.ok ? ok({ type: 'left_alone', data: { effect: id, merge: merged, ...waits } }) : moved;
}

interface Refusal {
  readonly code: 'conflict' | 'red' | 'moved' | 'base_gone';
  /** Lines: paths, names of tests, the branch. */
  readonly detail: string;
}

async function refuse(job: JobAt<'merge'>, { code, detail }: Refusal): Promise<Result<RunEvent, Failure>> {
  const tidied = await tidy(job);
  if (!tidied.ok) return tidied;
  const lines = detail.split('\n').slice(0, 20);
  return ok({ type: 'merge_refused', data: { effect: job.id, why: code, detail: lines } });
}

async function tidy({ workshop, run }: JobAt<'merge'>): Promise<Result<void, Failure>> {
  for (const room of ['build', 'check']) {
    const cleared = await clearWorktree(workshop, `${run.run_id}/${room}`);
    if (!cleared.ok) return cleared;
  }
  return ok();
}

async function copyBack(job: JobAt<'merge'>): Promise<Result<RunEvent, Failure>> {
  const { workshop, run, step, id } = job;
  const { git, repository, project } = workshop;
  const range = { from: run.base.commit, to: step.work.commit };
  const copied = await carryOut(git, repository, { ...range, into: project.root });
  workshop.onPoint('work.delivered');
  if (copied.ok) return ok({ type: 'merged', data: { effect: id, merge: null } });
  return copied.error.code === 'copy.conflict'
    ? refuse(job, { code: 'conflict', detail: copied.error.params.paths.join('\n') })
    : copied;
}
