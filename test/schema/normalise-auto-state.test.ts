import { describe, expect, it } from 'vitest';
import { decode } from '../../src/schema/codec.ts';
import { normaliseAutoState } from '../../src/schema/normalise-auto-state.ts';
import { fixtureOf } from './fixtures.ts';

function sample() {
  const decoded = decode('auto-state', fixtureOf('auto-state').text);
  if (!decoded.ok) throw new Error('the sample does not validate');
  return decoded.value;
}

describe('normaliseAutoState', () => {
  it('puts the specification’s own sample right', () => {
    const normal = normaliseAutoState(sample());
    expect(normal.tasks).toEqual({
      pending: ['T1.5', 'T1.6', 'T1.7'],
      ready: ['T1.4'],
      in_progress: ['T1.3'],
      completed: ['T0.5.1', 'T1.1', 'T1.2'],
      failed: [],
      blocked: [],
    });
    expect(normal.metrics).toEqual({
      total_tasks: 8,
      completed_count: 3,
      failed_count: 0,
      average_task_time_seconds: 120,
    });
    const { tasks: _tasks, metrics: _metrics, ...rest } = sample();
    expect(normal).toMatchObject(rest);
  });

  it('leaves its input alone, and a normal state as it is', () => {
    const state = sample();
    const normal = normaliseAutoState(state);
    expect(state).toEqual(sample());
    expect(normaliseAutoState(normal)).toEqual(normal);
  });

  it('keeps the most advanced of several lists, and one of several mentions', () => {
    const lists = ['completed', 'failed', 'in_progress', 'blocked', 'ready', 'pending'] as const;
    for (const [i, winner] of lists.entries()) {
      const state = sample();
      for (const list of lists) state.tasks[list] = [];
      for (const list of lists.slice(i)) state.tasks[list] = ['T2', 'T1', 'T2'];
      const { tasks, metrics } = normaliseAutoState(state);
      expect(Object.entries(tasks).filter(([, ids]) => ids.length > 0)).toEqual([[winner, ['T2', 'T1']]]);
      expect(metrics.total_tasks).toBe(2);
    }
  });
});
