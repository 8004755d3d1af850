import { type AutoState, type Graph, type Task, taskOf, type Work } from './graph-state.ts';
import { taskSharers } from '../policy/budget.ts';

/** Something to be done for a graph. The id is the same however often it is tried. */
export interface AutoEffect {
  readonly id: string;
  readonly what: AutoWork;
  /** The worktree of the pool that it has, where it needs one. */
  readonly slot: number | null;
  readonly graph: Graph;
}

export type AutoWork =
  | { readonly at: 'prepare' | 'phase-merge' | 'deliver' | 'repair' | 'sync' | 'amend' | 'rebase' }
  | { readonly at: 'begin'; readonly phase: number }
  | { readonly at: Exclude<Task['next'], 'hold'>; readonly task: string };

/** What there is room for. Whatever runs already goes on. */
export interface Capacity {
  /** How many tasks may be worked on at once. */
  readonly tasks: number;
  /** How many may still be begun. */
  readonly begin?: number;
  /** No other phase is entered. */
  readonly phase?: number | undefined;
  /** No other task is begun: somebody named it. */
  readonly task?: string | undefined;
}

/** Everything that should be going on, given the state and the room there is. */
export function due(state: AutoState, room: Capacity): readonly AutoEffect[] {
  if (state.kind === 'unplanned') return [];
  if (isRebasing(state)) return [ofGraph(state, { at: 'rebase' })];
  const delivery = wantsDelivery(state) ? [ofGraph(state, { at: 'deliver' })] : [];
  if (delivery.length > 0 && isResting(state)) return delivery;
  // Both write on the host: one after the other.
  const isDelivering = state.stage.at === 'deliver' || delivery.length > 0;
  const looks = state.wants_sync === true && !isDelivering ? [ofGraph(state, { at: 'sync' })] : [];
  if (isAmending(state)) return [...looks, ofGraph(state, { at: 'amend' })];
  if (state.stopped) return looks;
  return [...looks, ...workOf(state, room, delivery)];
}

/** As the person asked, also of a graph that is stopped: nothing else runs then. */
function isRebasing({ rebase, stage, in_flight }: Graph): boolean {
  const isAlone = Object.keys(in_flight).every((effect) => effect.startsWith('auto/rebase-'));
  return rebase !== undefined && (stage.at === 'begin' || stage.at === 'done') && isAlone;
}

/** Between phases, when nobody builds on the trunk. */
function isAmending({ amend, stage, stopped }: Graph): boolean {
  return amend !== undefined && !amend.given_up && !stopped && (stage.at === 'begin' || stage.at === 'done');
}

function workOf(state: Graph, room: Capacity, delivery: readonly AutoEffect[]): readonly AutoEffect[] {
  switch (state.stage.at) {
    case 'prepare':
      return state.base === null ? [] : [ofGraph(state, { at: 'prepare' })];
    case 'begin': {
      const { phase, allowed } = state.stage;
      const looksLikeAnswer = room.phase === undefined || room.phase === phase;
      return allowed && looksLikeAnswer ? [ofGraph(state, { at: 'begin', phase })] : [];
    }
    case 'tasks':
      if (!isPhaseOver(state)) return [...delivery, ...ofTasks(state, room)];
      // One after the other: both have to do with the trunk.
      return delivery.length > 0 ? delivery : [ofGraph(state, { at: 'phase-merge' })];
    case 'repair':
      return [...delivery, ...(state.stage.given_up ? [] : [ofGraph(state, { at: 'repair' })])];
    case 'deliver':
      return [ofGraph(state, { at: 'deliver' })];
    case 'done':
      return [];
    default:
      return state.stage satisfies never;
  }
}

function wantsDelivery({ wants_delivery, left_alone, unpublished }: Graph): boolean {
  return unpublished === true || (wants_delivery && left_alone !== null);
}

/** It goes no further for now. */
function isResting({ stopped, stage }: Graph): boolean {
  return stopped || stage.at === 'begin' || stage.at === 'done' || (stage.at === 'repair' && stage.given_up);
}

/** Dependencies are in the same phase or in earlier ones: what is pending now waits for what failed, or for its phase. */
function isPhaseOver(state: Graph): boolean {
  return state.ready.length === 0 && state.active.every((id) => taskOf(state, id).next === 'hold');
}

/**
 * The phase that comes next: the first that has a task which can run. What is still pending in a phase that was here is
 * not waited for: it would be entered again and again.
 */
export function nextPhase({ order, tasks, current_phase }: Graph): number | undefined {
  let next: number | undefined;
  for (const id of order) {
    const task = tasks[id];
    if (task === undefined) continue;
    // What was held and is allowed now joins the phase that is here.
    if (task.status === 'in_progress' && task.next !== 'hold') return current_phase;
    const isToCome = task.status === 'ready' || (task.status === 'pending' && task.phase > current_phase);
    if (isToCome && (next === undefined || task.phase < next)) next = task.phase;
  }
  return next;
}

