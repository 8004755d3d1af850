import { amendPrompt } from '../../../prompts/amend.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import type { Publication } from '../../../workflows/delivery/proposal.ts';
import { acceptanceTrailers } from '../../../workflows/session/acceptance.ts';
import { changeLines, judgeSubtaskChange } from '../../../workflows/session/change-verdict.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { worktreeKinds } from '../../conductor/step.ts';
import { sessionDescription } from '../../run-documents/session-description.ts';
import { titleOf } from '../../run-documents/description.ts';
import { commitStep } from '../../work/commit-step.ts';
import { followProposal } from '../../work/follow-proposal.ts';
import { forgetBranch } from '../../work/forget-branch.ts';
import { proofTrailers } from '../../work/proof-trailers.ts';
import { proveChange } from '../../work/prove-change.ts';
import { publishWork, type WorkToPublish } from '../../work/publish.ts';
import { clearWorktree } from '../../work/worktrees.ts';
import { performAgentStep } from '../agent-step.ts';
import { mergeToJudge, requestOf } from './change.ts';
import type { SessionJob } from './job.ts';
import { ownSideFindings } from './rebase.ts';

/** The finished work goes to the remote, for others to review. */
export async function publish(job: SessionJob, wants: Publication['kind']): Promise<SessionEvent> {
  const { services, session, id: effect, owner } = job;
  const { request_id, base, tip } = session;
  const proof = await proveChange(job, {
    baseline: base.commit,
    candidate: tip.commit,
    request: requestOf(session, true),
  });
  // Each step to this tree was judged: only what came after them is still to be.
  if (session.rebased !== undefined) {
    const findings = [...proof.findings, ...(await ownSideFindings(job, tip.commit))];
    const change = mergeToJudge(job, findings, proof.proven.count);
    const { verdict, reasons } = judgeSubtaskChange(change);
    if (verdict === 'ask') return { type: 'merge_judged', data: { effect, change } };
    if (verdict !== 'accept')
      return { type: 'delivery_refused', data: { effect, why: 'red', detail: reasons.flatMap(changeLines) } };
  }
  const allowed = [...(session.allowed ?? []), ...(session.let_pass ?? [])];
  const trailers = {
    'Orchestral-Request': request_id,
    ...acceptanceTrailers(session),
    ...proofTrailers({ proof, acceptance: [], tasks: null, allowed }),
  };
  for (const kind of worktreeKinds) await clearWorktree(services, `${owner}/${kind}`);
  const came = await publishWork(job, {
    wants,
    work: tip,
    base: base.branch,
    proof: { message: `Deliver session ${request_id}`, trailers },
    ...describe(job),
    before: session.proposal,
  });
  if (came.kind === 'published')
    return { type: 'published', data: { effect, publication: came.publication, answered: [...came.answered] } };
  const { why, detail, theirs } = came;
  return { type: 'delivery_refused', data: { effect, why, detail: [...detail], ...(theirs !== null && { theirs }) } };
}

/** What became of published work. */
export async function sync(job: SessionJob): Promise<SessionEvent> {
  const { session, id: effect } = job;
  const { proposal, base } = session;
  if (proposal === undefined) throw new Error('nothing was published');
  const work = { commit: proposal.commit, tree: proposal.tree };
  const news = await followProposal(job, { proposal, work, from: base.commit, ...describe(job) });
  if (news.landed !== null || news.state === 'merged') await forgetBranch(job, work.commit);
  return { type: 'synced', data: { effect, news } };
}

/** The Implementer puts right what reviewers and checks said of published work; it is judged as the work was. */
export function amend(job: SessionJob): Promise<SessionEvent> {
  const { session, id: effect } = job;
  const { tip, base, amend: wanted } = session;
  if (wanted === undefined) throw new Error('nothing to amend');
  const failed = (detail: readonly string[], calls: readonly CallRecord[]): SessionEvent => ({
    type: 'amend_failed',
    data: { effect, calls: [...calls], detail: [...detail] },
  });
  const asked: SessionJob = {
    ...job,
    agentCalls: (role) => ({
      ...job.agentCalls(role),
      failed: ({ call, kind, message }) => failed([`${kind}: ${message}`], [call]),
    }),
  };
  return performAgentStep<never, SessionEvent>(asked, {
    role: 'implementer',
    template: 'amend',
    worktree: { commit: tip.commit, isBroken: true },
    prompt: ({ commands }, template) =>
      amendPrompt(
        {
          testCommand: commands.tests?.detected.line ?? null,
          purpose: session.original_request,
          remarks: wanted.text,
          problems: wanted.problems,
        },
        template,
      ),
    save: async ({ call, worktree }) => {
      const trailers = { 'Orchestral-Request': session.request_id };
      const made = await commitStep(job, worktree, { onto: tip.commit, message: 'Answer the review', trailers });
      if (made === null) return failed(['nothing was changed'], [call]);
      const request = requestOf(session, true);
      const proof = await proveChange(job, { baseline: base.commit, candidate: made.commit, request });
      const { verdict, reasons } = judgeSubtaskChange(mergeToJudge(job, proof.findings, proof.proven.count));
      if (verdict !== 'accept' && verdict !== 'ask') return failed(reasons.flatMap(changeLines), [call]);
      return { type: 'amended', data: { effect, calls: [call], tip: made } };
    },
  });
}

function describe({ services, session }: SessionJob): Pick<WorkToPublish, 'title' | 'describe' | 'isDraft'> {
  return {
    title: titleOf(session.original_request, session.request_id),
    describe: (commit) => sessionDescription(session, commit, services.words),
    isDraft: false,
  };
}
