import { expect, test } from 'vitest';
import type { ChangeProof } from '../../../src/schema/change-proof.ts';
import type { FindingItem, ProofFinding } from '../../../src/schema/proof-finding.ts';
import { allowedIn, approvalOf } from '../../../src/workflows/run/allowed.ts';
import { withEarlierRound } from '../../../src/workflows/run/earlier-round.ts';
import { judgeRunChange } from '../../../src/workflows/run/judge.ts';

const item = (key: string, after = '2'): FindingItem => ({ key, file: 'a.test.js', before: '1', after });
const superseded = (...items: FindingItem[]): ProofFinding => ({ code: 'superseded', items });
const flaky: ProofFinding = { code: 'newly_flaky', tests: ['x'], own: true };

test('what is not allowed is open, by its number', () => {
  const findings = [superseded(item('a'), item('b')), flaky];
  expect(approvalOf(findings, { allow: [1], tree: 't' })).toMatchObject({
    allowed: [{ code: 'superseded', key: 'a', before: '1', after: '2' }],
    open: [
      { number: 2, key: 'b' },
      { number: 3, code: 'newly_flaky', key: null },
    ],
  });
  expect(approvalOf(findings, { allow: 'all', tree: 't' }).open).toEqual([]);
});

test.each<[string, ProofFinding, string, string]>([
  ['the same contents', superseded(item('a')), 't', 'accept'],
  ['other contents', superseded(item('a', '3')), 't', 'ask'],
  ['another test', superseded(item('b')), 't', 'ask'],
  ['a finding of the same tree', flaky, 't', 'accept'],
  ['a finding of another tree', flaky, 'u', 'ask'],
])('what was allowed stays so for %s', (_, finding, tree, verdict) => {
  const { allowed } = approvalOf([superseded(item('a')), flaky], { allow: 'all', tree: 't' });
  const context = allowedIn({ allowed: [...allowed] }, { tree, findings: [finding] });
  expect(judgeRunChange([finding], context).verdict).toBe(verdict);
});

test('superseded tests that were allowed at the start are not asked about; nothing else is let pass', () => {
  const findings = [superseded(item('a'))];
  expect(judgeRunChange(findings, allowedIn({ allows_superseded: true }, { tree: 't', findings })).verdict).toBe(
    'accept',
  );
  const controls: ProofFinding[] = [{ code: 'controls', items: [item('.mcp.json')] }];
  const context = allowedIn({ allows_superseded: true }, { tree: 't', findings: controls });
  expect(judgeRunChange(controls, context).verdict).toBe('ask');
});

test('what a round takes back of an earlier one is added to what was found against the base', () => {
  const proof = (...findings: ProofFinding[]): ChangeProof => ({
    baseline: { commit: 'b', tree: 'b' },
    candidate: { commit: 'c', tree: 'c' },
    runs: [],
    findings,
    proven: { tests: [], count: 0 },
  });
  const lost: ProofFinding = { code: 'lost_tests', tests: ['y'] };
  const both = withEarlierRound(proof(superseded(item('a'))), proof(superseded(item('a'), item('b')), lost));
  expect(both.findings).toEqual([superseded(item('a'), item('b')), lost]);
});
