import type { AutoState } from './auto-state.ts';
import type { Finding } from './finding.ts';

/** Ids in several lists and counts that differ are read and put right by `normaliseAutoState`; these are not. */
export function* autoStateRules(state: AutoState): Iterable<Finding> {
  for (const [key, { progress }] of Object.entries(state.checkpoints)) {
    const [done = 0, all = 0] = (progress ?? '0/0').split('/').map(Number);
    if (done <= all) continue;
    yield {
      at: ['checkpoints', key, 'progress'],
      expected: { kind: 'rule', rule: 'progress-over-total' },
      got: progress,
    };
  }
  yield* dependenciesExist(state);
  yield* dependenciesHaveNoCycle(state.dependencies);
}

function* dependenciesExist(state: AutoState): Iterable<Finding> {
  const known = new Set<string>();
  for (const ids of Object.values(state.tasks)) for (const id of ids) known.add(id);
  // Tasks of finished phases may stand in their checkpoint only.
  for (const { tasks = [] } of Object.values(state.checkpoints)) for (const id of tasks) known.add(id);
  const expected = { kind: 'rule', rule: 'unknown-task' } as const;
  for (const [task, needs] of Object.entries(state.dependencies)) {
    if (!known.has(task)) yield { at: ['dependencies', task], expected, got: task };
    for (let i = 0; i < needs.length; i++) {
      const need = needs[i];
      if (need !== undefined && !known.has(need)) yield { at: ['dependencies', task, i], expected, got: need };
    }
  }
}

/** Depth first with an own stack: a chain of 100,000 tasks is deeper than the call stack. */
function* dependenciesHaveNoCycle(dependencies: AutoState['dependencies']): Iterable<Finding> {
  const finished = new Set<string>();
  for (const root of Object.keys(dependencies)) {
    if (finished.has(root)) continue;
    const path = [{ task: root, next: 0 }];
    const onPath = new Set([root]);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const need = dependencies[top.task]?.[top.next];
      top.next += 1;
      if (need === undefined) {
        finished.add(top.task);
        onPath.delete(top.task);
        path.pop();
      } else if (onPath.has(need)) {
        const tasks = path.map((step) => step.task);
        const cycle = [...tasks.slice(tasks.indexOf(need)), need];
        const at = ['dependencies', top.task, top.next - 1];
        yield { at, expected: { kind: 'rule', rule: 'cycle', cycle: shortened(cycle) }, got: need };
        return;
      } else if (!finished.has(need)) {
        path.push({ task: need, next: 0 });
        onPath.add(need);
      }
    }
  }
}

function shortened(cycle: readonly string[]): string[] {
  return cycle.length <= 20 ? [...cycle] : [...cycle.slice(0, 10), '…', ...cycle.slice(-9)];
}
