import type { NewTask } from '../write-plan.ts';

/** The tasks without those that are given up. What needed one of them needs what that one needed. */
export function withoutTasks(tasks: readonly NewTask[], gone: ReadonlySet<string>): NewTask[] {
  const needs = new Map(tasks.map((task) => [task.id, task.needs]));
  return tasks
    .filter(({ id }) => !gone.has(id))
    .map((task) => {
      const left = new Set<string>();
      const seen = new Set<string>();
      const open = [...task.needs].toReversed();
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (seen.has(next)) continue;
        seen.add(next);
        // What does not exist stays, unless it was only wanted by something given up: the graph is checked afterwards.
        if (!gone.has(next)) left.add(next);
        else open.push(...(needs.get(next) ?? []).filter((one) => needs.has(one) && one !== task.id).toReversed());
      }
      return { ...task, needs: [...left] };
    });
}
