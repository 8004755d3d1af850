import embedded from '../../../templates/auto/task.md';
import type { Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import { quoted } from '../quoted.ts';
import { fillTemplate } from '../template.ts';
import {
  type AttemptBrief,
  failureText,
  type FinishedTask,
  finishedText,
  type ProjectBrief,
  projectText,
  type TaskText,
  taskText,
} from './parts.ts';

export interface TaskAttemptBrief extends AttemptBrief {
  readonly project: ProjectBrief;
  readonly task: TaskText;
  readonly dependencies: readonly FinishedTask[];
  /** From `relevantKnowledge`; empty when there is none. */
  readonly knowledge: string;
}

/** `approach` are the project's own words for the strategy, as `template` are for the task. */
export function taskPrompt(brief: TaskAttemptBrief, template = embedded, approach?: string): Result<string, Failure> {
  const failure = failureText(brief, approach);
  if (!failure.ok) return failure;
  return fillTemplate(
    { name: 'auto/task', text: template },
    {
      project: projectText(brief.project),
      knowledge: brief.knowledge.trim() === '' ? 'None.' : quoted(brief.knowledge),
      dependencies: finishedText(brief.dependencies),
      task_id: brief.task.id,
      task: taskText(brief.task),
      failure: failure.value,
    },
  );
}
