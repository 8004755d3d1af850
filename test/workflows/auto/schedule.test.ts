import { describe, expect, test } from 'vitest';
import { apply } from '../../../src/workflows/auto/apply.ts';
import type { AutoEvent } from '../../../src/workflows/auto/events.ts';
import { foresee } from '../../../src/workflows/auto/foresee.ts';
import { randomFrom } from '../../support/random.ts';
import { record } from '../../support/scorecard.ts';
import { byTier } from '../../support/tier.ts';
import { lowerBound, type Needs, type ScheduleLimits, sharpBound } from './bounds.ts';
import { AT } from './graph-scenario.ts';
import { type RandomPlan, randomPlan, SHAPES } from './random-plans.ts';

const GRAPHS = byTier({ usual: 30, full: 200 });
const SIZE = 200;
const PARALLEL = [4, 8, 16];
/** What is expected of a task may be so many times too much or too little. */
const ERROR = 1.8;
/** All begins with one task, or comes to one again and again: others have nothing to do then, whatever the schedule. */
const FORCED_TO_WAIT = ['tree', 'joints'];

const promise = `time for ${GRAPHS} random graphs of ${SIZE} tasks at 4, 8, 16 at once, durations misjudged up to ${ERROR} times`;
const asked = 'median ≤ 1.02, p95 ≤ 1.06';

describe('a schedule', () => {
  const figures = plansWith({ phases: 1, error: ERROR }).flatMap((plan) =>
    PARALLEL.map((parallel) => measure(plan, parallel)),
  );
  const ours = figures.map((figure) => figure.ours);

  test('is about as short as any could be', () => {
    report('without phases', figures);
    expect(quantile(ours, 0.5)).toBeLessThanOrEqual(1.02);
    expect(quantile(ours, 0.95)).toBeLessThanOrEqual(1.06);
    record({ promise: `${promise}, against what no schedule could beat`, asked, measured: said(ours) });
  });

  test('is about as long as the longest chain, or as all the work shared out, where the graph allows it', () => {
    const plain = figures.filter(({ shape }) => !FORCED_TO_WAIT.includes(shape)).map((figure) => figure.plain);
    expect(quantile(plain, 0.5)).toBeLessThanOrEqual(1.02);
    expect(quantile(plain, 0.95)).toBeLessThanOrEqual(1.06);
    const all = said(figures.map((figure) => figure.plain));
    record({
      promise: `${promise}, against the longest chain or all work ÷ workers`,
      asked,
      measured: `${said(plain)}; with graphs that force everybody to wait (${FORCED_TO_WAIT.join(', ')}) ${all}`,
    });
  });

  test('is shorter than what waits for batches or levels', () => {
    for (const { ours: own, batches, levels } of figures) {
      expect(own).toBeLessThanOrEqual(batches * 1.05);
      expect(own).toBeLessThanOrEqual(levels * 1.05);
    }
    expect(quantile(ours, 0.5)).toBeLessThan(
      quantile(
        figures.map(({ levels }) => levels),
        0.5,
      ),
    );
  });

  test('needs no estimates to be short', () => {
    const blind = plansWith({ phases: 1, error: undefined }).flatMap((plan) =>
      PARALLEL.map((parallel) => measure(plan, parallel)),
    );
    report('when the same is expected of every task', blind);
    const measured = said(blind.map((figure) => figure.ours));
    record({ promise: 'the same when nothing is known of how long tasks take', asked: 'said as it is', measured });
    expect(
      quantile(
        blind.map((figure) => figure.ours),
        0.5,
      ),
    ).toBeLessThan(1.1);
  });

  test('with phases is longer, as phases wait for each other', () => {
    const phased = plansWith({ phases: 3, error: ERROR }).flatMap((plan) =>
      PARALLEL.map((parallel) => measure(plan, parallel)),
    );
    report('with three phases', phased);
    record({
      promise: 'the same graphs in three phases, one after the other',
      asked: 'said as it is',
      measured: said(phased.map((figure) => figure.ours)),
    });
    expect(phased.length).toBe(figures.length);
  });
});

