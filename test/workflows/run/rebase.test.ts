import { expect, test } from 'vitest';
import { apply } from '../../../src/workflows/run/apply.ts';
import { due } from '../../../src/workflows/run/due.ts';
import type { RunEvent } from '../../../src/workflows/run/events.ts';
import { canRebase } from '../../../src/workflows/run/rebase.ts';
import type { Run, RunState } from '../../../src/workflows/run/run-state.ts';
import { run as workflow } from '../../../src/workflows/run/run.ts';

const RUN = 'run-20260101-000000';
const tests = { command: 'npm test', total: 1, failed: 0, exit_code: 0 };
const work = { commit: 'c1', tree: 't1' };
const requested: RunEvent = { type: 'rebase_requested', data: {} };
const rebased = (effect: string, to: typeof work | null): RunEvent => ({
  type: 'rebased',
  data: { effect, calls: [], base: 'b2', tests, work: to, earlier_rounds: [], conflicts: [] },
});

function after(...events: RunEvent[]): Run {
  const start: RunEvent = {
    type: 'run_started',
    data: { run_id: RUN, max_iterations: 2, branch: 'main', commit: 'b1' },
  };
  const state = [start, ...events].reduce<RunState>(
    (so, event) => workflow.readState(JSON.parse(JSON.stringify(apply(so, event, '2026-01-01T00:00:00Z')))) ?? so,
    { kind: 'unstarted' },
  );
  if (state.kind !== 'run') throw new Error(state.kind);
  return state;
}

const started = (step: string): RunEvent => ({ type: 'effect_started', data: { effect: `${RUN}/${step}#1` } });
const toBuild: RunEvent[] = [
  started('prepare'),
  { type: 'prepared', data: { effect: `${RUN}/prepare#1`, tests } },
  started('refine'),
  { type: 'refined', data: { effect: `${RUN}/refine#1`, calls: [] } },
  started('build'),
];
const built: RunEvent = { type: 'built', data: { effect: `${RUN}/build#1`, calls: [], work } };

test('waits for the step that is in flight, and begins before the next one', () => {
  const asked = after(...toBuild, requested);
  expect(due(asked)).toMatchObject([{ id: `${RUN}/build#1` }]);
  const then = after(...toBuild, requested, built);
  expect(due(then)).toMatchObject([{ id: `${RUN}/rebase#1`, step: { before: { at: 'verify', work } } }]);
  const again = after(...toBuild, requested, built, rebased(`${RUN}/rebase#1`, { commit: 'c2', tree: 't2' }));
  expect(again).toMatchObject({ base: { commit: 'b2' }, work: { commit: 'c2' }, step: { at: 'verify' } });
  expect(again.wants_rebase).toBeUndefined();
});

test('is forgotten when the person stops the run, and begun at once when it is stopped', () => {
  const stop: RunEvent = { type: 'stop_requested', data: {} };
  expect(after(...toBuild, requested, stop).step).toMatchObject({ at: 'stopped', before: { at: 'build' } });
  const stopped = after(...toBuild, stop, requested);
  expect(stopped.step).toMatchObject({ at: 'rebase', before: { at: 'build' } });
  expect(after(...toBuild, stop, requested, stop, requested).step).toEqual(stopped.step);
  expect(after(...toBuild, stop, requested, rebased(`${RUN}/rebase#1`, null)).step).toEqual({ at: 'build' });
});

test('a question that waits still waits on the new base', () => {
  const crp = {
    crp_id: 'crp-001',
    created_at: '2026-01-01T00:00:00Z',
    created_by: 'builder',
    type: 'clarification' as const,
    question: 'Which?',
    context: '',
    options: [],
    recommendation: null,
    status: 'pending' as const,
  };
  const asked: RunEvent = {
    type: 'asked',
    data: { effect: `${RUN}/build#1`, calls: [], crp, about: [], precedent: null },
  };
  const { step } = after(...toBuild, asked, requested, rebased(`${RUN}/rebase#1`, null));
  expect(step).toEqual({ at: 'waiting', crp_id: 'crp-001', again: { at: 'build' } });
});

test('of a folder without git, or of merged work, there is none', () => {
  expect(canRebase(after())).toBe(true);
  expect(canRebase({ ...after(), base: { branch: null, commit: 'b1' } })).toBe(false);
  expect(canRebase({ ...after(), step: { at: 'completed', merge: 'm' } })).toBe(false);
});
