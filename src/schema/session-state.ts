import type * as z from 'zod/mini';
import { choice, exactly, group, list, matching, maybe, orNull, record, text, time } from './field.ts';
import type { Finding } from './finding.ts';
import { entriesInOrder, orderHasNoDuplicate, subtaskOf } from './rules.ts';

export const project = group(
  {
    path: matching('absolute-path', 'Absolute path of the project root.'),
    name: text('Name of the project.'),
    hash: matching('project-hash', 'First 8 hex digits of the md5 of the path; names the folder.'),
  },
  'The project this belongs to.',
);

export const manifest = group(
  {
    claude_md: orNull(matching('absolute-path', 'Absolute path of CLAUDE.md, where there is one.')),
    agents_md: orNull(matching('absolute-path', 'Absolute path of AGENTS.md, where there is one.')),
  },
  'Instruction files of the project.',
);

export const sessionStatus = choice(['active', 'completed', 'stopped'], 'Whether the session is running.');

export const sessionDocument = group(
  {
    version: exactly(1, 'Version of this format.'),
    project,
    status: sessionStatus,
    current_task: matching('task-id', 'The task in progress.'),
    created_at: time('When the session began.'),
    updated_at: time('When anything in the session last changed.'),
    manifest,
  },
  'A session: its project and status.',
);

export type SessionDocument = z.output<typeof sessionDocument>;

const gate = choice(['pending', 'passed', 'failed'], 'Status of the gate.');

const subtask = group(
  {
    name: text('Name of the subtask.'),
    status: choice(['pending', 'in_progress', 'completed', 'failed'], 'Status of the subtask.'),
    phase: choice(['test_first', 'implementation', 'verification', 'complete'], 'What is being done for it.'),
    gates: group(
      { 'GATE-1': maybe(gate), 'GATE-2': maybe(gate), 'GATE-3': maybe(gate), 'GATE-4': maybe(gate) },
      'The gates, once the subtask has started.',
    ),
  },
  'One subtask.',
);

const task = group(
  {
    name: text('Name of the task.'),
    status: choice(['pending', 'in_progress', 'completed'], 'Status of the task.'),
    current_subtask: matching('subtask-id', 'The subtask in progress.'),
    subtasks: record('subtask-id', subtask, 'Subtasks by id.'),
    subtask_order: list(matching('subtask-id', 'A subtask.'), 'Subtasks in the order they are done.'),
    created_at: maybe(time('When the task was made.')),
    updated_at: maybe(time('When the task last changed.')),
  },
  'One task.',
);

export const sessionStateDocument = group(
  {
    version: exactly(2, 'Version of this format.'),
    request: group(
      {
        id: matching('request-id', 'Id of the request.'),
        original_request: text('What the user asked for, word for word.'),
        status: sessionStatus,
        current_task: matching('task-id', 'The task in progress.'),
        global_phase: choice(['global_discovery', 'task_loop', 'complete'], 'What the session is doing.'),
      },
      'The request being worked on.',
    ),
    tasks: record('task-id', task, 'Tasks by id.'),
    task_order: list(matching('task-id', 'A task.'), 'Tasks in the order they are done.'),
  },
  'The state of a session: request, tasks, subtasks.',
);

export type SessionStateDocument = z.output<typeof sessionStateDocument>;

/** Orders may name ids that have no entry yet; entries must stand in their order. */
export function* sessionStateRules(state: SessionStateDocument): Iterable<Finding> {
  yield* orderHasNoDuplicate(['task_order'], state.task_order);
  yield* entriesInOrder(['tasks'], Object.keys(state.tasks), { name: 'task_order', ids: state.task_order });
  for (const [id, task] of Object.entries(state.tasks)) {
    const at = ['tasks', id];
    yield* subtaskOf(id, [...at, 'current_subtask'], task.current_subtask);
    for (const subtask of Object.keys(task.subtasks)) yield* subtaskOf(id, [...at, 'subtasks', subtask], subtask);
    for (const [i, subtask] of task.subtask_order.entries()) {
      yield* subtaskOf(id, [...at, 'subtask_order', i], subtask);
    }
    yield* orderHasNoDuplicate([...at, 'subtask_order'], task.subtask_order);
    const order = { name: 'subtask_order', ids: task.subtask_order };
    yield* entriesInOrder([...at, 'subtasks'], Object.keys(task.subtasks), order);
  }
}
