import path from 'node:path';
import type { Read } from '../status.ts';
import type { SessionDocument, SessionStateDocument } from '../../../schema/session-state.ts';

export interface SessionStatus {
  /** The name of its folder. */
  readonly hash: string;
  readonly project: string;
  readonly status: SessionDocument['status'];
  readonly started_at: string;
  readonly updated_at: string;
  /** Null when state.json is absent or broken. */
  readonly request: RequestStatus | null;
}

export interface RequestStatus {
  readonly id: string;
  readonly text: string;
  readonly phase: SessionStateDocument['request']['global_phase'];
  readonly tasks: Progress;
  readonly subtasks: Progress;
  readonly current: Current | null;
}

export interface Progress {
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
}

/** Where the work is. The subtask is null before it has an entry. */
export interface Current {
  readonly task: string;
  readonly name: string;
  readonly subtask: { readonly id: string; readonly name: string; readonly phase: Subtask['phase'] } | null;
}

type Task = SessionStateDocument['tasks'][string];
type Subtask = Task['subtasks'][string];

export function sessionStatus(folder: string, read: Read): SessionStatus | undefined {
  const session = read(`${folder}/session.json`, 'session');
  const state = read(`${folder}/state.json`, 'session-state');
  if (session === undefined) return undefined;
  return {
    hash: path.basename(folder),
    project: session.project.name,
    status: session.status,
    started_at: session.created_at,
    updated_at: session.updated_at,
    request: state === undefined ? null : requestStatus(state),
  };
}

/** Orders may name what has no entry yet: that counts as pending. */
function requestStatus({ request, tasks, task_order }: SessionStateDocument): RequestStatus {
  const all = Object.values(tasks);
  const subtasks = all.flatMap((task) => Object.values(task.subtasks));
  return {
    id: request.id,
    text: request.original_request,
    phase: request.global_phase,
    tasks: { total: task_order.length, completed: count(all, 'completed'), failed: 0 },
    subtasks: {
      total: all.reduce((total, task) => total + task.subtask_order.length, 0),
      completed: count(subtasks, 'completed'),
      failed: count(subtasks, 'failed'),
    },
    current: currentOf(request.current_task, tasks[request.current_task]),
  };
}

function currentOf(id: string, task: Task | undefined): Current | null {
  if (task === undefined) return null;
  const subtask = task.subtasks[task.current_subtask];
  return {
    task: id,
    name: task.name,
    subtask: subtask === undefined ? null : { id: task.current_subtask, name: subtask.name, phase: subtask.phase },
  };
}

function count(entries: readonly { readonly status: string }[], status: Subtask['status']): number {
  return entries.filter((entry) => entry.status === status).length;
}
