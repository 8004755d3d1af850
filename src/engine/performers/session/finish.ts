import { unwrap } from '../../../base/failure.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { decisionsQuery } from '../../../workflows/session/mem-triggers.ts';
import { mergeIntoBase } from '../../work/merge-into-base.ts';
import { worktreeKinds } from '../../conductor/step.ts';
import { clearWorktree } from '../../work/worktrees.ts';
import { gatherKnowledge } from './gather-knowledge.ts';
import type { JobFor, SessionJob } from './job.ts';

/** A full scan at the end, and what claude-mem remembers of the project. */
export async function learnAll(job: SessionJob): Promise<SessionEvent> {
  const { services, session, signal, id, owner } = job;
  const observations = await services.memory.searchObservations(services.name, decisionsQuery(services.name), signal);
  unwrap(await gatherKnowledge(job, { tasks: session.task_order, observations }));
  for (const kind of worktreeKinds) await clearWorktree(services, `${owner}/${kind}`);
  return { type: 'learned', data: { effect: id } };
}

/** The finished work goes to the branch it began on, when a person says so. */
export async function deliver(job: JobFor<'deliver'>): Promise<SessionEvent> {
  const { session, what, id: effect } = job;
  const { request_id, base, tip } = session;
  const outcome = await mergeIntoBase(job, {
    work: tip,
    base: base.branch,
    asked: what.asked,
    message: `Merge session ${request_id}`,
    trailers: { 'Orchestral-Request': request_id, 'Orchestral-Evidence': `tree ${tip.tree}` },
  });
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
