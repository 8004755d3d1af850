import { expect, test } from 'vitest';
import { shownRuns } from '../../src/engine/run-documents/shown-runs.ts';
import type { ProofRun } from '../../src/schema/change-proof.ts';

const run = (kind: ProofRun['kind'], tree: string): ProofRun => ({
  kind,
  tree,
  command: 'npm test',
  total: 3,
  passed: 3,
  failed: 0,
  skipped: 0,
  seconds: 1,
  reused: false,
});
const earlier = (one: ProofRun): ProofRun => ({ ...one, reused: true, of_earlier_round: true });

test('an earlier round is called so, and the work it was compared with is listed once', () => {
  const runs = [
    run('baseline', 'a'),
    run('candidate', 'c'),
    run('flaky', 'c'),
    run('flaky', 'c'),
    earlier(run('baseline', 'b')),
    earlier(run('candidate', 'c')),
    earlier(run('regression', 'd')),
  ];
  expect(shownRuns(runs).map(({ kind, tree }) => `${kind} ${tree}`)).toEqual([
    'baseline a',
    'candidate c',
    'flaky c',
    'flaky c',
    'earlier_round b',
    'regression d',
  ]);
});
