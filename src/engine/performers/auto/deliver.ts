import { catchFailure } from '../../../base/failure.ts';
import { sweepTemporaries } from '../../../files/temporary.ts';
import { commitTree, type Trailers } from '../../../git/commit.ts';
import { type DeliveryResult, deliverToBranch as deliverTo } from '../../../git/deliver.ts';
import { moveOwnRef, removeOwnRefs } from '../../../git/ref.ts';
import { listBranches, resolveRevision } from '../../../git/repository.ts';
import { findHolder, listWorktrees } from '../../../git/worktree-list.ts';
import { nextPhase } from '../../../workflows/auto/due.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { Work } from '../../../workflows/auto/graph-state.ts';
import { withDeliveryLock } from '../../work/delivery-lock.ts';
import { evidenceOf } from '../../work/proof-trailers.ts';
import { clearWorktree } from '../../work/worktrees.ts';
import { contains, isOurBranch, joinCommits, workAt } from './commits.ts';
import { ownName, phaseBranch, taskBranch, trunkBranch } from '../../repository-names.ts';
import type { AutoJob } from './job.ts';
import { judgeJoined } from './judge-joined.ts';
import { publish } from './publish.ts';
import { doneIn, tickedTree } from './tick-plan.ts';

/** How often a base that moves under our hands is followed. */
const MOST_TRIES = 5;

/** Finished phases go to the user's branch, by fast-forward. Where that cannot be, they stay on ours. */
export async function deliver(job: AutoJob): Promise<AutoEvent> {
  const outcome = await bring(job);
  const { at } = job.graph.stage;
  const isLast = (at === 'deliver' || at === 'done') && nextPhase(job.graph) === undefined;
  // What cannot be removed now stays where it is: that is no reason to deliver again.
  if (isLast) await catchFailure(() => tidy(job, { isDelivered: outcome.type === 'delivered' }));
  return outcome;
}

async function bring(job: AutoJob): Promise<AutoEvent> {
  const { services, graph, id: effect } = job;
  const { git, repository, onPoint } = services;
  if (graph.trunk === null || graph.base === null) throw new Error('nothing to deliver');
  const { branch } = graph.base;
  const asked = graph.wants_delivery;
  let trunk = await trunkOf(job, graph.trunk);
  const base = await resolveRevision(git, repository, `refs/heads/${branch}`);
  const leave = (why: string, detail: readonly string[]): AutoEvent => ({
    type: 'left_alone',
    data: { effect, trunk, why, detail: [...detail] },
  });
  if (base === null) return leave('base_gone', [branch]);
  const delivery = job.config.project?.delivery ?? 'merge';
  if (delivery !== 'merge') return publish(job, { trunk, base: branch, wants: delivery });
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const message = `orchestral ${effect}: phase ${graph.current_phase}`;
    const delivery = { branch, commit: trunk.commit, message, asked };
    const carryOut = async (): Promise<DeliveryResult> => {
      const result = await deliverTo(git, repository, delivery);
      onPoint('work.delivered');
      return result;
    };
    const delivered = await withDeliveryLock(services, carryOut, job.signal);
    if (delivered.kind !== 'left_alone') return { type: 'delivered', data: { effect, trunk } };
    const { why, detail } = delivered;
    // Tasks build on the trunk as it is: that of their phase is where the base is joined in.
    const isBusy = graph.stage.at === 'tasks' || graph.stage.at === 'repair';
    if (why === 'branch_moved' && isBusy) return leave('phase_open', [branch]);
    if (why !== 'branch_moved') return leave(why, detail === '' ? [] : [detail]);
    const joined = await joinBase(job, { trunk, base: detail });
    if ('why' in joined) return leave(joined.why, joined.detail);
    trunk = joined;
  }
  return leave('branch_moved', [branch]);
}

/** Where our branch stands: an interrupted try may have merged the base into it already. */
async function trunkOf({ services }: AutoJob, recorded: Work): Promise<Work> {
  const { git, repository } = services;
  const standing = await resolveRevision(git, repository, `refs/heads/${trunkBranch(services.project)}^{commit}`);
  if (standing === null || standing === recorded.commit) return recorded;
  const isAhead = await contains(services, { commit: standing, older: recorded.commit });
  return isAhead ? await workAt(services, standing) : recorded;
}

type NotJoined = { readonly why: 'conflict' | 'red'; readonly detail: readonly string[] };

/** What the user's branch got meanwhile is merged in, and the whole checked, before it goes there. */
async function joinBase(
  job: AutoJob,
  { trunk, base }: { readonly trunk: Work; readonly base: string },
): Promise<Work | NotJoined> {
  const { services, graph, id: effect } = job;
  const { git, repository } = services;
  const joined = await joinCommits(services, { ours: trunk.commit, theirs: base, plan: 'theirs' });
  if (joined.kind === 'conflict') return { why: 'conflict', detail: joined.paths };
  const tree = await tickedTree(services, { tree: joined.tree, ids: doneIn(graph) });
  const commitWith = (trailers: Trailers): Promise<string> =>
    commitTree(git, repository, {
      tree,
      parents: [trunk.commit, base],
      message: `Merge ${graph.base?.branch ?? ''} into ${trunkBranch(services.project)}`,
      trailers: { ...evidenceOf(tree), ...trailers },
    });
  const made = await commitWith({});
  services.onPoint('merge.made');
  const judged = await judgeJoined(job, { before: base, now: made, tasks: graph.order });
  if ('problem' in judged) return { why: 'red', detail: [judged.problem.message] };
  const ref = `refs/heads/${trunkBranch(services.project)}`;
  const commit = await commitWith(judged.trailers);
  await moveOwnRef(git, repository, {
    ref,
    to: commit,
    expected: trunk.commit,
    message: `orchestral ${effect}: merged`,
  });
  return { commit, tree };
}

const OURS = /^(?:auto\/slot-\d+|worktree\/.+)$/;
const PHASE = /^\d+-.+$/;

function isOfTasks(project: AutoJob['services']['project'], branch: string): boolean {
  const [task, phase] = [taskBranch(project, ''), phaseBranch(project, 'phase-')];
  return branch.startsWith(task) || (branch.startsWith(phase) && PHASE.test(branch.slice(phase.length)));
}

/**
 * After the last phase nothing of ours stays but what is in no other place: worktrees go after a rescue, branches when
 * the finished work has all of them.
 */
async function tidy({ services, graph }: AutoJob, { isDelivered }: { readonly isDelivered: boolean }): Promise<void> {
  const { git, repository, disk, project } = services;
  sweepTemporaries(disk, repository.gitDir);
  const listed = await listWorktrees(git, repository);
  for (const { owner } of listed) {
    const own = owner === null ? undefined : ownName(project, owner);
    if (own !== undefined && OURS.test(own)) await clearWorktree(services, own);
  }
  const trunkRef = `refs/heads/${trunkBranch(project)}`;
  const trunk = (await resolveRevision(git, repository, trunkRef)) ?? graph.trunk?.commit;
  if (trunk === undefined) return;
  const left = await listWorktrees(git, repository);
  const refs = new Map<string, string>();
  for (const [branch, commit] of await listBranches(git, repository, { within: trunk })) {
    if (!isOfTasks(project, branch) && !(branch === trunkBranch(project) && isDelivered)) continue;
    // Whatever it is called, and though it was we who moved it last.
    if (branch === graph.base?.branch) continue;
    if (findHolder(left, branch) === null && (await isOurBranch({ git, repository }, branch)))
      refs.set(`refs/heads/${branch}`, commit);
  }
  await removeOwnRefs(git, repository, { refs, message: 'orchestral auto: done with it' });
}
