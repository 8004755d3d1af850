import { catchFailure, type Failure, throwFailure, unwrap } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { FileLock } from '../../../files/lock.ts';
import { nearestOf } from '../../../schema/nearest.ts';
import { due } from '../../../workflows/auto/due.ts';
import { type AutoState, findTask, type Graph, heldRepair, isHeldTask } from '../../../workflows/auto/graph-state.ts';
import { taskIn } from '../../../workflows/auto/task-moves.ts';
import { thenClose } from '../../conductor/open-workflow.ts';
import { type AutoContext, graphIn, type OpenAuto } from '../../descriptors/auto.ts';
import { conductAuto, taskCapacity } from '../../descriptors/conduct-auto.ts';
import { isTaken, requireUnconducted, takeTask, takeTurn } from '../../task-locks.ts';
import type { AutoOptions } from './beginning.ts';
import { notifyWhileConducting, type Telling } from './notify.ts';
import { reportOf } from './report.ts';
import { type AutoStarted, startAuto } from './start.ts';

/** One line of the protocol for agents that drive a graph themselves. */
export type ProtocolLine =
  /** These may be carried out now, at the same time; none while all that can run does. */
  | { readonly kind: 'ready'; readonly tasks: readonly string[] }
  | { readonly kind: 'phase_done'; readonly phase: number }
  | { readonly kind: 'all_done' }
  /** Nothing more can be done, and not all is. */
  | { readonly kind: 'incomplete'; readonly failed: number; readonly blocked: number; readonly open: number }
  /** A person has to allow it first. */
  | { readonly kind: 'phase_waits'; readonly phase: number }
  /** A person has to decide about these. */
  | { readonly kind: 'waiting'; readonly held: number }
  | { readonly kind: 'held'; readonly task: string }
  | { readonly kind: 'done'; readonly task: string }
  | { readonly kind: 'failed'; readonly task: string; readonly reason: string };

const MOST_AT_ONCE = 20;

export interface DrivenOptions extends AutoOptions {
  readonly signal: AbortSignal;
}

/** What comes next; phases are begun, merged and delivered on the way. */
export function nextStep(tools: AutoContext, { signal, ...options }: DrivenOptions): Promise<ProtocolLine> {
  return begun(tools, options, (started) => inTurn(started, signal));
}

async function inTurn(started: Driven, signal: AbortSignal): Promise<ProtocolLine> {
  const turn = await takeTurn(started.open);
  try {
    requireUnconducted(started.open);
    return await lookFurther(started, signal);
  } finally {
    turn.close();
  }
}

async function lookFurther({ open, plan, telling }: Driven, signal: AbortSignal): Promise<ProtocolLine> {
  await takeBackFromDead(open);
  const isMine = (effect: string): boolean => taskIn(effect) === undefined;
  const told = notifyWhileConducting(open, isMine);
  telling.push(told);
  const before = lastEnded(open.store.state);
  let ended: Ended | undefined;
  const unwatch = open.store.watch(({ event }) => {
    // Finished phases may also be delivered while the next is worked on.
    if (event.type !== 'delivered' && event.type !== 'left_alone' && event.type !== 'published') return;
    const last = lastEnded(open.store.state);
    if (last?.at !== before?.at) ended ??= last;
  });
  const conducted = await catchFailure(() => conductAuto(open, { plan, signal, isMine, shares: true }));
  unwatch();
  told.hearNoMore();
  unwrap(conducted);
  if (ended !== undefined) return { kind: 'phase_done', phase: ended.phase };
  if (signal.aborted) throwFailure('work.cancelled', {});
  const graph = graphIn(open);
  const { stage, current_phase: phase } = graph;
  if (stage.at === 'done') return endOfAll(graph);
  if (stage.at === 'begin' && !stage.allowed) return { kind: 'phase_waits', phase: stage.phase };
  if (heldRepair(graph) !== null) return { kind: 'waiting', held: 1 };
  if (stage.at === 'repair') throwFailure('auto.stuck', { phase, reason: stage.mishaps.last.message });
  const effects = due(graph, { tasks: taskCapacity(open, graph) });
  const free = effects.flatMap(({ id, what }) => ('task' in what && !(id in graph.in_flight) ? [what.task] : []));
  const unheld = free.filter((id) => !isTaken(open, id));
  return { kind: 'ready', tasks: unheld.slice(0, MOST_AT_ONCE) };
}

function endOfAll(graph: Graph): ProtocolLine {
  const { counts, held } = reportOf(graph);
  if (held.length > 0) return { kind: 'waiting', held: held.length };
  const { failed, blocked, completed, total } = counts;
  if (completed === total) return { kind: 'all_done' };
  return { kind: 'incomplete', failed, blocked, open: total - completed - failed - blocked };
}

