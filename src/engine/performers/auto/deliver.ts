import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { commitTree } from '../../../git/commit.ts';
import { deliver as deliverTo } from '../../../git/deliver.ts';
import { moveOwnRef } from '../../../git/ref.ts';
import { resolve } from '../../../git/repository.ts';
import { nextPhase } from '../../../workflows/auto/due.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { Work } from '../../../workflows/auto/graph-state.ts';
import { contains, workAt } from './commits.ts';
import { joinCommits } from './join-commits.ts';
import { evidenceOf, findTreeProblem } from './measure-tree.ts';
import { doneIn, tickedTree } from './tick-plan.ts';
import { tidy } from './tidy.ts';
import { type AutoJob, TRUNK } from './job.ts';

/** How often a base that moves under our hands is followed. */
const MOST_TRIES = 5;

/** Finished phases go to the user's branch, by fast-forward. Where that cannot be, they stay on ours. */
export async function deliver(job: AutoJob): Promise<Result<AutoEvent, Failure>> {
  const outcome = await bring(job);
  const { at } = job.graph.stage;
  const isLast = (at === 'deliver' || at === 'done') && nextPhase(job.graph) === undefined;
  // What cannot be removed now stays where it is: that is no reason to deliver again.
  if (outcome.ok && isLast) await tidy(job, { isDelivered: outcome.value.type === 'delivered' });
  return outcome;
}

async function bring(job: AutoJob): Promise<Result<AutoEvent, Failure>> {
  const { services, graph, id: effect } = job;
  const { git, repository, onPoint } = services;
  if (graph.trunk === null || graph.base === null) throw new Error('nothing to deliver');
  const { branch } = graph.base;
  const asked = graph.wants_delivery;
  const standing = await trunkOf(job, graph.trunk);
  if (!standing.ok) return standing;
  let trunk = standing.value;
  const base = await resolve(git, repository, `refs/heads/${branch}`);
  if (!base.ok) return base;
  const leave = (why: string, detail: readonly string[]): Result<AutoEvent, Failure> =>
    ok({ type: 'left_alone', data: { effect, trunk, why, detail: [...detail] } });
  if (base.value === null) return leave('base_gone', [branch]);
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const message = `orchestral ${effect}: phase ${graph.current_phase}`;
    const delivered = await deliverTo(git, repository, { branch, commit: trunk.commit, message, asked });
    if (!delivered.ok) return delivered;
    onPoint('work.delivered');
    if (delivered.value.kind !== 'left_alone') return ok({ type: 'delivered', data: { effect, trunk } });
    const { why, detail } = delivered.value;
    // Tasks build on the trunk as it is: that of their phase is where the base is joined in.
    const isBusy = graph.stage.at === 'tasks' || graph.stage.at === 'repair';
    if (why === 'branch_moved' && isBusy) return leave('phase_open', [branch]);
    if (why !== 'branch_moved') return leave(why, detail === '' ? [] : [detail]);
    const joined = await joinBase(job, { trunk, base: detail });
    if (!joined.ok) return joined;
    if ('why' in joined.value) return leave(joined.value.why, joined.value.detail);
    trunk = joined.value;
  }
  return leave('branch_moved', [branch]);
}

/** Where our branch stands: an interrupted try may have merged the base into it already. */
async function trunkOf({ services }: AutoJob, recorded: Work): Promise<Result<Work, Failure>> {
  const { git, repository } = services;
  const standing = await resolve(git, repository, `refs/heads/${TRUNK}^{commit}`);
  if (!standing.ok || standing.value === null || standing.value === recorded.commit)
    return standing.ok ? ok(recorded) : standing;
  const isAhead = await contains(services, { commit: standing.value, older: recorded.commit });
  if (!isAhead.ok) return isAhead;
  return isAhead.value ? workAt(services, standing.value) : ok(recorded);
}

type NotJoined = { readonly why: 'conflict' | 'red'; readonly detail: readonly string[] };

/** What the user's branch got meanwhile is merged in, and the whole checked, before it goes there. */
async function joinBase(
  job: AutoJob,
  { trunk, base }: { readonly trunk: Work; readonly base: string },
): Promise<Result<Work | NotJoined, Failure>> {
  const { services, graph, id: effect } = job;
  const { git, repository } = services;
  const joined = await joinCommits(services, { ours: trunk.commit, theirs: base, plan: 'theirs' });
  if (!joined.ok) return joined;
  if (joined.value.kind === 'conflict') return ok({ why: 'conflict', detail: joined.value.paths });
  const ticked = await tickedTree(services, { tree: joined.value.tree, ids: doneIn(graph) });
  if (!ticked.ok) return ticked;
  const { value: tree } = ticked;
  const made = await commitTree(git, repository, {
    tree,
    parents: [trunk.commit, base],
    message: `Merge ${graph.base?.branch ?? ''} into ${TRUNK}`,
    trailers: { 'Orchestral-Evidence': evidenceOf(tree) },
  });
  if (!made.ok) return made;
  services.onPoint('merge.made');
  const wrong = await findTreeProblem(job, { before: base, now: made.value, as: 'delivery' });
  if (!wrong.ok) return wrong;
  if (wrong.value !== null) return ok({ why: 'red', detail: [wrong.value.message] });
  const ref = `refs/heads/${TRUNK}`;
  const message = `orchestral ${effect}: merged`;
  const moved = await moveOwnRef(git, repository, { ref, to: made.value, expected: trunk.commit, message });
  return moved.ok ? ok({ commit: made.value, tree }) : moved;
}
