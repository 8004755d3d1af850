import { expect, test } from 'vitest';
import { proofTrailers, readProofTrailers } from '../../../src/engine/work/proof-trailers.ts';
import type { ChangeProof, ProofRun } from '../../../src/schema/change-proof.ts';
import { compareRecorded } from '../../../src/workflows/proof/compare-recorded.ts';

const sha = (letter: string): string => letter.repeat(40);

function run(kind: ProofRun['kind'], passed: number, failed = 0): ProofRun {
  const counts = { total: passed + failed, passed, failed, skipped: 0 };
  return { kind, tree: sha('a'), command: 'npm test', ...counts, seconds: 1, reused: false };
}

const PROOF: ChangeProof = {
  baseline: { commit: sha('b'), tree: sha('1') },
  candidate: { commit: sha('c'), tree: sha('2') },
  runs: [run('baseline', 3), run('old_tests', 3), run('new_tests', 1), run('flaky', 1), run('red', 0, 1)],
  findings: [],
  proven: { tests: ['a > b'], count: 1 },
  tools: { node: 'v20.19.2', vitest: '3.2.4' },
};

const message = (trailers: Readonly<Record<string, string>>): string =>
  `Merge T1.1: Prices\n\nSome words.\n\n${Object.entries(trailers)
    .map(([key, value]) => `${key}: ${value.replaceAll('\n', '\n ')}`)
    .join('\n')}\n`;

test('what trailers say can be read again', () => {
  const allowed = [{ code: 'superseded', key: 'a > b' }];
  const trailers = proofTrailers({ proof: PROOF, acceptance: ['npm run lint'], tasks: 'TASKS.md', allowed });
  const read = readProofTrailers(message({ 'Orchestral-Task': 'T1.1', ...trailers }));
  expect(read).toMatchObject({
    baseline: sha('b'),
    tree: sha('2'),
    commands: { tests: 'npm test', acceptance: ['npm run lint'], tasks: 'TASKS.md' },
    tools: { node: 'v20.19.2', vitest: '3.2.4' },
    runs: [
      { kind: 'baseline', passed: 3, failed: 0, skipped: 0 },
      { kind: 'old_tests', passed: 3 },
      { kind: 'new_tests', passed: 1 },
      { kind: 'red', passed: 0, failed: 1 },
    ],
    proven: 1,
    allowed: { count: 1 },
  });
});

test('the digest is of what was allowed, in whatever order', () => {
  const digest = (allowed: readonly unknown[]): string | undefined =>
    proofTrailers({ proof: PROOF, acceptance: [], tasks: null, allowed })['Orchestral-Allowed'];
  expect(digest([{ a: 1, b: 2 }, 'x'])).toBe(digest(['x', { b: 2, a: 1 }]));
  expect(digest(['x'])).not.toBe(digest(['y']));
});

test.for([
  ['nothing', ''],
  [
    'another paragraph behind it',
    `${message(proofTrailers({ proof: PROOF, acceptance: [], tasks: null, allowed: [] }))}\nmore\n`,
  ],
  ['only the tree', message({ 'Orchestral-Evidence': `tree ${sha('2')}` })],
])('%s is no proof', ([, text = '']) => {
  expect(readProofTrailers(text)).toBeNull();
});

test('runs that look for flaky tests are not compared, all others are', () => {
  const recorded = { runs: PROOF.runs.filter(({ kind }) => kind !== 'flaky'), proven: 1, command: 'npm test' };
  expect(compareRecorded(recorded, { ...recorded, runs: PROOF.runs })).toEqual([]);
  const now = { runs: [run('baseline', 2, 1), ...recorded.runs.slice(1, 3)], proven: 0, command: 'npm run test' };
  expect(compareRecorded(recorded, now).map(({ what }) => what)).toEqual(['command', 'baseline', 'red', 'proven']);
});
