import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adopt } from '../../../src/workflows/auto/adopt.ts';
import { apply, relocate } from '../../../src/workflows/auto/apply.ts';
import { due } from '../../../src/workflows/auto/due.ts';
import type { AutoEvent, PlannedTask } from '../../../src/workflows/auto/events.ts';
import { type AutoState, type Graph, taskOf } from '../../../src/workflows/auto/graph-state.ts';
import { show } from '../../../src/workflows/auto/show.ts';
import { taskIn } from '../../../src/workflows/auto/task-moves.ts';
import { randomFrom } from '../../support/random.ts';
import { byTier, seed } from '../../support/tier.ts';
import { contradictions, malformations } from './consistency.ts';
import { AT, attemptFailure, sha, success, task } from './graph-scenario.ts';

/** How likely something goes wrong, in each of the runs. */
const trouble = fc.record({
  failure: fc.double({ min: 0, max: 0.4, noNaN: true }),
  conflict: fc.double({ min: 0, max: 0.4, noNaN: true }),
  interruption: fc.double({ min: 0, max: 0.2, noNaN: true }),
  /** What people do, and how often at most: they leave in the end, and then all must end. */
  interference: fc.double({ min: 0, max: 0.3, noNaN: true }),
  patience: fc.nat(30),
});

const run = fc.record({
  size: fc.integer({ min: 1, max: 14 }),
  phases: fc.integer({ min: 1, max: 3 }),
  density: fc.double({ min: 0, max: 0.6, noNaN: true }),
  parallel: fc.integer({ min: 1, max: 5 }),
  mode: fc.constantFrom<Graph['mode'][]>('normal', 'ultra-thin', 'ralph'),
  seed: fc.integer(),
  trouble,
});

type Run = typeof run extends fc.Arbitrary<infer R> ? R : never;

describe('a graph of any shape, with any luck', () => {
  test('never contradicts itself, does nothing twice, and ends', () => {
    fc.assert(
      fc.property(run, (given) => {
        new Play(given).toTheEnd();
      }),
      { seed, numRuns: byTier({ usual: 200, full: 3000 }) },
    );
  });
});

class Play {
  #state: AutoState = { kind: 'unplanned' };
  readonly #run: Run;
  readonly #random: () => number;
  readonly #history: string[] = [];
  #interferences = 0;

  constructor(given: Run) {
    this.#run = given;
    this.#random = randomFrom(given.seed);
    this.#happen({ type: 'planned', data: { project: 'p', mode: given.mode, tasks: this.#tasks() } });
    this.#start();
  }

