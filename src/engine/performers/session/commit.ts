import { unwrap } from '../../../base/failure.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { isLastOfTask } from '../../../workflows/session/gates.ts';
import { prepareAgentWorktree } from '../../work/checks.ts';
import { commitStep } from '../../work/commit-step.ts';
import { gatherKnowledge } from './gather-knowledge.ts';
import type { SubtaskJob } from './job.ts';

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
    },
  });
  if (isLastOfTask(at.task, subtaskId)) unwrap(await gatherKnowledge(job, { tasks: [at.taskId] }));
  return { type: 'subtask_committed', data: { effect: id, tip: committed ?? session.tip } };
}
