import { nextPhase } from '../../../workflows/auto/due.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import { type Graph, heldRepair, isHeldTask, type Work } from '../../../workflows/auto/graph-state.ts';
import type { Publication } from '../../../workflows/delivery/proposal.ts';
import { autoDescription } from '../../run-documents/auto-description.ts';
import { trunkBranch } from '../../repository-names.ts';
import { followProposal } from '../../work/follow-proposal.ts';
import { forgetBranch } from '../../work/forget-branch.ts';
import { publishWork, type WorkToPublish } from '../../work/publish.ts';
import type { AutoJob } from './job.ts';

/** Finished phases go to the remote, for others to review: one pull request for the whole list. */
export async function publish(
  job: AutoJob,
  { trunk, base, wants }: { readonly trunk: Work; readonly base: string; readonly wants: Publication['kind'] },
): Promise<AutoEvent> {
  const { graph, id: effect } = job;
  const came = await publishWork(ofTrunk(job), {
    wants,
    work: trunk,
    base,
    // The merge of each phase says how it was proved.
    proof: null,
    ...describe(job),
    before: graph.proposal?.state === 'merged' ? undefined : graph.proposal,
  });
  if (came.kind === 'published')
    return { type: 'published', data: { effect, trunk, publication: came.publication, answered: [...came.answered] } };
  return { type: 'left_alone', data: { effect, trunk, why: came.why, detail: [...came.detail] } };
}

/** What became of the published phases. */
export async function sync(job: AutoJob): Promise<AutoEvent> {
  const { graph, id: effect } = job;
  const { proposal, base } = graph;
  if (proposal === undefined || base === null) throw new Error('nothing was published');
  const work = { commit: proposal.commit, tree: proposal.tree };
  const news = await followProposal(ofTrunk(job), { proposal, work, from: base.commit, ...describe(job) });
  const isLanded = news.landed !== null || news.state === 'merged';
  if (isLanded && graph.stage.at === 'done') await forgetBranch(ofTrunk(job), work.commit);
  return { type: 'synced', data: { effect, news } };
}

function ofTrunk(job: AutoJob): AutoJob {
  return { ...job, owner: 'auto', branch: trunkBranch(job.services.project) };
}

/** A draft while there is more to come. */
function describe({ services, graph }: AutoJob): Pick<WorkToPublish, 'title' | 'describe' | 'isDraft'> {
  const { words } = services;
  const { done, all } = phasesOf(graph);
  return {
    title: words.pullRequest.titleOfList(graph.project, done, all),
    describe: (commit) => autoDescription(graph, commit, words),
    isDraft: hasMore(graph),
  };
}

function hasMore(graph: Graph): boolean {
  const isHeld = Object.values(graph.tasks).some(isHeldTask) || heldRepair(graph) !== null;
  return isHeld || (graph.stage.at !== 'done' && nextPhase(graph) !== undefined);
}

function phasesOf({ order, tasks, phases, current_phase, stage }: Graph): {
  readonly done: number;
  readonly all: number;
} {
  const all = new Set(order.map((id) => tasks[id]?.phase));
  const over = Object.keys(phases).filter((phase) => phases[phase]?.completed_at !== undefined);
  const current = stage.at === 'deliver' ? [String(current_phase)] : [];
  return { done: new Set([...over, ...current]).size, all: all.size };
}
