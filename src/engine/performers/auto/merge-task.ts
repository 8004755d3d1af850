import { catchFailure, throwFailure, unwrap } from '../../../base/failure.ts';
import { commitTree, type Trailers } from '../../../git/commit.ts';
import { resolveRevision } from '../../../git/repository.ts';
import type { PlanTask } from '../../../plans/plan.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { Work } from '../../../workflows/auto/graph-state.ts';
import { mergedAfter } from '../../../workflows/auto/due.ts';
import { judgeTask } from '../../../workflows/auto/judge-task.ts';
import type { ProofFinding } from '../../../schema/proof-finding.ts';
import { isAboutDocuments } from '../../../workflows/proof/request-words.ts';
import { isFirstConflict } from '../../../workflows/auto/task-moves.ts';
import { evidenceOf, proofTrailers } from '../../work/proof-trailers.ts';
import { proveOldDemands } from '../../work/prove-change.ts';
import { proveAnywhere } from '../../work/prove-in-fleet.ts';
import { tryAcceptance } from './acceptance.ts';
import { brokenCommand, failedAttempt, problemIn } from './attempt.ts';
import { pathInRepository, type Project } from '../../project.ts';
import { projectPathsOf } from '../../project-paths.ts';
import { planTask } from './brief.ts';
import { mergeSubject, moveBranch, parentsOf, workAt } from './commits.ts';
import type { TaskJob } from './job.ts';
import { doneIn, tickInPlace } from './tick-plan.ts';

/**
 * Brings finished work into the phase: merged without a working tree, its box ticked, checked on exactly that tree, and
 * only then does the branch move. The merge that an interrupted try made is found.
 */
export async function mergeTask(job: TaskJob): Promise<AutoEvent> {
  const { services, graph, at, id: effect } = job;
  const { work } = at.task;
  if (work === null || graph.branch === null) throw new Error(`nothing to merge: ${at.id}`);
  const { git, repository } = services;
  const standing = await resolveRevision(git, repository, `refs/heads/${graph.branch}`);
  const there = await alreadyMerged(job, { work, standing });
  if (there !== null) return merged(job, there);
  const ids = [...doneIn(graph), at.id];
  const joined = await services.mergeAhead.take(services, { ours: at.tip, theirs: work, ids });
  if (joined.kind === 'conflict') {
    const paths = [...joined.paths];
    if (isFirstConflict(at.task)) return { type: 'conflicted', data: { effect, id: at.id, paths } };
    return failedAttempt(job, { kind: 'conflict', message: paths.join(', ') });
  }
  const made = await commitMerge(job, { tree: joined.tree, work });
  services.onPoint('merge.made');
  const [judging] = await Promise.all([catchFailure(() => judgeMerge(job, made)), beginNext(job, { made, ids })]);
  const judged = unwrap(judging);
  if ('event' in judged) return judged.event;
  if (job.signal.aborted) throwFailure('work.cancelled', {});
  // The same tree once more, now that it is known what was found out about it.
  const proved = await commitMerge(job, { tree: made.tree, work, trailers: judged.trailers });
  const message = `orchestral ${effect}: merged`;
  const move = { branch: graph.branch, from: at.tip.commit, to: proved.commit, message };
  await moveBranch(services, move);
  services.mergeAhead.confirm(proved.commit);
  return merged(job, proved, judged.listed);
}

/** What is merged next is joined while the tests run. */
async function beginNext(
  { services, graph, at }: TaskJob,
  { made, ids }: { readonly made: Work; readonly ids: readonly string[] },
): Promise<void> {
  const next = mergedAfter(graph, at.id);
  if (next === null) return;
  await services.mergeAhead.begin(services, { ours: made, theirs: next.work, ids: [...ids, next.id] });
}

async function merged(
  { services, graph, at, id: effect }: TaskJob,
  tip: Work,
  listed: readonly ProofFinding[] = [],
): Promise<AutoEvent> {
  await tickInPlace(services, { tree: tip.tree, ids: [...doneIn(graph), at.id] });
  return { type: 'task_merged', data: { effect, id: at.id, tip, ...(listed.length > 0 && { listed: [...listed] }) } };
}

