import { apply } from './apply.ts';
import { type AutoEffect, due } from './due.ts';
import type { AutoEvent } from './events.ts';
import { type Graph, taskOf } from './graph-state.ts';

export interface Assumptions {
  /** How many tasks are worked on at once. */
  readonly parallel: number;
  /** How long a task takes from now on. */
  readonly seconds: (id: string) => number;
}

export interface Foresight {
  /** Until nothing is left that can run, in seconds. */
  readonly makespan: number;
  /** In the order in which tasks start. */
  readonly starts: ReadonlyMap<string, { readonly at: number; readonly ends: number }>;
  readonly phases: readonly PhaseForesight[];
  /** The chain of tasks, each needing the one before it, that takes longest. */
  readonly critical: readonly string[];
}

export interface PhaseForesight {
  readonly phase: number;
  readonly seconds: number;
  /** Tasks that start together. */
  readonly groups: readonly (readonly string[])[];
}

/**
 * What will happen if every attempt succeeds and only tasks take time: the graph is played to its end on a copy, by the
 * rules that it is really worked through with. Questions are answered with yes.
 */
export function foresee(graph: Graph, { parallel, seconds }: Assumptions): Foresight {
  const copy = begun(graph);
  const running = new Set<string>();
  const agenda = new Agenda();
  const starts = new Map<string, { at: number; ends: number }>();
  const phases: PhasePlan[] = [];
  let now = 0;
  for (;;) {
    for (const effect of allRuns(copy, running) ? [] : due(copy, { tasks: parallel })) {
      if (running.has(effect.id)) continue;
      running.add(effect.id);
      happen(copy, { type: 'effect_started', data: { effect: effect.id, slot: effect.slot } });
      const { what } = effect;
      const ends = now + (what.at === 'work' || what.at === 'resolve' ? seconds(what.task) : 0);
      agenda.add({ effect, ends });
      if (!('task' in what)) continue;
      if (phases.at(-1)?.phase !== copy.current_phase) phases.push(new PhasePlan(copy.current_phase, now));
      starts.set(what.task, { at: starts.get(what.task)?.at ?? now, ends });
      phases.at(-1)?.add(what.task, now);
    }
    const ended = agenda.next();
    if (ended.length === 0) break;
    for (const { effect, ends } of ended) {
      now = ends;
      running.delete(effect.id);
      happen(copy, success(effect, seconds));
    }
  }
  return {
    makespan: now,
    starts,
    phases: phases.map((one, index) => one.until(phases[index + 1]?.from ?? now)),
    critical: longestChain(graph, { starts, seconds }),
  };
}

class PhasePlan {
  readonly phase: number;
  readonly from: number;
  readonly #groups = new Map<number, Set<string>>();

  constructor(phase: number, from: number) {
    this.phase = phase;
    this.from = from;
  }

  add(task: string, at: number): void {
    const group = this.#groups.get(at);
    if (group === undefined) this.#groups.set(at, new Set([task]));
    else group.add(task);
  }

  until(end: number): PhaseForesight {
    const groups = [...this.#groups.values()].map((group) => [...group]);
    return { phase: this.phase, seconds: end - this.from, groups };
  }
}

/** Spares asking what is due when thousands run and each ends at another time. */
function allRuns({ stage, ready, active }: Graph, running: ReadonlySet<string>): boolean {
  return stage.at === 'tasks' && ready.length === 0 && active.length > 0 && active.length === running.size;
}

function begun(graph: Graph): Graph {
  const copy = structuredClone(graph);
  copy.stopped = false;
  // What others say of published phases cannot be foreseen.
  delete copy.wants_sync;
  delete copy.amend;
  copy.base ??= { branch: '', commit: '', tree: '' };
  if (copy.mode === 'normal') copy.mode = 'ultra-thin';
  if (copy.stage.at === 'begin') copy.stage.allowed = true;
  return copy;
}

function happen(copy: Graph, event: AutoEvent): void {
  apply(copy, event, '');
}

const nowhere = { commit: '', tree: '' };

function success({ id: effect, what }: AutoEffect, seconds: Assumptions['seconds']): AutoEvent {
  switch (what.at) {
    case 'prepare':
      return { type: 'prepared', data: { effect, trunk: nowhere, red: [] } };
    case 'begin':
      return { type: 'phase_entered', data: { effect, phase: what.phase, worktree: null, branch: null, tip: null } };
    case 'work':
    case 'resolve':
      return { type: 'task_completed', data: { effect, id: what.task, seconds: seconds(what.task) } };
    case 'probe':
    case 'merge':
    case 'review':
      return { type: 'task_completed', data: { effect, id: what.task } };
    case 'wait':
      return { type: 'waited', data: { effect, id: what.task } };
    case 'phase-merge':
      return { type: 'phase_merged', data: { effect, trunk: nowhere } };
    case 'repair':
      return { type: 'repaired', data: { effect, calls: [], tip: nowhere } };
    case 'deliver':
      return { type: 'delivered', data: { effect, trunk: nowhere } };
    case 'rebase':
      return { type: 'rebased', data: { effect, calls: [], trunk: nowhere, conflicts: [] } };
    case 'sync':
    case 'amend':
      throw new Error(`not foreseen: ${what.at}`);
    default:
      return what satisfies never;
  }
}

interface Entry {
  readonly effect: AutoEffect;
  readonly ends: number;
}

/** What will end, the soonest at the end. */
class Agenda {
  readonly #entries: Entry[] = [];

  add(entry: Entry): void {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#entries[middle]?.ends ?? 0) > entry.ends) low = middle + 1;
      else high = middle;
    }
    this.#entries.splice(low, 0, entry);
  }

  /** All that end next, at the same time. */
  next(): Entry[] {
    const { ends } = this.#entries.at(-1) ?? {};
    const together: Entry[] = [];
    while (this.#entries.at(-1)?.ends === ends) {
      const entry = this.#entries.pop();
      if (entry === undefined) break;
      together.push(entry);
    }
    return together;
  }
}

/** Every task starts after those that it needs. */
function longestChain(
  graph: Graph,
  { starts, seconds }: Pick<Foresight, 'starts'> & Pick<Assumptions, 'seconds'>,
): string[] {
  const ways = new Map<string, { length: number; before: string | undefined }>();
  let last: string | undefined;
  for (const id of starts.keys()) {
    let before: string | undefined;
    for (const need of taskOf(graph, id).needs)
      if ((ways.get(need)?.length ?? -1) > (ways.get(before ?? '')?.length ?? -1)) before = need;
    const length = seconds(id) + (ways.get(before ?? '')?.length ?? 0);
    ways.set(id, { length, before });
    if (length > (ways.get(last ?? '')?.length ?? -1)) last = id;
  }
  const chain: string[] = [];
  for (let id = last; id !== undefined; id = ways.get(id)?.before) chain.unshift(id);
  return chain;
}
