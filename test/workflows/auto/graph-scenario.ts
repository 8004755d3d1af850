import { expect } from 'vitest';
import { apply } from '../../../src/workflows/auto/apply.ts';
import { due, type Capacity } from '../../../src/workflows/auto/due.ts';
import type { AutoEvent, PlannedTask } from '../../../src/workflows/auto/events.ts';
import {
  type AutoState,
  type Graph,
  type AttemptFailure,
  type Task,
  taskOf,
} from '../../../src/workflows/auto/graph-state.ts';
import { contradictions, malformations } from './consistency.ts';

export const AT = '2026-01-21T09:00:00.000Z';
export const sha = (digit: string) => ({ commit: digit.repeat(40), tree: digit.repeat(40) });
export const attemptFailure = (message = 'red'): AttemptFailure => ({
  kind: 'checks',
  message,
  evidence: '',
  fingerprint: message,
});

type DataOf<T extends AutoEvent['type']> = Extract<AutoEvent, { type: T }>['data'];
type Mode = Graph['mode'];

/** `T1.2: T1.1` needs T1.1; the phase is the first number. */
export function task(text: string, more: Partial<PlannedTask> = {}): PlannedTask {
  const [id = '', needs = ''] = text.split(/: ?/);
  return {
    id,
    title: id,
    phase: Number(/\d+/.exec(id)?.[0] ?? 0),
    needs: needs === '' ? [] : needs.split(' '),
    completed: false,
    kind: 'task',
    files: [],
    expected: 60,
    ...more,
  };
}

export function plan(tasks: readonly (string | PlannedTask)[]): PlannedTask[] {
  return tasks.map((one) => (typeof one === 'string' ? task(one) : one));
}

/** A graph whose first phase was just entered. */
export function startGraph(tasks: readonly (string | PlannedTask)[], mode: Mode = 'ultra-thin'): GraphScenario {
  return new GraphScenario(tasks, mode).launch().outcome('auto/prepare').outcome('auto/begin');
}

/** A graph that things happen to; after each it is asked whether it contradicts itself. */
export class GraphScenario {
  #state: AutoState = { kind: 'unplanned' };
  readonly mode: Mode;
  capacity: Capacity = { tasks: 4 };

  constructor(tasks: readonly (string | PlannedTask)[], mode: Mode = 'ultra-thin') {
    this.mode = mode;
    this.record('planned', { project: 'sample', mode, tasks: plan(tasks) });
  }

  launch(): this {
    return this.record('started', { base: { branch: 'main', ...sha('a') }, mode: this.mode, plan: 'TASKS.md' });
  }

  get state(): Graph {
    if (this.#state.kind === 'unplanned') throw new Error('nothing is planned');
    return this.#state;
  }

  task(id: string): Task {
    return taskOf(this.state, id);
  }

  statuses(): Record<string, string> {
    return Object.fromEntries(this.state.order.map((id) => [id, this.task(id).status]));
  }

  due(): string[] {
    return due(this.#state, this.capacity).map(({ id }) => id.replace(/^auto\//, ''));
  }

  record<T extends AutoEvent['type']>(type: T, data: DataOf<T>): this {
    return this.happen({ type, data } as AutoEvent);
  }

  happen(event: AutoEvent): this {
    this.#state = apply(this.#state, event, AT);
    expect([...contradictions(this.#state), ...malformations(this.#state)], JSON.stringify(event)).toEqual([]);
    return this;
  }

  /** As the engine would: another state, from elsewhere. */
  become(state: AutoState): this {
    this.#state = state;
    expect([...contradictions(state), ...malformations(state)]).toEqual([]);
    return this;
  }

  /** Starts all that is due and not in flight. */
  start(): this {
    for (;;) {
      const next = due(this.#state, this.capacity).find(({ id }) => this.state.in_flight[id] === undefined);
      if (next === undefined) return this;
      this.record('effect_started', { effect: next.id, slot: next.slot });
    }
  }

  /** The one effect that is due and begins so, started if it is not, comes to the end that is hoped for. */
  outcome(prefix: string): this {
    const effect = this.effect(prefix);
    return this.happen(success(this.state, effect));
  }

  /** `T1.1` is gone through to its end. */
  complete(id: string): this {
    while (this.task(id).status !== 'completed') this.outcome(`auto/${id}/`);
    return this;
  }

  fail(id: string, how: { final?: boolean; message?: string } = {}): this {
    const effect = this.effect(`auto/${id}/`);
    const { final = false, message } = how;
    const retry_limit = final ? 0 : 100;
    return this.record('attempt_failed', {
      effect,
      id,
      calls: [],
      seconds: 5,
      mishap: attemptFailure(message),
      retry_limit,
    });
  }

  conflict(id: string): this {
    return this.record('conflicted', { effect: this.effect(`auto/${id}/merge`), id, paths: ['src/a.ts'] });
  }

  effect(prefix: string): string {
    const found = due(this.#state, this.capacity).filter(({ id }) => id.startsWith(prefix));
    const [effect] = found;
    if (effect === undefined || found.length > 1) throw new Error(`not due: ${prefix}, but ${this.due().join(', ')}`);
    const { id, slot } = effect;
    if (this.state.in_flight[id] === undefined) this.record('effect_started', { effect: id, slot });
    return id;
  }
}

/** What a performer says when all goes well. */
export function success(state: Graph, effect: string): AutoEvent {
  const found = due(state, { tasks: Infinity }).find(({ id }) => id === effect);
  if (found === undefined) throw new Error(`not due: ${effect}`);
  const { what } = found;
  switch (what.at) {
    case 'prepare':
      return { type: 'prepared', data: { effect, trunk: sha('a'), red: [] } };
    case 'begin': {
      const { phase } = what;
      const place = { worktree: `worktree/phase-${phase}-x`, branch: `phase-${phase}-x`, tip: sha('b') };
      return { type: 'phase_entered', data: { effect, phase, ...place } };
    }
    case 'work':
    case 'resolve': {
      const data = { effect, id: what.task, calls: [], seconds: 30, work: sha('c'), result: `did ${what.task}` };
      return { type: 'worked', data };
    }
    case 'wait':
      return { type: 'waited', data: { effect, id: what.task } };
    case 'merge':
      return { type: 'task_merged', data: { effect, id: what.task, tip: sha('d') } };
    case 'probe':
      return { type: 'probed', data: { effect, id: what.task, calls: [], seconds: 5, findings: [] } };
    case 'review':
      return { type: 'task_reviewed', data: { effect, id: what.task, calls: [], seconds: 5, answers: [] } };
    case 'phase-merge':
      return { type: 'phase_merged', data: { effect, trunk: sha(effect.includes('-1#') ? 'e' : 'f') } };
    case 'repair':
      return { type: 'repaired', data: { effect, calls: [], tip: sha('f') } };
    case 'deliver':
      return { type: 'delivered', data: { effect, trunk: sha('e') } };
    case 'rebase':
      return { type: 'rebased', data: { effect, calls: [], trunk: sha('e'), conflicts: [] } };
    case 'sync':
    case 'amend':
      throw new Error(`nothing is published: ${what.at}`);
    default:
      return what satisfies never;
  }
}
