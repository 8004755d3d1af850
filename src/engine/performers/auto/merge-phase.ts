import { throwFailure } from '../../../base/failure.ts';
import { commitTree, type Trailers } from '../../../git/commit.ts';
import { resolveRevision } from '../../../git/repository.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { Graph, Work } from '../../../workflows/auto/graph-state.ts';
import { evidenceOf } from '../../work/proof-trailers.ts';
import { type AttemptProblem, toAttemptFailure } from './attempt.ts';
import { contains, joinCommits, moveBranch, parentsOf, workAt } from './commits.ts';
import { trunkBranch } from '../../repository-names.ts';
import type { AutoJob } from './job.ts';
import { judgeJoined } from './judge-joined.ts';
import { doneIn, tickedTree, tickInPlace } from './tick-plan.ts';

/** A finished phase joins those before it, checked on exactly the tree that comes of it. */
export async function mergePhase(job: AutoJob): Promise<AutoEvent> {
  const { services, graph, id: effect } = job;
  const { trunk, tip } = ends(graph);
  const { git, repository } = services;
  const standing = await resolveRevision(git, repository, `refs/heads/${trunkBranch(services.project)}`);
  const parents = standing === null ? [] : await parentsOf(services, standing);
  if (standing !== null && parents[1] === tip.commit) return merged(job, await workAt(services, standing));
  const joined = await joinPhase(job);
  if ('conflict' in joined) return phaseRed(job, { kind: 'conflict', message: joined.conflict.join(', ') });
  if (joined.commit === trunk.commit) return merged(job, trunk);
  services.onPoint('merge.made');
  const tasks = graph.order.filter((id) => graph.tasks[id]?.phase === graph.current_phase);
  const judged = await judgeJoined(job, { before: joined.base ?? trunk.commit, now: joined.commit, tasks });
  if ('problem' in judged) return phaseRed(job, judged.problem);
  if (job.signal.aborted) throwFailure('work.cancelled', {});
  // The same tree once more, now that it is known what was found out about it.
  const to = await joined.commitWith(judged.trailers);
  await moveBranch(services, {
    branch: trunkBranch(services.project),
    from: trunk.commit,
    to,
    message: `orchestral ${effect}: merged`,
  });
  return merged(job, { commit: to, tree: joined.tree });
}

function phaseRed({ services, id: effect }: AutoJob, problem: AttemptProblem): AutoEvent {
  const { retry_limit } = services.limits();
  return { type: 'phase_red', data: { effect, mishap: toAttemptFailure(problem), retry_limit } };
}

async function merged({ services, graph, id: effect }: AutoJob, { commit, tree }: Work): Promise<AutoEvent> {
  await tickInPlace(services, { tree, ids: doneIn(graph) });
  return { type: 'phase_merged', data: { effect, trunk: { commit, tree } } };
}

export interface Joined extends Work {
  /** Of the user's branch, where it had more than the trunk. */
  readonly base: string | null;
  /** The same commit, with what is known of it by now. */
  readonly commitWith: (trailers: Trailers) => Promise<string>;
}

/**
 * The merge of a phase into the trunk, and of what the user's branch got meanwhile; that is left for the delivery where
 * the two do not go together. No ref moves.
 */
export async function joinPhase({
  services,
  graph,
}: AutoJob): Promise<Joined | { readonly conflict: readonly string[] }> {
  const { git, repository } = services;
  const { tip, trunk } = ends(graph);
  let { work: onto, base } = await withBase(services, graph);
  let joined = await joinCommits(services, { ours: onto.commit, theirs: tip.commit, plan: 'ours' });
  if (joined.kind === 'conflict' && base !== null) {
    [onto, base] = [trunk, null];
    joined = await joinCommits(services, { ours: trunk.commit, theirs: tip.commit, plan: 'ours' });
  }
  if (joined.kind === 'conflict') return { conflict: joined.paths };
  const tree = await tickedTree(services, { tree: joined.tree, ids: doneIn(graph) });
  // Of a phase without changes there are boxes to tick.
  const isEmpty = await contains(services, { commit: onto.commit, older: tip.commit });
  if (isEmpty && tree === onto.tree) return { ...onto, base, commitWith: () => Promise.resolve(onto.commit) };
  const phase = String(graph.current_phase);
  const commitWith = (trailers: Trailers): Promise<string> =>
    commitTree(git, repository, {
      tree,
      parents: isEmpty ? [onto.commit] : [onto.commit, tip.commit],
      message: `Merge phase ${phase}: ${graph.branch ?? ''}`,
      trailers: { 'Orchestral-Phase': phase, ...evidenceOf(tree), ...trailers },
    });
  return { commit: await commitWith({}), tree, base, commitWith };
}

/** The trunk with what the user's branch has that it lacks, if git can join them. */
async function withBase(
  services: AutoJob['services'],
  graph: Graph,
): Promise<{ readonly work: Work; readonly base: string | null }> {
  const { trunk } = ends(graph);
  const { git, repository } = services;
  const branch = graph.base?.branch ?? '';
  const base = await resolveRevision(git, repository, `refs/heads/${branch}^{commit}`);
  const without = { work: trunk, base: null };
  if (base === null || (await contains(services, { commit: trunk.commit, older: base }))) return without;
  if (await contains(services, { commit: base, older: trunk.commit }))
    return { work: await workAt(services, base), base };
  const joined = await joinCommits(services, { ours: trunk.commit, theirs: base, plan: 'theirs' });
  if (joined.kind === 'conflict') return without;
  const { tree } = joined;
  const parents = [trunk.commit, base];
  const message = `Merge ${branch} into ${trunkBranch(services.project)}`;
  const commit = await commitTree(git, repository, { tree, parents, message });
  return { work: { commit, tree }, base };
}

export function ends({ trunk, tip }: Graph): { readonly trunk: Work; readonly tip: Work } {
  if (trunk === null || tip === null) throw new Error('a phase before it was entered');
  return { trunk, tip };
}
