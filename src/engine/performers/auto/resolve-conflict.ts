import { commitTree } from '../../../git/commit.ts';
import { mergeCommits } from '../../../git/merge.ts';
import { moveOwnRef } from '../../../git/ref.ts';
import { conflictPrompt, type OtherTask } from '../../../prompts/auto/conflict.ts';
import { resultLine } from '../../../prompts/auto/result-line.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { Work } from '../../../workflows/auto/graph-state.ts';
import type { AgentWorktree } from '../../work/checks.ts';
import { commitStep } from '../../work/commit-step.ts';
import { pathsStillMarked, readSides } from '../../work/conflict.ts';
import { type AgentStepDone, performAgentStep } from '../agent-step.ts';
import { failedAttempt, problemIn } from './attempt.ts';
import { projectPathsOf } from '../../project-paths.ts';
import { planTask, projectBrief, taskText } from './brief.ts';
import { tasksMerged } from './commits.ts';
import type { TaskJob } from './job.ts';
import { findTaskListEdits } from './task-list-edits.ts';
import { planPath } from './tick-plan.ts';

const MOST_OTHERS = 10;

/** Gives an agent both sides of a conflict, once. What it makes of them goes the way of all finished work. */
export async function resolveConflict(job: TaskJob): Promise<AutoEvent> {
  const { services, at } = job;
  const { work } = at.task;
  if (work === null) throw new Error(`no conflict: ${at.id}`);
  const { git, repository } = services;
  const joined = await mergeCommits(git, repository, { ours: at.tip.commit, theirs: work.commit });
  const { tree } = joined;
  // The phase may have moved so that nothing is left of it.
  const paths = joined.kind === 'conflict' ? joined.paths : [];
  const marked = await commitTree(git, repository, { tree, parents: [at.tip.commit], message: `Conflict: ${at.id}` });
  return performAgentStep<never, AutoEvent>(job, {
    role: 'task-executor',
    template: 'auto/conflict',
    worktree: { commit: marked, isBroken: true },
    prompt: async (worktree, template) => conflictPrompt(await briefFor(job, { worktree, work, paths }), template),
    save: (done) => keep(job, { ...done, work, paths, marked: { commit: marked, tree } }),
  });
}

interface Resolved extends AgentStepDone<never> {
  readonly work: Work;
  readonly paths: readonly string[];
  /** What the agent began with. */
  readonly marked: Work;
}

async function keep(
  job: TaskJob,
  { text, call, seconds, worktree, work, paths, marked }: Resolved,
): Promise<AutoEvent> {
  const { services, at, id: effect } = job;
  const { git, repository } = services;
  const took = { calls: [call], seconds };
  const unresolved = (names: readonly string[]) =>
    failedAttempt(job, { kind: 'conflict', message: names.join(', ') }, took);
  const edits = paths.includes(planPath(services) ?? '')
    ? null
    : await findTaskListEdits(services, worktree, marked.commit);
  if (edits !== null) return failedAttempt(job, problemIn([edits]), took);
  const trailers = { 'Orchestral-Task': at.id };
  const message = `${at.id}: ${at.task.title}`;
  const wanted = { onto: marked.commit, message, trailers, leaveOut: planPath(services) };
  const committed = await commitStep(job, worktree, wanted);
  // An agent that left all as it was has not chosen: of some conflicts the tree shows one side only.
  if (committed === null && paths.length > 0) return unresolved(paths);
  const { tree, commit: expected } = committed ?? marked;
  const left = await pathsStillMarked(services, { tree, paths, ours: at.tip.commit, theirs: work.commit });
  if (left.length > 0) return unresolved(left);
  const commit = await commitTree(git, repository, { tree, parents: [at.tip.commit], message, trailers });
  // The branch leaves the commit that shows the conflict: that one is merged by nobody.
  const ref = `refs/heads/${job.branch}`;
  await moveOwnRef(git, repository, { ref, to: commit, expected, message: `orchestral ${effect}` });
  const result = resultLine(text);
  return { type: 'worked', data: { effect, id: at.id, ...took, work: { commit, tree }, other_side: work, result } };
}

interface Conflict {
  readonly worktree: AgentWorktree;
  readonly work: Work;
  readonly paths: readonly string[];
}

async function briefFor(
  job: TaskJob,
  { worktree, work, paths }: Conflict,
): Promise<Parameters<typeof conflictPrompt>[0]> {
  const { services, graph, at } = job;
  const sides = { ours: at.tip.commit, theirs: work.commit, paths };
  const { from, otherSide, ownSide } = await readSides(services, sides);
  const merged = await tasksMerged(services, { from, to: at.tip.commit });
  const { inPatch, toProject } = projectPathsOf(services.project);
  const others = merged.slice(0, MOST_OTHERS).map(({ id }): OtherTask => {
    return { ...taskText(planTask(services, graph, id)), result: graph.tasks[id]?.result ?? null };
  });
  return {
    project: projectBrief(job, worktree),
    task: taskText(planTask(services, graph, at.id)),
    others,
    otherSide: inPatch({ text: otherSide }).text,
    ownSide: inPatch({ text: ownSide }).text,
    paths: paths.map(toProject),
  };
}