/** Carries out one task, with all the attempts it is allowed. */
export function carryOutTask(
  id: string,
  tools: AutoContext,
  { signal, ...options }: DrivenOptions,
): Promise<ProtocolLine> {
  return begun(tools, options, async (started) => {
    const { open, plan, telling } = started;
    const graph = graphIn(open);
    const status = findTask(graph, id)?.status;
    if (status === undefined)
      throwFailure('auto.unknown_task', { task: id, suggestion: nearestOf(id, graph.order) ?? null });
    if (status === 'pending' || status === 'blocked')
      throwFailure('auto.task_not_now', { task: id, status, wanted: 'exec' });
    if (status === 'ready') await enterPhase(started, id, signal);
    const held = new Map<string, FileLock>();
    const take = (task: string): Result<void, Failure> => {
      if (held.has(task)) return ok();
      const lock = takeTask(open, task);
      if (lock.ok) held.set(task, lock.value);
      return lock.ok ? ok() : lock;
    };
    try {
      unwrap(take(id));
      requireUnconducted(open);
      await takeBackFromDead(open);
      const isMine = (effect: string): boolean => {
        const task = taskIn(effect);
        if (task === undefined || task === id) return task === id;
        // A merge that somebody left behind holds up all that come after it.
        return effect.includes('/merge#') && (held.has(task) || !isTaken(open, task)) && take(task).ok;
      };
      const isOver = (): boolean => !isOpen(open, id);
      telling.push(notifyWhileConducting(open, (effect) => held.has(taskIn(effect) ?? '')));
      const unwatch = watchForDead(open);
      try {
        await conductAuto(open, { plan, signal, task: id, isMine, isOver, shares: true });
        return endOf(open, id);
      } finally {
        await unwatch();
      }
    } finally {
      for (const lock of held.values()) lock.close();
    }
  });
}

/** Whoever did not ask what comes next finds the phase not begun yet, and would wait for ever. */
async function enterPhase(started: Driven, task: string, signal: AbortSignal): Promise<void> {
  const isEntered = () => started.open.store.state.kind === 'graph' && started.open.store.state.stage.at === 'tasks';
  if (isEntered()) return;
  await inTurn(started, signal);
  if (signal.aborted) throwFailure('work.cancelled', {});
  if (!isEntered()) throwFailure('auto.task_not_now', { task, status: 'pending', wanted: 'exec' });
}

function endOf(open: OpenAuto, id: string): ProtocolLine {
  const task = graphIn(open).tasks[id];
  if (task?.status === 'completed') return { kind: 'done', task: id };
  if (task !== undefined && isHeldTask(task)) return { kind: 'held', task: id };
  if (task?.status !== 'failed') throwFailure('work.cancelled', {});
  const last = task.mishaps?.last;
  const reason = last === undefined ? '' : [last.kind, last.message].filter((part) => part !== '').join(': ');
  return { kind: 'failed', task: id, reason };
}

function isOpen({ store }: OpenAuto, id: string): boolean {
  const { state } = store;
  if (state.kind === 'unplanned' || state.stopped || state.stage.at !== 'tasks') return false;
  const task = state.tasks[id];
  return task?.status === 'ready' || (task?.status === 'in_progress' && !isHeldTask(task));
}

interface Driven extends AutoStarted {
  /** Ended when others have all that they may wait for. */
  readonly telling: Telling[];
}

async function begun<T>(tools: AutoContext, options: AutoOptions, work: (started: Driven) => Promise<T>): Promise<T> {
  const started = await startAuto({ ...options, shares: true }, tools);
  const telling: Telling[] = [];
  try {
    return await thenClose(started.open, () => work({ ...started, telling }));
  } finally {
    await Promise.all(telling.map((one) => one.stop()));
  }
}

/** Who waits for room, or for files that somebody else works on, would wait for ever for a process that died meanwhile. */
function watchForDead(open: OpenAuto): () => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve();
  const look = async (): Promise<void> => {
    if (deadIn(open, open.store.state).length > 0) await takeBackFromDead(open);
  };
  const timer = setInterval(() => {
    // After one that failed comes another; whether the last one did is told by whoever ends it.
    last = last.catch(() => undefined).then(look);
    last.catch(() => undefined);
  }, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    return last;
  };
}

const LOOK_EVERY_MS = 2_000;

/** What is in flight without anybody who holds it was left by a process that died. */
function deadIn(open: OpenAuto, state: AutoState): string[] {
  if (state.kind === 'unplanned') return [];
  return Object.keys(state.in_flight).filter((effect) => {
    const task = taskIn(effect);
    return task !== undefined && !isTaken(open, task);
  });
}

async function takeBackFromDead(open: OpenAuto): Promise<void> {
  // Its agent may still write where somebody else would work next.
  await open.shared.registry.settle({ scope: open.paths.log });
  const settled = await open.store.commit((state) =>
    ok(deadIn(open, state).map((effect) => ({ type: 'effect_interrupted' as const, data: { effect } }))),
  );
  unwrap(settled);
}

interface Ended {
  readonly phase: number;
  readonly at: string;
}

function lastEnded(state: AutoState): Ended | undefined {
  let last: Ended | undefined;
  for (const [phase, { completed_at: at }] of Object.entries(state.kind === 'graph' ? state.phases : {})) {
    if (at !== undefined && (last === undefined || at >= last.at)) last = { phase: Number(phase), at };
  }
  return last;
}
