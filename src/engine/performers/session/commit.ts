import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { prepareAgentWorktree } from '../../work/checks.ts';
import { commitStep } from '../../work/commit-step.ts';
import { gatherKnowledge } from './gather-knowledge.ts';
import type { SubtaskJob } from './job.ts';

/** A completed subtask is one commit on the session's branch. */
export async function commit(job: SubtaskJob): Promise<Result<SessionEvent, Failure>> {
  const { session, at, id } = job;
  const { subtask, subtaskId } = at;
  const work = subtask.work ?? session.tip;
  const room = await prepareAgentWorktree(job, { commit: work.commit });
  if (!room.ok) return room;
  const committed = await commitStep(job, room.value, {
    onto: session.tip.commit,
    message: `${subtaskId}: ${subtask.name}`,
    trailers: {
      'Orchestral-Request': session.request_id,
      'Orchestral-Subtask': subtaskId,
      'Orchestral-Evidence': `tree ${work.tree}`,
    },
  });
  if (!committed.ok) return committed;
  if (at.task.subtask_order.at(-1) === subtaskId) {
    const learned = await gatherKnowledge(job, { tasks: [at.taskId] });
    if (!learned.ok) return learned;
  }
  return ok({ type: 'subtask_committed', data: { effect: id, tip: committed.value ?? session.tip } });
}
