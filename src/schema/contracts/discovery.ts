import type * as z from 'zod/mini';
import { head } from './parts.ts';
import { group, list, matching, record, text, texts } from '../field.ts';
import type { Finding } from '../finding.ts';
import { idsOnce, orderHasNoDuplicate, subtaskOf } from '../rules.ts';
import { manifest } from '../session-state.ts';

export const explored = group(
  {
    ...head('code-explore'),
    project_manifest: manifest,
    explored_files: list(
      group({ path: text('Path of the file.'), summary: text('What it holds.') }, 'One file.'),
      'The files that matter for the request.',
    ),
    directory_structure: record('any', text('What the folder holds.'), 'Folders by path.'),
  },
  'What Code Explore found in the project.',
);

export type Explored = z.output<typeof explored>;

export const taskBreakdown = group(
  {
    ...head('planner'),
    original_request: text('What the user asked for, word for word.'),
    objective: text('What is to be reached.'),
    tasks: list(
      group(
        {
          id: matching('task-id', 'Id of the task.'),
          name: text('Name of the task.'),
          objective: text('What the task is to reach.'),
          subtasks: list(
            group(
              {
                id: matching('subtask-id', 'Id of the subtask; begins with the id of its task.'),
                name: text('Name of the subtask.'),
                description: text('The request.'),
              },
              'One subtask.',
            ),
            'The subtasks of the task.',
          ),
        },
        'One task.',
      ),
      'The tasks.',
    ),
    assumptions: texts('What the plan takes for granted, checked against the project later.'),
    task_order: list(matching('task-id', 'A task.'), 'Tasks in the order they are done.'),
  },
  'The Planner’s division of a request into tasks and subtasks.',
);

export type TaskBreakdown = z.output<typeof taskBreakdown>;

export function* taskBreakdownRules(breakdown: TaskBreakdown): Iterable<Finding> {
  const { tasks, task_order } = breakdown;
  yield* idsOnce(['tasks'], tasks);
  yield* orderHasNoDuplicate(['task_order'], task_order);
  const ordered = new Set(task_order);
  for (const [i, task] of tasks.entries()) {
    if (!ordered.has(task.id)) {
      const expected = { kind: 'rule', rule: 'missing-from-order', order: 'task_order' } as const;
      yield { at: ['tasks', i, 'id'], expected, got: task.id };
    }
    yield* idsOnce(['tasks', i, 'subtasks'], task.subtasks);
    for (const [j, { id }] of task.subtasks.entries()) {
      yield* subtaskOf(task.id, ['tasks', i, 'subtasks', j, 'id'], id);
    }
  }
}
