import embedded from '../../../templates/auto/conflict.md';
import type { Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import { fillTemplate } from '../template.ts';
import {
  type FinishedTask,
  finishedText,
  firstOf,
  printedText,
  type ProjectBrief,
  projectText,
  type TaskText,
  taskText,
} from './parts.ts';

/** The folder holds the merge with the phase branch as git's `ours`, the task's branch as `theirs`. */
export interface ConflictBrief {
  readonly project: ProjectBrief;
  readonly task: TaskText;
  /** Merged since the task began, and changing a path that is in conflict; the latest first. */
  readonly others: readonly OtherTask[];
  /** The patch from where the task began to the phase branch, of the paths in conflict. */
  readonly otherSide: string;
  /** The same of the task's branch. */
  readonly ownSide: string;
  readonly paths: readonly string[];
}

export type OtherTask = TaskText & Pick<FinishedTask, 'result'>;

/** More than these are named only. */
const MOST_TEXTS = 3;
const MOST_PATHS = 200;
const LONGEST_PATCH = 12_000;

export function conflictPrompt(brief: ConflictBrief, template = embedded): Result<string, Failure> {
  return fillTemplate(
    { name: 'auto/conflict', text: template },
    {
      project: projectText(brief.project),
      others: othersText(brief.others),
      other_side: printedText(brief.otherSide, LONGEST_PATCH),
      own_side: printedText(brief.ownSide, LONGEST_PATCH),
      task_id: brief.task.id,
      task: taskText(brief.task),
      paths: firstOf(brief.paths, MOST_PATHS),
    },
  );
}

function othersText(others: readonly OtherTask[]): string {
  if (others.length === 0) return 'None.';
  const texts = others.slice(0, MOST_TEXTS).map(taskText);
  return [...texts, 'What their agents said was done:', finishedText(others)].join('\n\n');
}
