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
  /** Why a person refused that work; null where nobody did. */
  readonly refused: readonly string[] | null;
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
      failure: brief.open.length === 0 ? failure.value : sentBackText(brief),
    },
  );
}

function sentBackText({ open, refused }: Pick<TaskAttemptBrief, 'open' | 'refused'>): string {
  const what =
    refused === null
      ? 'The work so far stands in this folder. It was not refused, but this is open:'
      : 'The work so far stands in this folder. A person looked at it and refused this:';
  const why = refused === null || refused.length === 0 ? [] : ['The reason they gave:', quotedList(refused)];
  const last = 'Put it right. Where that cannot be done, change nothing and say why in your last line.';
  return [what, quotedList(open), ...why, last].join('\n\n');
}