  toTheEnd(): void {
    for (let steps = 0; steps < 5000; steps++) {
      if (this.#chance(this.#run.trouble.interference) && this.#interferences < this.#run.trouble.patience)
        this.#interfere();
      const { id, slot } = this.#any(due(this.#state, { tasks: this.#run.parallel })) ?? {};
      if (id === undefined || slot === undefined) {
        if (this.#isOver()) return;
        continue;
      }
      if (this.graph.in_flight[id] === undefined) this.#happen({ type: 'effect_started', data: { effect: id, slot } });
      else this.#happen(this.#outcome(id));
    }
    throw new Error(`no end: ${this.#history.slice(-30).join('\n')}`);
  }

  get graph(): Graph {
    if (this.#state.kind === 'unplanned') throw new Error('nothing planned');
    return this.#state;
  }

  /** Nothing is due: all is done, or somebody is asked. */
  #isOver(): boolean {
    const { stage, stopped, order } = this.graph;
    if (stopped || (stage.at === 'repair' && stage.given_up)) {
      this.#start();
      return false;
    }
    if (stage.at === 'begin') {
      this.#happen({ type: 'phase_allowed', data: { phase: stage.phase } });
      return false;
    }
    expect(stage, this.#history.slice(-30).join('\n')).toEqual({ at: 'done' });
    const open = order.filter((id) => ['pending', 'ready', 'in_progress'].includes(taskOf(this.graph, id).status));
    expect(open, this.#history.slice(-30).join('\n')).toEqual([]);
    return true;
  }

  #outcome(effect: string): AutoEvent {
    const { failure, conflict, interruption } = this.#run.trouble;
    if (this.#chance(interruption)) return { type: 'effect_interrupted', data: { effect } };
    const hoped = success(this.graph, effect);
    const isBad = this.#chance(failure);
    const retry_limit = this.#chance(0.2) ? 0 : 3;
    if (hoped.type === 'task_merged') {
      const { id } = hoped.data;
      const isFirst = taskOf(this.graph, id).conflict === null;
      if (isFirst && this.#chance(conflict)) return { type: 'conflicted', data: { effect, id, paths: ['a'] } };
      return isBad ? failed(effect, id, retry_limit) : hoped;
    }
    if (hoped.type === 'worked') {
      const { id } = hoped.data;
      if (this.#chance(0.1)) return { type: 'task_completed', data: { id, effect, seconds: 3 } };
      return isBad ? failed(effect, id, retry_limit) : hoped;
    }
    if (!isBad) return hoped;
    if (hoped.type === 'phase_merged') return { type: 'phase_red', data: { effect, mishap: attemptFailure() } };
    if (hoped.type === 'repaired')
      return { type: 'repair_failed', data: { effect, calls: [], mishap: attemptFailure(), retry_limit } };
    if (hoped.type === 'delivered')
      return { type: 'left_alone', data: { effect, trunk: sha('e'), why: 'dirty', detail: [] } };
    return hoped;
  }

  #interfere(): void {
    this.#interferences += 1;
    const id = this.#any(this.graph.order);
    if (id === undefined) return;
    switch (Math.floor(this.#random() * 10)) {
      case 0:
      case 1:
        return this.#happen({ type: 'task_reopened', data: { id } });
      case 2:
        return this.#happen({ type: 'task_completed', data: { id } });
      case 3:
        return this.#happen({ type: 'task_skipped', data: { id } });
      case 4:
        return this.#happen({ type: 'task_failed', data: { id } });
      case 5:
        return this.#happen({ type: 'stop_requested', data: {} });
      case 6:
        return this.#happen({ type: 'delivery_requested', data: {} });
      case 7:
        this.#state = relocate(this.#state);
        return this.#look('relocated');
      case 8:
        return this.#happen({ type: 'replanned', data: { tasks: this.#tasks() } });
      default: {
        const documents = show(this.#state);
        this.#state = (documents && adopt(documents)) ?? this.#state;
        this.#look('adopted');
        return this.#start();
      }
    }
  }

  #happen(event: AutoEvent): void {
    if ('effect' in event.data && event.data.effect !== undefined && event.type !== 'effect_started')
      expect(Object.keys(this.graph.in_flight)).toContain(event.data.effect);
    const id = 'id' in event.data ? event.data.id : undefined;
    const before = this.#completed().filter((one) => one !== id);
    this.#state = apply(this.#state, event, AT);
    this.#look(`${event.type} ${'effect' in event.data ? event.data.effect : (id ?? '')}`);
    const after = new Set(this.#completed());
    if (event.type === 'planned' || event.type === 'replanned') return;
    // Nothing but the person who reopens it takes a completed task back.
    const undone = before.filter((one) => !after.has(one));
    expect(undone, this.#history.slice(-30).join('\n')).toEqual([]);
    if (event.type !== 'effect_started') return;
    const started = taskIn(event.data.effect);
    if (started !== undefined) expect(before).not.toContain(started);
  }

  #completed(): string[] {
    if (this.#state.kind === 'unplanned') return [];
    return this.graph.order.filter((id) => taskOf(this.graph, id).status === 'completed');
  }

  #look(what: string): void {
    this.#history.push(what);
    const wrong = contradictions(this.#state);
    if (this.#chance(0.1)) wrong.push(...malformations(this.#state));
    expect(wrong, this.#history.slice(-30).join('\n')).toEqual([]);
  }

  #start(): void {
    const base = { branch: 'main', ...sha('a') };
    this.#happen({ type: 'started', data: { base, mode: this.#run.mode, plan: 'TASKS.md' } });
  }

  /** Each may need any that come before it in the same phase or an earlier one; the file has them in any order. */
  #tasks(): PlannedTask[] {
    const { size, phases, density } = this.#run;
    const numbers = Array.from({ length: size }, (_, index) => index);
    const phaseOf = (index: number) => 1 + Math.floor((index * phases) / size);
    const idOf = (index: number) => `T${phaseOf(index)}.${index}`;
    const tasks = numbers.map((index) => {
      const needs = numbers.slice(0, index).filter(() => this.#chance(density / Math.sqrt(index)));
      return task(`${idOf(index)}: ${needs.map(idOf).join(' ')}`, {
        completed: this.#chance(0.1),
        expected: 1 + Math.floor(this.#random() * 5),
        kind: this.#any(['ui', 'db']) ?? 'ui',
        files: this.#chance(0.3) ? [this.#any(['a', 'b', 'src/**']) ?? 'a'] : [],
      });
    });
    return tasks.filter(() => this.#chance(0.9)).toSorted(() => this.#random() - 0.5);
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #any<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#random() * list.length)];
  }
}

function failed(effect: string, id: string, retry_limit: number): AutoEvent {
  return { type: 'attempt_failed', data: { effect, id, calls: [], seconds: 2, mishap: attemptFailure(), retry_limit } };
}