/** Times the lower bound, for each way to go about it. */
interface Measured {
  readonly shape: string;
  readonly parallel: number;
  readonly ours: number;
  /** Against the plain lower bound. */
  readonly plain: number;
  readonly batches: number;
  readonly levels: number;
}

/** The same for every run: the figures stand in documents. */
function plansWith({ phases, error }: { phases: number; error: number | undefined }): RandomPlan[] {
  const shapes = Object.keys(SHAPES);
  return Array.from({ length: GRAPHS }, (_, index) =>
    randomPlan({
      size: SIZE,
      phases,
      error,
      shape: shapes[index % shapes.length] ?? '',
      random: randomFrom(index + 1),
    }),
  );
}

function measure({ shape, tasks, seconds }: RandomPlan, parallel: number): Measured {
  const event: AutoEvent = { type: 'planned', data: { project: 'p', mode: 'ultra-thin', tasks: [...tasks] } };
  const graph = apply({ kind: 'unplanned' }, event, AT);
  if (graph.kind === 'unplanned') throw new Error('nothing planned');
  const needs = new Map(tasks.map((task) => [task.id, task.needs]));
  const room = { seconds, parallel };
  const bound = sharpBound(needs, room);
  const { makespan } = foresee(graph, room);
  expect(makespan).toBeGreaterThanOrEqual(bound * (1 - 1e-9));
  return {
    shape,
    parallel,
    ours: makespan / bound,
    plain: makespan / lowerBound(needs, room),
    batches: batchAndWait(needs, room) / bound,
    levels: levelByLevel(needs, room) / bound,
  };
}

/** As many as there is room for are started; the next ones when all of them are done. */
function batchAndWait(needs: Needs, { seconds, parallel }: ScheduleLimits): number {
  const done = new Set<string>();
  let makespan = 0;
  while (done.size < needs.size) {
    const ready = [...needs].filter(([id, before]) => !done.has(id) && before.every((need) => done.has(need)));
    const batch = ready.slice(0, parallel).map(([id]) => id);
    makespan += Math.max(...batch.map(seconds));
    for (const id of batch) done.add(id);
  }
  return makespan;
}

/** All that are equally far from a beginning; within a level nobody waits for a batch. */
function levelByLevel(needs: Needs, { seconds, parallel }: ScheduleLimits): number {
  const levels = new Map<string, number>();
  for (const [id, before] of needs) levels.set(id, 1 + Math.max(0, ...before.map((need) => levels.get(need) ?? 0)));
  let makespan = 0;
  for (let level = 1; level <= Math.max(...levels.values()); level++) {
    const workers = Array.from({ length: parallel }, () => makespan);
    for (const id of needs.keys()) {
      if (levels.get(id) !== level) continue;
      const free = workers.indexOf(Math.min(...workers));
      workers[free] = (workers[free] ?? 0) + seconds(id);
    }
    makespan = Math.max(...workers);
  }
  return makespan;
}

function report(title: string, figures: readonly Measured[]): void {
  const rows = [
    ...Object.keys(SHAPES).map((shape) => [shape, figures.filter((figure) => figure.shape === shape)] as const),
    ...PARALLEL.map(
      (parallel) => [`${parallel} at once`, figures.filter((figure) => figure.parallel === parallel)] as const,
    ),
    ['all', figures] as const,
  ];
  const lines = rows.map(([name, some]) => {
    const of = (way: 'ours' | 'plain' | 'batches' | 'levels') => said(some.map((figure) => figure[way]));
    return `${name.padEnd(12)} ${of('ours')} (plainly ${of('plain')}) · batch and wait ${of('batches')} · level by level ${of('levels')}`;
  });
  console.log(`${title}, × what no schedule could beat:\n${lines.join('\n')}`);
}

function said(figures: readonly number[]): string {
  return `median ${quantile(figures, 0.5).toFixed(3)}, p95 ${quantile(figures, 0.95).toFixed(3)}`;
}

function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