/** The branch may have moved for this very task before anybody could record it. */
async function alreadyMerged(
  { services, at }: TaskJob,
  { work, standing }: { readonly work: Work; readonly standing: string | null },
): Promise<Work | null> {
  if (standing === null || standing === at.tip.commit) return null;
  const parents = await parentsOf(services, standing);
  const isIt = parents[0] === at.tip.commit && parents[1] === work.commit;
  return isIt ? await workAt(services, standing) : null;
}

async function commitMerge(
  { services, at }: TaskJob,
  { tree, work, trailers = {} }: { readonly tree: string; readonly work: Work; readonly trailers?: Trailers },
): Promise<Work> {
  const commit = await commitTree(services.git, services.repository, {
    tree,
    parents: [at.tip.commit, work.commit],
    message: mergeSubject(at.id, at.task.title),
    trailers: { 'Orchestral-Task': at.id, ...evidenceOf(tree), ...trailers },
  });
  return { commit, tree };
}

/** The project's tests, then what the task itself says must hold. */
async function judgeMerge(
  job: TaskJob,
  { commit }: Work,
): Promise<{ readonly event: AutoEvent } | { readonly listed: readonly ProofFinding[]; readonly trailers: Trailers }> {
  const { services, graph, at, id: effect, config } = job;
  const task = planTask(services, graph, at.id);
  const proof = await proveAnywhere(job, {
    baseline: at.tip.commit,
    candidate: commit,
    commands: task.commands,
    taskList: services.plan.path,
    request: {
      words: wordsOf(task),
      deliverables: task.files.map((file) => deliverableOf(services.project, file)),
      needsNoChange: task.needsNoChange,
      asksForCode: !isAboutDocuments(wordsOf(task)),
    },
  });
  const proved = [...proof.findings, ...(await otherSideFindings(job, commit))];
  const policy = {
    superseded: config.project?.superseded ?? 'review',
    has_acceptance: task.acceptance.length > 0,
  } as const;
  type Judged = { readonly event: AutoEvent } | { readonly listed: readonly ProofFinding[]; readonly event?: never };
  const judged = (findings: readonly ProofFinding[]): Judged => {
    const { verdict, reasons, listed } = judgeTask(graph, at.task, { findings: [...findings], policy });
    if (verdict === 'accept') return { listed };
    if (verdict === 'reject') return { event: failedAttempt(job, problemIn(reasons)) };
    const data = { effect, id: at.id, findings: [...findings], policy };
    return { event: { type: 'task_judged', data } };
  };
  const tests = judged(proved);
  if (tests.event !== undefined) return { event: tests.event };
  const { failing, cannotRun } = await tryAcceptance(job, { commit, lines: task.commands });
  if (failing !== null) return { event: failedAttempt(job, brokenCommand(failing)) };
  const all = cannotRun.length === 0 ? tests : judged([...proved, ...cannotRun]);
  if (all.event !== undefined) return { event: all.event };
  const recorded = { proof, acceptance: [...task.commands], tasks: services.plan.path, allowed: at.task.allowed ?? [] };
  return { listed: all.listed, trailers: proofTrailers(recorded) };
}

/** A resolved conflict is held against what the task's agent had made, too: nobody drops the tests of one side unseen. */
async function otherSideFindings(job: TaskJob, candidate: string): Promise<readonly ProofFinding[]> {
  const { services, graph, at } = job;
  if (at.task.other_side === undefined) return [];
  const task = planTask(services, graph, at.id);
  const request = { words: wordsOf(task), deliverables: [], needsNoChange: true, asksForCode: false };
  const sides = {
    baseline: at.task.other_side.commit,
    candidate,
    commands: task.commands,
    taskList: services.plan.path,
  };
  const { findings } = await proveOldDemands(job, { ...sides, coverage: false, request });
  return findings;
}

function wordsOf({ title, text, files, acceptance }: PlanTask): string {
  return [title, text, ...files, ...acceptance].join('\n');
}

/** Task lists name files from the project's folder; some from the repository's root. */
function deliverableOf(project: Project, file: string): string {
  const folder = pathInRepository(project.root);
  return folder !== '' && file.startsWith(`${folder}/`) ? file : projectPathsOf(project).toRepository(file);
}
