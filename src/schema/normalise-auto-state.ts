import type { AutoStateDocument } from './auto-state.ts';

/**
 * Where an id stands in several lists, the first of these keeps it. An end that was reached is not undone by a
 * leftover, and `failed` waits for a person, so both go before `in_progress`; a task that runs is not ready to run;
 * `blocked` says why a task cannot be ready.
 */
const mostAdvancedFirst = ['completed', 'failed', 'in_progress', 'blocked', 'ready', 'pending'] as const;

/** The same state with every task in exactly one list, in the order it stood there, and counts that match the lists. */
export function normaliseAutoState(state: AutoStateDocument): AutoStateDocument {
  const tasks = { ...state.tasks };
  const placed = new Set<string>();
  for (const list of mostAdvancedFirst) {
    const kept = [];
    for (const id of tasks[list]) {
      if (placed.has(id)) continue;
      placed.add(id);
      kept.push(id);
    }
    tasks[list] = kept;
  }
  return {
    ...state,
    tasks,
    metrics: {
      total_tasks: placed.size,
      completed_count: tasks.completed.length,
      failed_count: tasks.failed.length,
      average_task_time_seconds: state.metrics.average_task_time_seconds,
    },
  };
}
