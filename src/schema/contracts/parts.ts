import { choice, exactly, group, list, matching, text, time } from '../field.ts';

/** The head that every contract begins with. */
export function head<const A extends string>(author: A) {
  return {
    version: exactly(1, 'Version of this format.'),
    request_id: matching('request-id', 'The request this belongs to.'),
    created_at: time('When it was made.'),
    created_by: exactly(author, 'Who made it.'),
  };
}

export const taskId = matching('task-id', 'The task this belongs to.');

export const subtaskId = matching('subtask-id', 'The subtask this belongs to.');

export const fileRefs = list(
  group(
    {
      entity: text('What the file holds, such as a class.'),
      path: text('Path of the file.'),
      status: choice(['exists', 'to_create', 'to_modify'], 'What is to happen to it.'),
    },
    'One file.',
  ),
  'Files the task may touch.',
);
