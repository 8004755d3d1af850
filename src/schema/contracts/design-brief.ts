import type * as z from 'zod/mini';
import { group, list, matching, text, texts } from '../field.ts';
import type { Finding } from '../finding.ts';
import { idsOnce, subtaskOf } from '../rules.ts';
import { fileRefs, head, taskId } from './parts.ts';

export const designBrief = group(
  {
    ...head('orchestrator'),
    task_id: taskId,
    task_name: text('Name of the task.'),
    objective: text('What the task is to reach.'),
    subtasks: list(
      group({ id: matching('subtask-id', 'Id of the subtask.'), name: text('Name of the subtask.') }, 'One subtask.'),
      'The subtasks, in the order they are done.',
    ),
    completion_criteria: texts('When the task counts as done.'),
    scope_in: texts('What belongs to the task.'),
    scope_out: texts('What does not.'),
    file_refs: fileRefs,
  },
  'What one task is about, made by merging plan and exploration.',
);

export type DesignBrief = z.output<typeof designBrief>;

export function* designBriefRules(brief: DesignBrief): Iterable<Finding> {
  yield* idsOnce(['subtasks'], brief.subtasks);
  for (const [i, { id }] of brief.subtasks.entries()) yield* subtaskOf(brief.task_id, ['subtasks', i, 'id'], id);
}
