import { forkPoint } from '../../../git/diff.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import { askReviewer } from './ask-reviewer.ts';
import { failedAttempt } from './attempt.ts';
import { planTask, taskText } from './brief.ts';
import type { TaskJob } from './job.ts';

/** What was found about a task's work is shown to somebody who did not write it. A refusal sends the work back. */
export async function review(job: TaskJob): Promise<AutoEvent> {
  const { services, graph, at, id: effect } = job;
  const { work, findings = [] } = at.task;
  if (work === null) throw new Error(`nothing to review: ${at.id}`);
  const task = planTask(services, graph, at.id);
  // What was merged meanwhile is not of its doing.
  const fork = await forkPoint(services.git, services.repository, [at.tip.commit, work.commit]);
  return askReviewer(job, {
    task: taskText(task),
    words: [task.title, task.text, ...task.acceptance].join('\n'),
    findings,
    range: { from: fork, to: work.commit },
    save: (reviewed, took) => {
      if ('refused' in reviewed) return failedAttempt(job, { kind: 'review', message: reviewed.refused }, took);
      return { type: 'task_reviewed', data: { effect, id: at.id, ...took, answers: reviewed.answers } };
    },
  });
}
