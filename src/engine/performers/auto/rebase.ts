import { throwFailure } from '../../../base/failure.ts';
import { commitTree, type Trailers } from '../../../git/commit.ts';
import { moveOwnRef } from '../../../git/ref.ts';
import { resolveRevision } from '../../../git/repository.ts';
import { readTreeFile, writeTreeFile } from '../../../git/tree-file.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { Work } from '../../../workflows/auto/graph-state.ts';
import { judgePhase } from '../../../workflows/auto/judge-task.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import { trunkBranch } from '../../repository-names.ts';
import { evidenceOf } from '../../work/proof-trailers.ts';
import { proveOldDemands } from '../../work/prove-change.ts';
import { currentBase, type JoinedWork, joinWithBase, ownSideOnBase } from '../../work/rebase-work.ts';
import { resolveBaseConflict } from '../rebase.ts';
import { problemIn } from './attempt.ts';
import { finishedWork } from './brief.ts';
import { contains, moveBranch } from './commits.ts';
import type { AutoJob } from './job.ts';
import { judgeJoined } from './judge-joined.ts';
import { doneIn, planPath, tickedTree } from './tick-plan.ts';

/** The finished phases with the base as it is now. What git cannot merge, or does not pass then, is given to an agent. */
export async function rebase(auto: AutoJob): Promise<AutoEvent> {
  const { services, graph, id: effect } = auto;
  const { trunk, base, rebase: wanted, proposal } = graph;
  if (trunk === null || base === null || wanted === undefined) throw new Error('no base to take up');
  const job: AutoJob = {
    ...auto,
    agentCalls: (role) => ({
      ...auto.agentCalls(role),
      failed: ({ call, message }) => refused(effect, { calls: [call], why: 'red', detail: [message] }),
    }),
  };
  // Published work is reviewed on the remote's base, or on what others pushed to its branch.
  const now = proposal?.theirs ?? proposal?.base_commit ?? (await currentBase(job, base.branch));
  if (await contains(services, { commit: trunk.commit, older: now }))
    return { type: 'rebased', data: { effect, calls: [], trunk, conflicts: [] } };
  const joined = await withPlanOfBase(job, { base: now, joined: await joinWithBase(job, { base: now, work: trunk }) });
  if (joined.kind === 'clean' && wanted.problems.length === 0)
    return conclude(job, { trunk, base: now, tree: joined.tree, isResolved: false, calls: [], conflicts: [] });
  const { marked, paths } = await markedWork(job, { base: now, joined });
  const { purpose, reasons } = finishedWork(graph);
  return resolveBaseConflict<AutoEvent>(job, {
    role: 'task-executor',
    base: { branch: base.branch, commit: now },
    work: trunk,
    joined: { marked, paths },
    trailers: {},
    purpose,
    reasons,
    problems: wanted.problems,
    leaveOut: planPath(services),
    resolved: ({ call, tree }) =>
      conclude(job, { trunk, base: now, tree, isResolved: true, calls: [call], conflicts: paths }),
    left: (call, left) =>
      refused(effect, { calls: [call], why: paths.length > 0 ? 'conflict' : 'red', detail: [...left] }),
  });
}

type Refused = Omit<Extract<AutoEvent, { type: 'rebase_refused' }>['data'], 'effect'>;

function refused(effect: string, data: Refused): AutoEvent {
  return { type: 'rebase_refused', data: { effect, ...data } };
}

interface Together {
  readonly trunk: Work;
  readonly base: string;
  readonly tree: string;
  /** By an agent: what the finished tasks demand is asked of what it made. */
  readonly isResolved: boolean;
  readonly calls: readonly CallRecord[];
  readonly conflicts: readonly string[];
}

/** Held against both sides; the trunk moves only to what passes. */
async function conclude(
  job: AutoJob,
  { trunk, base, tree: made, isResolved, calls, conflicts }: Together,
): Promise<AutoEvent> {
  const { services, graph, id: effect } = job;
  const { git, repository, project } = services;
  const tree = await tickedTree(services, { tree: made, ids: doneIn(graph) });
  const commitWith = (trailers: Trailers): Promise<string> =>
    commitTree(git, repository, {
      tree,
      parents: [trunk.commit, base],
      message: `Merge ${graph.base?.branch ?? ''} into ${trunkBranch(project)}`,
      trailers: { ...evidenceOf(tree), ...trailers },
    });
  const commit = await commitWith({});
  services.onPoint('merge.made');
  const judge = async (): ReturnType<typeof judgeJoined> => {
    const judged = await judgeJoined(job, { before: base, now: commit, tasks: graph.order });
    if ('problem' in judged || !isResolved) return judged;
    const own = await ownSideOnBase(job, { base, work: trunk });
    const request = { words: '', deliverables: [], needsNoChange: true, asksForCode: false };
    const { findings } = await proveOldDemands(job, { baseline: own.commit, candidate: commit, request });
    const { verdict, reasons } = judgePhase(graph, findings);
    return verdict === 'accept' ? judged : { problem: problemIn(reasons) };
  };
  const judged = await services.mutex.withLock('check', judge, job.signal);
  if ('problem' in judged) {
    const { message, evidence = '' } = judged.problem;
    return refused(effect, { calls: [...calls], why: 'red', detail: [message, evidence].filter((one) => one !== '') });
  }
  if (job.signal.aborted) throwFailure('work.cancelled', {});
  const to = await commitWith(judged.trailers);
  const message = `orchestral ${effect}: merged`;
  await moveBranch(services, { branch: trunkBranch(project), from: trunk.commit, to, message });
  // The agent's branch leaves the commit that shows the conflict: what it made of it is in the merge.
  const ref = `refs/heads/${job.branch}`;
  const expected = await resolveRevision(git, repository, ref);
  if (expected !== null) await moveOwnRef(git, repository, { ref, to, expected, message });
  const data = { effect, calls: [...calls], trunk: { commit: to, tree }, conflicts: [...conflicts] };
  return { type: 'rebased', data };
}

/** The list of tasks is the person's, and its boxes are ticked again: no agent is asked about it. */
async function withPlanOfBase(
  { services }: AutoJob,
  { base, joined }: { readonly base: string; readonly joined: JoinedWork },
): Promise<JoinedWork> {
  const { git, repository } = services;
  const path = planPath(services);
  if (joined.kind === 'clean' || path === null || !joined.paths.includes(path)) return joined;
  const content = await readTreeFile(git, repository, { tree: base, path });
  if (content === null) return joined;
  const tree = await writeTreeFile(git, repository, { tree: joined.marked.tree, path, content });
  const paths = joined.paths.filter((one) => one !== path);
  if (paths.length === 0) return { kind: 'clean', tree };
  const commit = await commitTree(git, repository, { tree, parents: [base], message: 'Conflict: auto' });
  return { kind: 'conflict', marked: { commit, tree }, paths };
}

async function markedWork(
  { services }: AutoJob,
  { base, joined }: { readonly base: string; readonly joined: JoinedWork },
): Promise<{ readonly marked: Work; readonly paths: readonly string[] }> {
  if (joined.kind === 'conflict') return joined;
  const { git, repository } = services;
  const { tree } = joined;
  const commit = await commitTree(git, repository, { tree, parents: [base], message: 'Merged: auto' });
  return { marked: { commit, tree }, paths: [] };
}
