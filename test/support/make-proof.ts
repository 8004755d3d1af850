import type { Proof } from '../../src/evidence/proof.ts';

/** The proof of a run in which these tests were these. */
export function makeProof(tests: Readonly<Record<string, 'passed' | 'failed' | 'skipped'>>): Proof {
  const statuses = Object.values(tests);
  const count = (status: string) => statuses.filter((one) => one === status).length;
  return {
    version: 1,
    tree: 'a'.repeat(40),
    key: 'b'.repeat(64),
    command: 'npm test',
    runner: 'node-test',
    source: 'tap',
    ending: 'exited',
    exit_code: count('failed') > 0 ? 1 : 0,
    signal: null,
    counts: {
      total: statuses.length,
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped'),
    },
    tests: Object.entries(tests).map(([id, status]) => ({ id, status })),
    coverage: null,
    build: null,
    output_sha256: 'c'.repeat(64),
    output_tail: '',
    duration_ms: 1,
    executed_at: '2026-01-01T00:00:00Z',
  };
}
