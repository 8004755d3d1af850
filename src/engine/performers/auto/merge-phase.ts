import { fail, type Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { commitTree } from '../../../git/commit.ts';
import { resolve } from '../../../git/repository.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { Graph, Work } from '../../../workflows/auto/graph-state.ts';
import type { AttemptProblem } from '../../../workflows/auto/judge-tree.ts';
import { toAttemptFailure } from './attempt.ts';
import { contains, moveBranch, parentsOf, workAt } from './commits.ts';
import { joinCommits } from './join-commits.ts';
import { evidenceOf, findTreeProblem } from './measure-tree.ts';
import { doneIn, tickedTree, tickInPlace } from './tick-plan.ts';
import { type AutoJob, TRUNK } from './job.ts';

/** A finished phase joins those before it, checked on exactly the tree that comes of it. */
export async function mergePhase(job: AutoJob): Promise<Result<AutoEvent, Failure>> {
  const { services, graph, id: effect } = job;
  const { trunk, tip } = ends(graph);
  const { git, repository } = services;
  const standing = await resolve(git, repository, `refs/heads/${TRUNK}`);
  if (!standing.ok) return standing;
  const there = standing.value === null ? ok([]) : await parentsOf(services, standing.value);
  if (!there.ok) return there;
  if (standing.value !== null && there.value[1] === tip.commit) {
    const before = await workAt(services, standing.value);
    return before.ok ? merged(job, before.value) : before;
  }
  const joined = await joinPhase(job);
  if (!joined.ok) return joined;
  if ('conflict' in joined.value) {
    const mishap = toAttemptFailure({ kind: 'conflict', message: joined.value.conflict.join(', ') });
    return ok({ type: 'phase_red', data: { effect, mishap, retry_limit: services.limits().retry_limit } });
  }
  if (joined.value.commit === trunk.commit) return merged(job, trunk);
  services.onPoint('merge.made');
  const worse = await redIn(job, joined.value);
  if (!worse.ok) return worse;
  if (worse.value !== null) {
    const mishap = toAttemptFailure(worse.value);
    return ok({ type: 'phase_red', data: { effect, mishap, retry_limit: services.limits().retry_limit } });
  }
  if (job.signal.aborted) return fail('work.cancelled', {});
  const message = `orchestral ${effect}: merged`;
  const move = { branch: TRUNK, from: trunk.commit, to: joined.value.commit, message };
  const moved = await moveBranch(services, move);
  if (!moved.ok) return moved;
  return merged(job, joined.value);
}

async function merged(
  { services, graph, id: effect }: AutoJob,
  { commit, tree }: Work,
): Promise<Result<AutoEvent, Failure>> {
  const ticked = await tickInPlace(services, { tree, ids: doneIn(graph) });
  return ticked.ok ? ok({ type: 'phase_merged', data: { effect, trunk: { commit, tree } } }) : ticked;
}

/** What is red only now: neither before the phase nor, where that was joined in, on the user's branch alone. */
async function redIn(job: AutoJob, { commit, base }: Joined): Promise<Result<AttemptProblem | null, Failure>> {
  for (const before of [ends(job.graph).trunk.commit, ...(base === null ? [] : [base])]) {
    const wrong = await findTreeProblem(job, { before, now: commit, as: 'phase' });
    if (!wrong.ok || wrong.value === null || before === base || base === null) return wrong;
  }
  return ok(null);
}

export interface Joined extends Work {
  /** Of the user's branch, where it had more than the trunk. */
  readonly base: string | null;
}

/**
 * The merge of a phase into the trunk, and of what the user's branch got meanwhile; that is left for the delivery where
 * the two do not go together. No ref moves.
 */
export async function joinPhase({
  services,
  graph,
}: AutoJob): Promise<Result<Joined | { readonly conflict: readonly string[] }, Failure>> {
  const { git, repository } = services;
  const { tip, trunk } = ends(graph);
  const withTheirs = await withBase(services, graph);
  if (!withTheirs.ok) return withTheirs;
  let { work: onto, base } = withTheirs.value;
  let joined = await joinCommits(services, { ours: onto.commit, theirs: tip.commit, plan: 'ours' });
  if (!joined.ok) return joined;
  if (joined.value.kind === 'conflict' && base !== null) {
    [onto, base] = [trunk, null];
    joined = await joinCommits(services, { ours: trunk.commit, theirs: tip.commit, plan: 'ours' });
    if (!joined.ok) return joined;
  }
  if (joined.value.kind === 'conflict') return ok({ conflict: joined.value.paths });
  const tree = await tickedTree(services, { tree: joined.value.tree, ids: doneIn(graph) });
  if (!tree.ok) return tree;
  // Of a phase without changes there are boxes to tick.
  const isEmpty = await contains(services, { commit: onto.commit, older: tip.commit });
  if (!isEmpty.ok) return isEmpty;
  if (isEmpty.value && tree.value === onto.tree) return ok({ ...onto, base });
  const made = await commitTree(git, repository, {
    tree: tree.value,
    parents: isEmpty.value ? [onto.commit] : [onto.commit, tip.commit],
    message: `Merge phase ${graph.current_phase}: ${graph.branch ?? ''}`,
    trailers: { 'Orchestral-Phase': String(graph.current_phase), 'Orchestral-Evidence': evidenceOf(tree.value) },
  });
  return made.ok ? ok({ commit: made.value, tree: tree.value, base }) : made;
}

/** The trunk with what the user's branch has that it lacks, if git can join them. */
async function withBase(
  services: AutoJob['services'],
  graph: Graph,
): Promise<Result<{ readonly work: Work; readonly base: string | null }, Failure>> {
  const { trunk } = ends(graph);
  const { git, repository } = services;
  const branch = graph.base?.branch ?? '';
  const base = await resolve(git, repository, `refs/heads/${branch}^{commit}`);
  const without = ok({ work: trunk, base: null });
  if (!base.ok || base.value === null) return base.ok ? without : base;
  const has = await contains(services, { commit: trunk.commit, older: base.value });
  if (!has.ok || has.value) return has.ok ? without : has;
  const isAhead = await contains(services, { commit: base.value, older: trunk.commit });
  if (!isAhead.ok) return isAhead;
  if (isAhead.value) {
    const theirs = await workAt(services, base.value);
    return theirs.ok ? ok({ work: theirs.value, base: base.value }) : theirs;
  }
  const joined = await joinCommits(services, { ours: trunk.commit, theirs: base.value, plan: 'theirs' });
  if (!joined.ok || joined.value.kind === 'conflict') return joined.ok ? without : joined;
  const { tree } = joined.value;
  const parents = [trunk.commit, base.value];
  const made = await commitTree(git, repository, { tree, parents, message: `Merge ${branch} into ${TRUNK}` });
  return made.ok ? ok({ work: { commit: made.value, tree }, base: base.value }) : made;
}

export function ends({ trunk, tip }: Graph): { readonly trunk: Work; readonly tip: Work } {
  if (trunk === null || tip === null) throw new Error('a phase before it was entered');
  return { trunk, tip };
}
