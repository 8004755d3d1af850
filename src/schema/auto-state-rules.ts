import type { AutoStateDocument } from './auto-state.ts';
import type { Finding } from './finding.ts';

/** Ids in several lists and counts that differ are read and put right by `normaliseAutoState`; these are not. */
export function* autoStateRules(state: AutoStateDocument): Iterable<Finding> {
  for (const [key, { progress }] of Object.entries(state.checkpoints)) {
    const [done = 0, all = 0] = (progress ?? '0/0').split('/').map(Number);
    if (done <= all) continue;
    const expected = { kind: 'rule', rule: 'progress-over-total' } as const;
    yield { at: ['checkpoints', key, 'progress'], expected, got: progress };
  }
  const graph = numbered(state);
  yield* graph.unknown;
  yield* cycleIn(graph);
}

/** The graph with a number for each task: looking tasks up by name again and again would take most of the time of a read. */
interface Graph {
  readonly ids: readonly string[];
  /** The needs of all tasks, one after another; task `n` has those from `first[n]` up to `last[n]`. */
  readonly needs: readonly number[];
  readonly first: Uint32Array;
  readonly last: Uint32Array;
  readonly unknown: readonly Finding[];
}

function numbered(state: AutoStateDocument): Graph {
  const numbers = numbersOf(state);
  const needs: number[] = [];
  const first = new Uint32Array(numbers.size);
  const last = new Uint32Array(numbers.size);
  const unknown: Finding[] = [];
  const expected = { kind: 'rule', rule: 'unknown-task' } as const;
  for (const task in state.dependencies) {
    const wanted = state.dependencies[task] ?? [];
    const number = numbers.get(task);
    if (number === undefined) unknown.push({ at: ['dependencies', task], expected, got: task });
    const start = needs.length;
    for (let i = 0; i < wanted.length; i++) {
      const need = numbers.get(wanted[i] ?? '');
      if (need === undefined) unknown.push({ at: ['dependencies', task, i], expected, got: wanted[i] });
      else needs.push(need);
    }
    if (number === undefined) continue;
    first[number] = start;
    last[number] = needs.length;
  }
  return { ids: [...numbers.keys()], needs, first, last, unknown };
}

function numbersOf(state: AutoStateDocument): Map<string, number> {
  const numbers = new Map<string, number>();
  // Tasks of finished phases may stand in their checkpoint only.
  const lists = [...Object.values(state.tasks), ...Object.values(state.checkpoints).map(({ tasks = [] }) => tasks)];
  for (const list of lists) {
    for (const id of list) if (!numbers.has(id)) numbers.set(id, numbers.size);
  }
  return numbers;
}

const unseen = 0;
const onPath = 1;
const finished = 2;

/** Depth first with an own stack: a chain of 100,000 tasks is deeper than the call stack. Names one cycle. */
function* cycleIn({ ids, needs, first, last }: Graph): Iterable<Finding> {
  const seen = new Uint8Array(ids.length);
  const next = first.slice();
  for (let root = 0; root < ids.length; root++) {
    if (seen[root] !== unseen) continue;
    const path = [root];
    seen[root] = onPath;
    for (let task = root; path.length > 0; task = path.at(-1) ?? root) {
      const position = next[task] ?? 0;
      const need = position < (last[task] ?? 0) ? needs[position] : undefined;
      next[task] = position + 1;
      if (need === undefined) {
        seen[task] = finished;
        path.pop();
      } else if (seen[need] === onPath) {
        const cycle = [...path.slice(path.indexOf(need)), need].map((number) => ids[number] ?? '');
        const expected = { kind: 'rule', rule: 'cycle', cycle: shortened(cycle) } as const;
        yield { at: ['dependencies', ids[task] ?? ''], expected, got: ids[need] };
        return;
      } else if (seen[need] === unseen) {
        path.push(need);
        seen[need] = onPath;
      }
    }
  }
}

function shortened(cycle: readonly string[]): string[] {
  return cycle.length <= 20 ? [...cycle] : [...cycle.slice(0, 10), '…', ...cycle.slice(-9)];
}
