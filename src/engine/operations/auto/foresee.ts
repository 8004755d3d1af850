import path from 'node:path';
import { systemClock } from '../../../base/clock.ts';
import { placeOf } from '../../../schema/places.ts';
import { auto } from '../../../workflows/auto/auto.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import { foresee, type PhaseForesight } from '../../../workflows/auto/foresee.ts';
import type { Graph, TaskStatus } from '../../../workflows/auto/graph-state.ts';
import { expectedOf } from '../../../workflows/auto/ranks.ts';
import { memoryCapacity } from '../../../workflows/policy/limits.ts';
import { type AutoContext, type OpenAuto, systemMemory } from '../../descriptors/auto.ts';
import { taskCapacity } from '../../descriptors/conduct-auto.ts';
import type { AutoPlan } from '../../performers/auto/job.ts';
import { readDocument } from '../../read-document.ts';
import { type AutoOptions, isAnotherList, sinceThen } from './beginning.ts';
import { plannedTasks, readAutoPlan } from './plan.ts';
import { readGraph } from './read-graph.ts';

/** What would happen; this is what `auto --dry-run --json` prints, so its fields are named as documents are. */
export interface AutoForecast {
  readonly project: string;
  readonly mode: Graph['mode'];
  readonly tasks_file: string;
  readonly begun: boolean;
  readonly total: number;
  readonly left: number;
  /** Not tried again by themselves, and what waits for them. */
  readonly failed: readonly string[];
  readonly blocked: readonly string[];
  /** Tasks at once; null where nothing but memory limits them. */
  readonly parallel: number | null;
  readonly seconds: number;
  /** As the tasks so far cost; null when nobody knows. */
  readonly cost_usd: number | null;
  readonly phases: readonly PhaseForesight[];
  readonly critical_path: readonly string[];
  /** In the order in which they start; seconds from the beginning. */
  readonly tasks: readonly {
    readonly id: string;
    readonly title: string;
    readonly phase: number;
    readonly needs: readonly string[];
    readonly starts: number;
    readonly ends: number;
  }[];
}

/** Plays the graph to its end, as it is now or as it would begin. Writes nothing. */
export function foreseeAuto(
  options: Pick<AutoOptions, 'mode' | 'tasks' | 'parallel' | 'phase'>,
  tools: Pick<AutoContext, 'project' | 'memory'>,
): AutoForecast {
  const before = readGraph(tools);
  const plan = readAutoPlan(tools.project, { named: options.tasks, before: before?.plan ?? null });
  const graph = planned(before, { plan, options, project: path.basename(tools.project.root) });
  const wanted = options.parallel ?? configuredIn(tools);
  const parallel = graph.mode === 'ralph' ? 1 : wanted === 0 ? null : wanted;
  const room = parallel ?? memoryCapacity({ running: 0, young: 0 }, tools.memory ?? systemMemory);
  const { starts, ...foreseen } = foresee(graph, { parallel: room, seconds: (id) => secondsFor(graph, id) });
  const looksLikeAnswer = (phase: number) => options.phase === undefined || options.phase === phase;
  const tasks = [...starts].flatMap(([id, { at, ends }]) => {
    const { title = '', phase = 0, needs = [] } = graph.tasks[id] ?? {};
    return looksLikeAnswer(phase) ? [{ id, title, phase, needs, starts: at, ends }] : [];
  });
  const withStatus = (status: TaskStatus) => graph.order.filter((id) => graph.tasks[id]?.status === status);
  const phases = foreseen.phases.filter(({ phase }) => looksLikeAnswer(phase));
  return {
    project: graph.project,
    mode: graph.mode,
    tasks_file: plan.path ?? plan.file,
    begun: before !== undefined,
    total: graph.order.length,
    left: tasks.length,
    failed: withStatus('failed'),
    blocked: withStatus('blocked'),
    parallel,
    seconds: Math.round(phases.reduce((sum, { seconds }) => sum + seconds, 0)),
    cost_usd: costOf(graph, tasks.length),
    phases,
    critical_path: foreseen.critical.filter((id) => looksLikeAnswer(graph.tasks[id]?.phase ?? 0)),
    tasks,
  };
}

/** Of a task that takes longer than thought so much of that time is expected to be left. */
const LEAST_LEFT = 0.1;

/** How long it will take from now, in seconds, if all goes well; `worked`: seconds that agents are at tasks already. */
export function secondsLeft(
  open: Pick<OpenAuto, 'context' | 'limits' | 'shared'>,
  graph: Graph,
  worked: ReadonlyMap<string, number>,
): number {
  const seconds = (id: string): number => {
    const expected = secondsFor(graph, id);
    return Math.max(expected - (worked.get(id) ?? 0), expected * LEAST_LEFT);
  };
  return foresee(graph, { parallel: taskCapacity(open, graph), seconds }).makespan;
}

function secondsFor(graph: Graph, id: string): number {
  const task = graph.tasks[id];
  return task === undefined ? 0 : expectedOf(graph, task);
}

interface Planning {
  readonly plan: AutoPlan;
  readonly options: Pick<AutoOptions, 'mode'>;
  /** Of the project, where the file gives none. */
  readonly project: string;
}

/** The graph that work would go on with. `before` is nobody else's: it is changed. */
function planned(before: Graph | undefined, { plan, options, project }: Planning): Graph {
  const tasks = plannedTasks(plan);
  const at = systemClock.now().toISOString();
  const mode = options.mode ?? before?.mode ?? 'normal';
  const events: AutoEvent[] =
    before === undefined || isAnotherList(before, tasks)
      ? [{ type: 'planned', data: { project: plan.project ?? project, mode, tasks } }]
      : sinceThen(before, plan);
  const state = events.reduce((graph, event) => auto.apply(graph, event, at), before ?? auto.begin());
  if (state.kind === 'unplanned') throw new Error('a plan makes a graph');
  state.mode = mode;
  return state;
}

function configuredIn({ project }: Pick<AutoContext, 'project'>): number {
  const document = readDocument({ path: path.join(project.root, placeOf('auto-state')), name: 'auto-state' });
  return document.ok ? document.value.config.max_parallel : 0;
}

/** What a finished task cost on average, with all the attempts that came to nothing. */
function costOf({ spent, timed }: Graph, tasks: number): number | null {
  const costs = Object.values(spent).flatMap(({ cost_usd }) => (cost_usd === null ? [] : [cost_usd]));
  if (costs.length === 0 || timed.count === 0) return null;
  return (costs.reduce((sum, cost) => sum + cost, 0) / timed.count) * tasks;
}