function ofTasks(state: Graph, room: Capacity): AutoEffect[] {
  const slots = freeSlots(state);
  const effects: AutoEffect[] = [];
  const held = nothingHeld();
  let workers = 0;
  const add = (id: string, effect = taskEffect(state, id)): void => {
    const { next } = taskOf(state, id);
    if (next === 'hold') return;
    const needsSlot = next !== 'wait' && next !== 'merge';
    const slot = state.in_flight[effect]?.slot ?? (needsSlot ? slots.next().value : null);
    if (slot !== null) workers += 1;
    effects.push({ id: effect, what: { at: next, task: id }, slot, graph: state });
  };
  const waiting: string[] = [];
  for (const id of state.active) {
    const task = taskOf(state, id);
    if (task.next === 'hold') continue;
    hold(held, task.files);
    const effect = taskEffect(state, id);
    if (task.next === 'merge') {
      // One at a time, in the order they came.
      if (state.merging[0] === id) add(id, effect);
    } else if (task.next === 'wait' || state.in_flight[effect] !== undefined) add(id, effect);
    else waiting.push(id);
  }
  let begun = 0;
  const hasRoom = () => workers < room.tasks && begun < (room.begin ?? Infinity);
  // What was begun before goes first: it is nearer to its end.
  for (const id of waiting) {
    if (room.task !== undefined && id !== room.task) continue;
    if (!hasRoom()) return effects;
    add(id);
    begun += 1;
  }
  // Who begins while many wait to be merged works on what is outdated by then.
  let unmerged = state.active.filter((id) => taskOf(state, id).next !== 'hold').length;
  for (const id of candidates(state, room.task)) {
    if (!hasRoom() || unmerged >= UNMERGED_PER_WORKER * room.tasks) return effects;
    const { files } = taskOf(state, id);
    if (isHeld(held, files)) continue;
    hold(held, files);
    add(id);
    begun += 1;
    unmerged += 1;
  }
  return effects;
}

/** How many tasks may be between their start and their merge, for each that is worked on at once. */
const UNMERGED_PER_WORKER = 2;

/** The longest remaining way first; one after the other, as in the file, where a person wants it so. */
function* candidates({ mode, ready, active, order, tasks }: Graph, named: string | undefined): Generator<string> {
  if (named !== undefined) {
    if (tasks[named]?.status === 'ready') yield named;
    return;
  }
  if (mode === 'ralph') {
    const first = active.length > 0 ? undefined : order.find((id) => tasks[id]?.status === 'ready');
    if (first !== undefined) yield first;
    return;
  }
  for (let index = ready.length - 1; index >= 0; index--) yield ready[index] ?? '';
}

/** Whose work is merged next if this task's is: what can be told of that merge before. */
export function mergedAfter(
  { merging, tasks }: Graph,
  id: string,
): { readonly id: string; readonly work: Work } | null {
  const [first, next = ''] = merging;
  const work = tasks[next]?.work ?? null;
  return first === id && work !== null ? { id: next, work } : null;
}

/** `auto/T1.3/work#2`: the nth of its kind that comes to an outcome. */
export function taskEffect(state: Graph, id: string): string {
  const { next, outcomes } = taskOf(state, id);
  return `auto/${id}/${next}#${(outcomes[next] ?? 0) + 1}`;
}

/** Whether an agent works for it, as far as the log tells: nothing that it could have written itself finishes it then. */
export function isAgentAtWork(state: Graph, id: string): boolean {
  const task = state.tasks[id];
  if (task === undefined || !AGENT_STEPS.has(task.next)) return false;
  return state.in_flight[taskEffect(state, id)] !== undefined;
}

const AGENT_STEPS: ReadonlySet<Task['next']> = new Set(['work', 'resolve', 'probe', 'review']);

function ofGraph(state: Graph, what: Exclude<AutoWork, { task: string }>): AutoEffect {
  const key = what.at === 'prepare' || what.at === 'begin' ? what.at : `${what.at}-${state.current_phase}`;
  // Agents repair where they build, and nothing else runs then.
  const slot = what.at === 'repair' || what.at === 'amend' || what.at === 'rebase' ? 1 : null;
  return { id: `auto/${key}#${(state.outcomes[key] ?? 0) + 1}`, what, slot, graph: state };
}

/** How many share the budget: one after the other, or all that are worked on by whichever process. */
export function budgetSharers({ mode, stage, in_flight }: Graph, maxParallel: number): number {
  if (mode === 'ralph' || stage.at !== 'tasks') return 1;
  return taskSharers(Object.values(in_flight).filter(({ slot }) => slot !== null).length, maxParallel);
}

function* freeSlots({ in_flight }: Graph): Generator<number, never> {
  const taken = new Set<number | null>();
  for (const effect in in_flight) taken.add(in_flight[effect]?.slot ?? null);
  for (let slot = 1; ; slot += 1) if (!taken.has(slot)) yield slot;
}

/** Paths that somebody works on, by their parts. */
interface Held {
  readonly below: Map<string, Held>;
  /** This one and all below it. */
  isWhole: boolean;
}

function nothingHeld(): Held {
  return { below: new Map(), isWhole: false };
}

function hold(held: Held, files: readonly string[]): void {
  for (const file of files) {
    let at = held;
    for (const part of fixedPart(file)) {
      const next = at.below.get(part) ?? nothingHeld();
      at.below.set(part, next);
      at = next;
    }
    at.isWhole = true;
  }
}

/** Whether one of them may mean a file that is held: equal, one inside the other, or a pattern that could match it. */
function isHeld(held: Held, files: readonly string[]): boolean {
  return files.some((file) => {
    let at = held;
    for (const part of fixedPart(file)) {
      if (at.isWhole) return true;
      const next = at.below.get(part);
      if (next === undefined) return false;
      at = next;
    }
    return at.isWhole || at.below.size > 0;
  });
}

/** A pattern stands for all below the folder that it has no choice about. */
function fixedPart(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const open = parts.findIndex((part) => /[*?[{]/.test(part));
  return open < 0 ? parts : parts.slice(0, open);
}
