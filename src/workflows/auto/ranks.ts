import { type Graph, type Task, taskOf } from './graph-state.ts';

/** The longest way from each task to an end of the graph, by what is expected now; and the ready ones in that order. */
export function rank(state: Graph): void {
  const left = new Map<string, number>();
  const open: string[] = [];
  for (const id of state.order) {
    const { length } = taskOf(state, id).neededBy;
    left.set(id, length);
    if (length === 0) open.push(id);
  }
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const task = taskOf(state, id);
    const after = task.neededBy.reduce((longest, next) => Math.max(longest, taskOf(state, next).rank), 0);
    task.rank = after + expectedOf(state, task);
    for (const need of task.needs) {
      const remaining = (left.get(need) ?? 0) - 1;
      left.set(need, remaining);
      if (remaining === 0) open.push(need);
    }
  }
  sortReady(state);
}

/** Tasks of a kind tend to be longer or shorter than thought in the same way. */
export function expectedOf(
  { kinds }: Pick<Graph, 'kinds'>,
  { kind, expected }: Pick<Task, 'kind' | 'expected'>,
): number {
  const known = kinds[kind];
  return known === undefined || known.expected === 0 ? expected : (expected * known.seconds) / known.expected;
}

/**
 * Takes into account how long a task really took. All is ranked anew only when twice as many are known as the last time,
 * which keeps the cost of a task the same however large the graph is.
 */
export function learnFrom(state: Graph, { kind, expected, seconds }: Task): void {
  const known = state.kinds[kind] ?? { expected: 0, seconds: 0 };
  state.kinds[kind] = { expected: known.expected + expected, seconds: known.seconds + seconds };
  const { count, seconds: sum } = state.timed;
  state.timed = { count: count + 1, seconds: sum + seconds };
  // Where all are of one kind all ways become longer or shorter alike, and the order stays.
  const isMixed = Object.keys(state.kinds).length > 1;
  if (isMixed && Number.isInteger(Math.log2(count + 1))) rank(state);
}

/** Among equals, behind those that are there: what was ready first is started first. */
export function addReady(state: Graph, id: string): void {
  state.ready.splice(placeOf(state, taskOf(state, id).rank), 0, id);
}

/** The same for many at once, in that order. */
export function addAllReady(state: Graph, ids: readonly string[]): void {
  state.ready = ids.toReversed().concat(state.ready);
  sortReady(state);
}

/** Looks among equals from the end, where what is started next stands. */
export function removeReady(state: Graph, id: string): void {
  const { ready, tasks } = state;
  const { rank: wanted } = taskOf(state, id);
  let at = ready.length - 1;
  if (ready[at] !== id) {
    at = placeOf(state, wanted, { after: true }) - 1;
    while (at >= 0 && ready[at] !== id && tasks[ready[at] ?? '']?.rank === wanted) at -= 1;
  }
  if (ready[at] === id) ready.splice(at, 1);
}

/** What was begun before goes before its equals that come later in the plan. */
export function putForward(state: Graph, id: string): void {
  removeReady(state, id);
  const { ready, order } = state;
  const { rank: wanted } = taskOf(state, id);
  const place = new Map(order.map((one, at) => [one, at]));
  const comesBefore = (other: string) => (place.get(other) ?? 0) < (place.get(id) ?? 0);
  let at = placeOf(state, wanted, { after: true });
  for (let last = ready[at - 1]; last !== undefined; last = ready[at - 1]) {
    if (taskOf(state, last).rank !== wanted || !comesBefore(last)) break;
    at -= 1;
  }
  ready.splice(at, 0, id);
}

function sortReady(state: Graph): void {
  state.ready.sort((one, other) => taskOf(state, one).rank - taskOf(state, other).rank);
}

/** The first place whose task has no shorter way; `after`: has a longer one. */
function placeOf({ ready, tasks }: Graph, wanted: number, { after = false } = {}): number {
  let [low, high] = [0, ready.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = tasks[ready[middle] ?? '']?.rank ?? 0;
    if (found < wanted || (after && found === wanted)) low = middle + 1;
    else high = middle;
  }
  return low;
}
