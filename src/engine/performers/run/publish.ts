import type { ConfigProject } from '../../../schema/config/settings.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import type { Work } from '../../../workflows/run/run-state.ts';
import { allowedIn } from '../../../workflows/run/allowed.ts';
import { maxIterations } from '../../../workflows/run/criteria.ts';
import { worktreeKinds } from '../../conductor/step.ts';
import { runDescription, titleOf } from '../../run-documents/description.ts';
import { followProposal } from '../../work/follow-proposal.ts';
import { proofTrailers } from '../../work/proof-trailers.ts';
import { publishWork, type WorkToPublish } from '../../work/publish.ts';
import { forgetBranch } from '../../work/forget-branch.ts';
import { clearWorktree } from '../../work/worktrees.ts';
import type { Job, JobAt } from './job.ts';
import { readText } from './run-folder.ts';

/** Approved work goes to the remote, for others to review. */
export async function publish(
  job: JobAt<'merge'>,
  { wants, base }: { readonly wants: Exclude<ConfigProject['delivery'], 'merge' | undefined>; readonly base: string },
): Promise<RunEvent> {
  const { services, run, step, id: effect } = job;
  for (const kind of worktreeKinds) await clearWorktree(services, `${run.run_id}/${kind}`);
  const came = await publishWork(job, {
    wants,
    work: step.work,
    base,
    proof: { message: `Deliver ${run.run_id}`, trailers: trailersFor(job, step.work) },
    ...describe(job),
    isDraft: false,
    before: run.proposal,
  });
  if (came.kind === 'published')
    return { type: 'published', data: { effect, publication: came.publication, answered: [...came.answered] } };
  const { why, detail, theirs } = came;
  return { type: 'merge_refused', data: { effect, why, detail: [...detail], ...(theirs !== null && { theirs }) } };
}

/** What became of published work. */
export async function sync(job: JobAt<'sync'>): Promise<RunEvent> {
  const { services, run, id: effect, settings } = job;
  const { proposal } = run;
  if (proposal === undefined) throw new Error(`nothing of ${run.run_id} was published`);
  // A later state may wait for approval: what was merged is what was pushed.
  const work = { commit: proposal.commit, tree: proposal.tree };
  const news = await followProposal(job, {
    proposal,
    work,
    from: run.base.commit,
    ...describe(job),
    isDraft: false,
  });
  // The last that is done for it: who is killed before this does it again.
  if (news.landed !== null || news.state === 'merged') await forgetBranch(job, work.commit);
  services.onPoint('work.delivered');
  return { type: 'synced', data: { effect, news, max_iterations: maxIterations(settings) } };
}

function trailersFor({ run }: Job, work: Work) {
  const about = { 'Orchestral-Run': run.run_id, 'Orchestral-Evidence': `tree ${work.tree}` };
  const { proof } = run;
  // Logs from before there were proofs have none.
  if (proof === undefined) return about;
  const { allowed } = allowedIn(run, { tree: work.tree, findings: proof.findings });
  return { ...about, ...proofTrailers({ proof, acceptance: [], tasks: null, allowed }) };
}

function describe({ services, run }: Job): Pick<WorkToPublish, 'title' | 'describe'> {
  const refined = readText(services, 'briefing/refined.md');
  const summary = readText(services, 'mrp/summary.md');
  const facts = { id: run.run_id, refined, summary, issue: run.issue ?? null };
  return {
    title: titleOf(run.issue?.title ?? refined, run.run_id),
    describe: (commit) => runDescription({ ...facts, commit }, services.words),
  };
}
