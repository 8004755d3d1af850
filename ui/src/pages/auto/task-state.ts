import type { AnswerOf } from '../../../../src/schema/api/routes.ts';
import type { State } from '../../marks/states.ts';

export type ApiGraph = AnswerOf<'auto.read'>;
export type Task = ApiGraph['tasks'][string];

/** How a task is marked; done without a tree that was tested, or a test that fails otherwise, is hollow. */
export function taskState(task: Task, { held, unproven, trees }: Pick<ApiGraph, 'held' | 'unproven' | 'trees'>): State {
  if (held.includes(task.id)) return 'needs_you';
  switch (task.status) {
    case 'in_progress':
      return task.step === 'wait' || task.step === 'merge' ? 'waiting' : 'running';
    case 'completed':
      return task.is_skipped || unproven.includes(task.id) || trees[task.id] === undefined ? 'unproven' : 'done';
    case 'failed':
    case 'blocked':
    case 'ready':
    case 'pending':
      return task.status;
  }
}

export function tasksInOrder(graph: ApiGraph): Task[] {
  return graph.order.flatMap((id) => graph.tasks[id] ?? []);
}
