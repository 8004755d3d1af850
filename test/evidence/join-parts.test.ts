import { expect, test } from 'vitest';
import { joinParts } from '../../src/evidence/join-parts.ts';
import { makeProof } from '../support/make-proof.ts';

const TREE = 'd'.repeat(40);
const old = { ...makeProof({ a: 'passed', b: 'passed' }), loaded: ['src/a.js'] };

test('parts say together what a run of all would', () => {
  const own = { ...makeProof({ b: 'failed', c: 'skipped' }), loaded: ['src/a.js', 'src/c.js'] };
  expect(joinParts(TREE, [own, old])).toMatchObject({
    tree: TREE,
    counts: { total: 3, passed: 1, failed: 1, skipped: 1 },
    exit_code: 1,
    loaded: ['src/a.js', 'src/c.js'],
    duration_ms: 2,
    reused: true,
  });
});

test('what one part did not measure is not known of all', () => {
  expect(joinParts(TREE, [old, makeProof({ c: 'passed' })])).toMatchObject({ loaded: null });
});

test.each([
  ['names no tests', makeProof({})],
  ['did not come to its end', { ...makeProof({ c: 'passed' }), ending: 'timed_out' as const }],
])('a part that %s is no basis', (_, part) => {
  expect(joinParts(TREE, [old, part])).toBeUndefined();
});
