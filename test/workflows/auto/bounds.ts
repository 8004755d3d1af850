export type Needs = ReadonlyMap<string, readonly string[]>;

export interface ScheduleLimits {
  readonly seconds: (id: string) => number;
  readonly parallel: number;
}

/** No schedule is shorter than the longest chain, nor than all the work shared out evenly. `needs` goes from first to last. */
export function lowerBound(needs: Needs, { seconds, parallel }: ScheduleLimits): number {
  const ends = new Map<string, number>();
  let total = 0;
  for (const [id, before] of needs) {
    ends.set(id, seconds(id) + Math.max(0, ...before.map((need) => ends.get(need) ?? 0)));
    total += seconds(id);
  }
  return Math.max(total / parallel, ...ends.values());
}

/**
 * The same with what a graph forces upon everybody: nothing can start before all it needs, directly or not, was shared out
 * evenly, and what needs it, directly or not, has to be shared out after it.
 */
export function sharpBound(needs: Needs, room: ScheduleLimits): number {
  const heads = earliestStarts(needs, room);
  const tails = earliestStarts(reversed(needs), room);
  const all = [...needs.keys()].map((id) => ({
    head: heads.get(id) ?? 0,
    tail: tails.get(id) ?? 0,
    seconds: room.seconds(id),
  }));
  let bound = lowerBound(needs, room);
  for (const { head, tail, seconds } of all) bound = Math.max(bound, head + seconds + tail);
  for (const { tail: after } of all) {
    const late = all.filter(({ tail }) => tail >= after);
    bound = Math.max(bound, after + sharedOut(late, room.parallel));
  }
  return bound;
}

/** When each can start at the earliest. */
function earliestStarts(needs: Needs, { seconds, parallel }: ScheduleLimits): Map<string, number> {
  const heads = new Map<string, number>();
  const ancestors = new Map<string, Set<string>>();
  for (const [id, before] of needs) {
    const all = new Set(before.flatMap((need) => [need, ...(ancestors.get(need) ?? [])]));
    ancestors.set(id, all);
    const jobs = [...all].map((one) => ({ head: heads.get(one) ?? 0, seconds: seconds(one) }));
    const chain = Math.max(0, ...before.map((need) => (heads.get(need) ?? 0) + seconds(need)));
    heads.set(id, Math.max(chain, sharedOut(jobs, parallel)));
  }
  return heads;
}

/** When jobs that cannot start before their `head` are over at the earliest, if they could be cut up at will. */
function sharedOut(jobs: readonly { readonly head: number; readonly seconds: number }[], parallel: number): number {
  let [over, sum] = [0, 0];
  for (const { head, seconds } of jobs.toSorted((one, other) => other.head - one.head)) {
    sum += seconds;
    over = Math.max(over, head + sum / parallel);
  }
  return over;
}

function reversed(needs: Needs): Needs {
  const backwards = new Map([...needs.keys()].toReversed().map((id): [string, string[]] => [id, []]));
  for (const [id, before] of needs) for (const need of before) backwards.get(need)?.push(id);
  return backwards;
}
