import embedded from '../../../templates/auto/task.md';
import type { Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import { quoted, quotedList } from '../quoted.ts';
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
  /** What was found in work that stands in the folder and was sent back; empty where there is none. */
  readonly open: readonly string[];
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
      failure: brief.open.length === 0 ? failure.value : sentBackText(brief.open),
    },
  );
}

function sentBackText(open: readonly string[]): string {
  return [
    'The work so far stands in this folder. It was not refused, but this is open:',
    quotedList(open),
    'Put it right. Where that cannot be done, change nothing and say why in your last line.',
  ].join('\n\n');
}
