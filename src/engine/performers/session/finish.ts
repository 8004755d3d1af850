import type { SessionEvent } from '../../../workflows/session/events.ts';
import { isLastOfTask } from '../../../workflows/session/gates.ts';
import { decisionsQuery } from '../../../workflows/session/mem-triggers.ts';
import { worktreeKinds } from '../../conductor/step.ts';
import { prepareAgentWorktree } from '../../work/checks.ts';
import { commitStep } from '../../work/commit-step.ts';
import { acceptanceTrailers, subtaskTrailers } from '../../../workflows/session/acceptance.ts';
import { changeLines, type ChangeToJudge, judgeSubtaskChange } from '../../../workflows/session/change-verdict.ts';
import { mergeIntoBase } from '../../work/merge-into-base.ts';
import { proofTrailers } from '../../work/proof-trailers.ts';
import { proveChange } from '../../work/prove-change.ts';
import { clearWorktree } from '../../work/worktrees.ts';
import { mergeToJudge, requestOf } from './change.ts';
import type { JobFor, SessionJob, SubtaskJob } from './job.ts';
import { gatherKnowledge } from './memory.ts';
import { publish } from './publish.ts';
import { ownSideFindings } from './rebase.ts';

/** A completed subtask is one commit on the session's branch. */
export async function commit(job: SubtaskJob): Promise<SessionEvent> {
  const { session, at, id } = job;
  const { subtask, subtaskId } = at;
  const work = subtask.work ?? session.tip;
  const room = await prepareAgentWorktree(job, { commit: work.commit });
  const committed = await commitStep(job, room, {
    onto: session.tip.commit,
    message: `${subtaskId}: ${subtask.name}`,
    trailers: {
      'Orchestral-Request': session.request_id,
      'Orchestral-Subtask': subtaskId,
      'Orchestral-Evidence': `tree ${work.tree}`,
      ...subtaskTrailers(subtask),
    },
  });
  const isLast = isLastOfTask(at.task, subtaskId);
  // What put one subtask right is of use to the next of the same task; what was decided is settled when all of it is done.
  if (isLast || subtask.failed_tests.length > 0)
    await gatherKnowledge(job, { tasks: [at.taskId], isDesignSettled: isLast });
  return { type: 'subtask_committed', data: { effect: id, tip: committed ?? session.tip } };
}

/** A person decides; whoever conducts lets go until then, unless this start allows it. */
export async function ask({ id: effect }: SessionJob): Promise<SessionEvent> {
  return { type: 'asked', data: { effect } };
}

/** A full scan at the end, and what claude-mem remembers of the project. */
export async function learnAll(job: SessionJob): Promise<SessionEvent> {
  const { services, session, signal, id, owner } = job;
  const observations = await services.memory.searchObservations(decisionsQuery(services.name), signal);
  await gatherKnowledge(job, { tasks: session.task_order, observations });
  for (const kind of worktreeKinds) await clearWorktree(services, `${owner}/${kind}`);
  return { type: 'learned', data: { effect: id } };
}

/** The finished work goes to the branch it began on, when a person says so. */
export async function deliver(job: JobFor<'deliver'>): Promise<SessionEvent> {
  const { session, what, id: effect } = job;
  const delivery = job.config.project?.delivery ?? 'merge';
  if (delivery !== 'merge') return publish(job, delivery);
  const { request_id, base, tip } = session;
  let asked: ChangeToJudge | undefined;
  const outcome = await mergeIntoBase(job, {
    work: tip,
    base: base.branch,
    asked: what.asked,
    message: `Merge session ${request_id}`,
    trailers: {
      'Orchestral-Request': request_id,
      'Orchestral-Evidence': `tree ${tip.tree}`,
      ...acceptanceTrailers(session),
    },
    prove: async ({ base: before, merge, isNew }) => {
      const proof = await proveChange(job, {
        baseline: before,
        candidate: merge,
        request: requestOf(session, true),
      });
      const allowed = [...(session.allowed ?? []), ...(session.let_pass ?? [])];
      const trailers = proofTrailers({ proof, acceptance: [], tasks: null, allowed });
      // Each step to this tree was judged: only what all of them come to is still to be told.
      if (!isNew && session.rebased === undefined) return { trailers };
      const findings = [...proof.findings, ...(await ownSideFindings(job, merge))];
      const change = mergeToJudge(job, findings, proof.proven.count);
      const { verdict, reasons } = judgeSubtaskChange(change);
      if (verdict === 'accept') return { trailers };
      if (verdict === 'ask') asked = change;
      return { refused: reasons.flatMap(changeLines) };
    },
  });
  if (outcome.kind === 'refused' && outcome.why === 'red' && asked !== undefined)
    return { type: 'merge_judged', data: { effect, change: asked } };
  switch (outcome.kind) {
    case 'merged':
      return { type: 'delivered', data: { effect, merge: outcome.merge } };
    case 'left_alone':
      return { type: 'left_alone', data: { effect, merge: outcome.merge, why: outcome.why } };
    case 'refused':
      return { type: 'delivery_refused', data: { effect, why: outcome.why, detail: [...outcome.detail] } };
    default:
      return outcome satisfies never;
  }
}
