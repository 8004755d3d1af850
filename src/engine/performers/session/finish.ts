import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { decisionsQuery } from '../../../workflows/session/mem-triggers.ts';
import { mergeIntoBase } from '../../work/merge-into-base.ts';
import { clearWorktree, worktreeKinds } from '../../work/worktrees.ts';
import { gatherKnowledge } from './gather-knowledge.ts';
import type { JobFor, SessionJob } from './job.ts';

/** A full scan at the end, and what claude-mem remembers of the project. */
export async function learnAll(job: SessionJob): Promise<Result<SessionEvent, Failure>> {
  const { services, session, signal, id, owner } = job;
  const observations = await services.memory.observationsOf(services.name, decisionsQuery(services.name), signal);
  const learned = await gatherKnowledge(job, { tasks: session.task_order, observations });
  if (!learned.ok) return learned;
  for (const room of worktreeKinds) {
    const cleared = await clearWorktree(services, `${owner}/${room}`);
    if (!cleared.ok) return cleared;
  }
  return ok({ type: 'learned', data: { effect: id } });
}

/** The finished work goes to the branch it began on, when a person says so. */
export async function deliver(job: JobFor<'deliver'>): Promise<Result<SessionEvent, Failure>> {
  const { session, what, id: effect } = job;
  const { request_id, base, tip } = session;
  const came = await mergeIntoBase(job, {
    work: tip,
    base: base.branch,
    asked: what.asked,
    message: `Merge session ${request_id}`,
    trailers: { 'Orchestral-Request': request_id, 'Orchestral-Evidence': `tree ${tip.tree}` },
  });
  if (!came.ok) return came;
  switch (came.value.kind) {
    case 'merged':
      return ok({ type: 'delivered', data: { effect, merge: came.value.merge } });
    case 'left_alone':
      return ok({ type: 'left_alone', data: { effect, merge: came.value.merge, why: came.value.why } });
    case 'refused':
      return ok({ type: 'delivery_refused', data: { effect, why: came.value.why, detail: [...came.value.detail] } });
    default:
      return came.value satisfies never;
  }
}
