import { decodeJson } from '../../../src/schema/codec.ts';
import { encodeJson } from '../../../src/schema/own-layout.ts';
import { due, taskEffect } from '../../../src/workflows/auto/due.ts';
import { type AutoState, autoState, type Graph, type Task, taskOf } from '../../../src/workflows/auto/graph-state.ts';
import { show } from '../../../src/workflows/auto/show.ts';
import { taskIn } from '../../../src/workflows/auto/task-moves.ts';

/** What is wrong with a graph, in words; empty when every list, count and document says the same. */
export function contradictions(state: AutoState): string[] {
  if (state.kind === 'unplanned') return [];
  return [...ofLists(state), ...ofTasks(state), ...ofFlight(state), ...ofDue(state)];
}

/** The same for the schemas: dearer, so not asked at every step. */
export function malformations(state: AutoState): string[] {
  const problems: string[] = [];
  const parsed = autoState.safeParse(JSON.parse(JSON.stringify(state)));
  if (!parsed.success) problems.push(`state: ${JSON.stringify(parsed.error.issues.slice(0, 3))}`);
  const shown = show(state)?.['auto-state'];
  const read = decodeJson('auto-state', encodeJson(shown));
  if (shown !== undefined && !read.ok) problems.push(`document: ${JSON.stringify(read.error)}`);
  return problems;
}

function* ofLists(state: Graph): Generator<string> {
  const having = (status: Task['status']) => state.order.filter((id) => taskOf(state, id).status === status);
  if (!isSame(state.ready, having('ready'))) yield `ready: ${said(state.ready)} against ${said(having('ready'))}`;
  if (!isSame(state.active, having('in_progress')))
    yield `active: ${said(state.active)} against ${said(having('in_progress'))}`;
  const merging = state.active.filter((id) => taskOf(state, id).next === 'merge');
  if (!isSame(state.merging, merging)) yield `merging: ${said(state.merging)} against ${said(merging)}`;
  const ranks = state.ready.map((id) => taskOf(state, id).rank);
  if (ranks.some((rank, index) => rank > (ranks[index + 1] ?? Infinity))) yield `ready is out of order: ${said(ranks)}`;
  if (!isSame(state.order, Object.keys(state.tasks))) yield 'order and tasks differ';
}

function* ofTasks(state: Graph): Generator<string> {
  const dead = (id: string) => ['failed', 'blocked'].includes(taskOf(state, id).status);
  for (const id of state.order) {
    const { status, needs, neededBy, waiting, next, work, conflict, phase } = taskOf(state, id);
    const open = needs.filter((need) => taskOf(state, need).status !== 'completed').length;
    if (waiting !== open) yield `${id} waits for ${waiting}, not ${open}`;
    for (const one of neededBy) if (!taskOf(state, one).needs.includes(id)) yield `${one} does not need ${id}`;
    if (status !== 'in_progress' && (next !== 'work' || work !== null || conflict !== null))
      yield `${id} is ${status} with ${next} to be done`;
    if ((next === 'merge' || next === 'resolve') && work === null) yield `${id} has nothing to ${next}`;
    if (['in_progress', 'completed', 'failed'].includes(status)) continue;
    if ((status === 'blocked') !== needs.some(dead)) yield `${id} is ${status}, and needs ${said(needs)}`;
    if (status === 'ready' && open > 0) yield `${id} is ready and needs ${said(needs)}`;
    if (state.stage.at === 'tasks' && status === 'pending' && open === 0 && phase <= state.current_phase)
      yield `${id} could run`;
  }
}

function* ofFlight(state: Graph): Generator<string> {
  const slots = Object.values(state.in_flight).flatMap(({ slot }) => slot ?? []);
  if (new Set(slots).size < slots.length) yield `slots shared: ${said(slots)}`;
  for (const effect of Object.keys(state.in_flight)) {
    const id = taskIn(effect);
    if (id === undefined) continue;
    if (state.tasks[id]?.status !== 'in_progress') yield `${effect} is in flight for a task that is not in progress`;
    else if (taskEffect(state, id) !== effect) yield `${effect} is in flight, due is ${taskEffect(state, id)}`;
  }
}

function* ofDue(state: Graph): Generator<string> {
  const effects = due(state, { tasks: 4 });
  const ids = effects.map(({ id }) => id);
  if (new Set(ids).size < ids.length) yield `due twice: ${said(ids)}`;
  const slots = effects.flatMap(({ slot }) => slot ?? []);
  if (new Set(slots).size < slots.length) yield `due in one slot: ${said(slots)}`;
  if (ids.filter((id) => id.includes('/merge#')).length > 1) yield `two merges: ${said(ids)}`;
  const ended = effects.flatMap(({ what }) => ('task' in what ? what.task : [])).filter((id) => isOver(state, id));
  if (ended.length > 0) yield `due though it is over: ${said(ended)}`;
  const lost = Object.keys(state.in_flight).filter((effect) => taskIn(effect) !== undefined && !ids.includes(effect));
  if (lost.length > 0 && !state.stopped) yield `in flight and not due: ${said(lost)}`;
}

function isOver(state: Graph, id: string): boolean {
  return !['ready', 'in_progress'].includes(taskOf(state, id).status);
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && new Set([...some, ...others]).size === some.length;
}

function said(list: readonly (string | number)[]): string {
  return list.join(', ');
}
