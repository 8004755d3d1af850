import { fail, type Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { commitTree } from '../../../git/commit.ts';
import { mergeCommits } from '../../../git/merge.ts';
import { resolve } from '../../../git/repository.ts';
import type { PlanTask } from '../../../plans/plan.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { Work } from '../../../workflows/auto/graph-state.ts';
import type { AttemptProblem } from '../../../workflows/auto/judge-tree.ts';
import { findFailingCommand } from '../../work/checks.ts';
import { brokenCommand, failedAttempt } from './attempt.ts';
import { planTask } from './brief.ts';
import { mergeSubject, moveBranch, parentsOf, workAt } from './commits.ts';
import { evidenceOf, findTreeProblem } from './measure-tree.ts';
import { doneIn, tickedTree, tickInPlace } from './tick-plan.ts';
import type { TaskJob } from './job.ts';

/**
 * Brings finished work into the phase: merged without a working tree, its box ticked, checked on exactly that tree, and
 * only then does the branch move. The merge that an interrupted try made is found.
 */
export async function mergeTask(job: TaskJob): Promise<Result<AutoEvent, Failure>> {
  const { services, graph, at, id: effect } = job;
  const { work, conflict } = at.task;
  if (work === null || graph.branch === null) throw new Error(`nothing to merge: ${at.id}`);
  const { git, repository } = services;
  const standing = await resolve(git, repository, `refs/heads/${graph.branch}`);
  if (!standing.ok) return standing;
  const there = await alreadyMerged(job, { work, standing: standing.value });
  if (!there.ok) return there;
  if (there.value !== null) return merged(job, there.value);
  const joined = await mergeCommits(git, repository, { ours: at.tip.commit, theirs: work.commit });
  if (!joined.ok) return joined;
  if (joined.value.kind === 'conflict') {
    const paths = [...joined.value.paths];
    if (conflict === null) return ok({ type: 'conflicted', data: { effect, id: at.id, paths } });
    return ok(failedAttempt(job, { kind: 'conflict', message: paths.join(', ') }));
  }
  const made = await commitMerge(job, { tree: joined.value.tree, work });
  if (!made.ok) return made;
  services.onPoint('merge.made');
  const wrong = await wrongWith(job, made.value);
  if (!wrong.ok) return wrong;
  if (wrong.value !== null) return ok(failedAttempt(job, wrong.value));
  if (job.signal.aborted) return fail('work.cancelled', {});
  const message = `orchestral ${effect}: merged`;
  const move = { branch: graph.branch, from: at.tip.commit, to: made.value.commit, message };
  const moved = await moveBranch(services, move);
  if (!moved.ok) return moved;
  return merged(job, made.value);
}

async function merged({ services, graph, at, id: effect }: TaskJob, tip: Work): Promise<Result<AutoEvent, Failure>> {
  const ticked = await tickInPlace(services, { tree: tip.tree, ids: [...doneIn(graph), at.id] });
  return ticked.ok ? ok({ type: 'task_merged', data: { effect, id: at.id, tip } }) : ticked;
}

/** The branch may have moved for this very task before anybody could record it. */
async function alreadyMerged(
  { services, at }: TaskJob,
  { work, standing }: { readonly work: Work; readonly standing: string | null },
): Promise<Result<Work | null, Failure>> {
  if (standing === null || standing === at.tip.commit) return ok(null);
  const parents = await parentsOf(services, standing);
  if (!parents.ok) return parents;
  const isIt = parents.value[0] === at.tip.commit && parents.value[1] === work.commit;
  return isIt ? workAt(services, standing) : ok(null);
}

async function commitMerge(
  { services, graph, at }: TaskJob,
  { tree, work }: { readonly tree: string; readonly work: Work },
): Promise<Result<Work, Failure>> {
  const ticked = await tickedTree(services, { tree, ids: [...doneIn(graph), at.id] });
  if (!ticked.ok) return ticked;
  const made = await commitTree(services.git, services.repository, {
    tree: ticked.value,
    parents: [at.tip.commit, work.commit],
    message: mergeSubject(at.id, at.task.title),
    trailers: { 'Orchestral-Task': at.id, 'Orchestral-Evidence': evidenceOf(ticked.value) },
  });
  return made.ok ? ok({ commit: made.value, tree: ticked.value }) : made;
}

/** The project's tests, then what the task itself says must hold. */
async function wrongWith(job: TaskJob, { commit }: Work): Promise<Result<AttemptProblem | null, Failure>> {
  const task = planTask(job.services, job.graph, job.at.id);
  const text = wordsOf(task);
  const wrong = await findTreeProblem(job, { before: job.at.tip.commit, now: commit, as: 'task', text });
  if (!wrong.ok || wrong.value !== null || task.commands.length === 0) return wrong;
  const broken = await findFailingCommand(job, { commit, lines: task.commands });
  if (!broken.ok) return broken;
  return ok(broken.value === null ? null : brokenCommand(broken.value));
}

function wordsOf({ title, text, files, acceptance }: PlanTask): string {
  return [title, text, ...files, ...acceptance].join('\n');
}
