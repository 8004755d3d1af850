import { describe, expect, test } from 'vitest';
import type { FindingCode, ProofFinding } from '../../../src/schema/proof-finding.ts';
import { proofFinding } from '../../../src/schema/proof-finding.ts';
import {
  type AllowedItem,
  type ChangeVerdict,
  type JudgeContext,
  judgeChange,
  type ProofWorkflow,
} from '../../../src/workflows/proof/judge-change.ts';

const ITEM = { key: 'test/a.test.js > adds', file: 'test/a.test.js', before: 'aa', after: 'bb' };
const items = [ITEM];

const FINDINGS: Record<FindingCode, ProofFinding> = {
  new_failures: { code: 'new_failures', tests: [{ id: 'a', reason: 'no' }] },
  tests_did_not_run: { code: 'tests_did_not_run', ending: 'exit 127', tail: '' },
  build_failed: { code: 'build_failed', command: 'make', ending: 'exit 2', tail: '' },
  setup_failed: { code: 'setup_failed', command: 'npm ci', ending: 'exit 1', tail: '' },
  needs_changed_files: { code: 'needs_changed_files', files: ['src/a.js'] },
  report_disagrees: { code: 'report_disagrees', report: '3 passed', printed: '1 failed' },
  lost_tests: { code: 'lost_tests', tests: ['a'] },
  named_tests_fail: { code: 'named_tests_fail', tests: ['a'] },
  no_change: { code: 'no_change', only: 'modes' },
  no_deliverable: { code: 'no_deliverable', paths: ['a'] },
  deliverables_missing: { code: 'deliverables_missing', paths: ['a'] },
  task_list_changed: { code: 'task_list_changed', lines: ['- [x] T2'] },
  probe_failed: { code: 'probe_failed', line: 'adds', output: '3' },
  coverage_low: { code: 'coverage_low', coverage: 10, needed: 80 },
  superseded: { code: 'superseded', items },
  lost_demand: { code: 'lost_demand', items },
  unreached: { code: 'unreached', items },
  newly_flaky: { code: 'newly_flaky', tests: ['a'], own: false },
  configuration: { code: 'configuration', items },
  controls: { code: 'controls', items },
  tampering: { code: 'tampering', items },
  test_detection: { code: 'test_detection', items, fewer: false },
  unproven: { code: 'unproven', files: ['src/a.js'] },
  not_testable: { code: 'not_testable', files: ['README.md'], prose: false },
  no_test_command: { code: 'no_test_command' },
  surface_modified: { code: 'surface_modified', files: ['a'] },
  flaky: { code: 'flaky', tests: ['a'] },
  failed_before: { code: 'failed_before', tests: ['a'] },
  proves_nothing: { code: 'proves_nothing', tests: ['a'] },
  weak_red: { code: 'weak_red', tests: ['a'] },
  not_probed: { code: 'not_probed' },
  condition_cannot_run: { code: 'condition_cannot_run', command: 'docker ps', program: 'docker' },
  not_measured: { code: 'not_measured', what: 'unreached' },
  restored_files: { code: 'restored_files', files: ['a'] },
};

function context(workflow: ProofWorkflow, more: Partial<JudgeContext> = {}): JudgeContext {
  return {
    workflow,
    named: new Set(),
    sentBack: new Set(),
    letPass: new Set(),
    hasAcceptance: false,
    allowed: [],
    ...more,
  };
}

function verdicts(finding: ProofFinding, more: Partial<JudgeContext> = {}): ChangeVerdict[] {
  return (['run', 'session', 'auto'] as const).map(
    (workflow) => judgeChange([finding], context(workflow, more)).verdict,
  );
}

type Row = readonly [FindingCode, ChangeVerdict, ChangeVerdict, ChangeVerdict];

describe('run, session, auto', () => {
  test.each<Row>([
    ['new_failures', 'reject', 'reject', 'reject'],
    ['tests_did_not_run', 'reject', 'reject', 'reject'],
    ['build_failed', 'reject', 'reject', 'reject'],
    ['setup_failed', 'reject', 'reject', 'reject'],
    ['needs_changed_files', 'reject', 'reject', 'reject'],
    ['report_disagrees', 'reject', 'reject', 'reject'],
    ['lost_tests', 'reject', 'reject', 'reject'],
    ['named_tests_fail', 'reject', 'reject', 'reject'],
    ['no_change', 'reject', 'reject', 'reject'],
    ['no_deliverable', 'reject', 'reject', 'reject'],
    ['deliverables_missing', 'accept', 'accept', 'send_back'],
    ['task_list_changed', 'ask', 'ask', 'reject'],
    ['probe_failed', 'reject', 'reject', 'reject'],
    ['coverage_low', 'reject', 'accept', 'accept'],
    ['superseded', 'ask', 'send_back', 'review'],
    ['lost_demand', 'accept', 'ask', 'review'],
    ['unreached', 'ask', 'reject', 'review'],
    ['newly_flaky', 'ask', 'ask', 'review'],
    ['configuration', 'ask', 'reject', 'review'],
    ['controls', 'ask', 'reject', 'review'],
    ['tampering', 'ask', 'ask', 'review'],
    ['test_detection', 'accept', 'accept', 'accept'],
    ['unproven', 'accept', 'send_back', 'send_back'],
    ['not_testable', 'accept', 'accept', 'accept'],
    ['no_test_command', 'accept', 'ask', 'accept'],
    ['surface_modified', 'accept', 'accept', 'accept'],
    ['flaky', 'accept', 'accept', 'accept'],
    ['failed_before', 'accept', 'accept', 'accept'],
    ['proves_nothing', 'accept', 'accept', 'accept'],
    ['weak_red', 'accept', 'accept', 'accept'],
    ['not_probed', 'accept', 'accept', 'accept'],
    ['not_measured', 'accept', 'accept', 'accept'],
    ['restored_files', 'accept', 'accept', 'accept'],
  ])('%s: %s, %s, %s', (code, ...expected) => {
    expect(verdicts(proofFinding.parse(FINDINGS[code]))).toEqual(expected);
  });

  test.each<Row>([
    ['superseded', 'ask', 'ask', 'review'],
    ['unproven', 'accept', 'reject', 'accept'],
    ['deliverables_missing', 'accept', 'accept', 'review'],
  ])('%s that was sent back before: %s, %s, %s', (code, ...expected) => {
    expect(verdicts(FINDINGS[code], { sentBack: new Set([code]) })).toEqual(expected);
  });

  test.each<Row>([
    ['superseded', 'ask', 'ask', 'review'],
    ['configuration', 'ask', 'ask', 'review'],
    ['controls', 'ask', 'ask', 'review'],
  ])('%s that was named before: %s, %s, %s', (code, ...expected) => {
    expect(verdicts(FINDINGS[code], { named: new Set(['test/a.test.js']) })).toEqual(expected);
  });

  test('a test that the change itself made flaky is refused where nobody is asked', () => {
    expect(verdicts({ code: 'newly_flaky', tests: ['a'], own: true })).toEqual(['ask', 'reject', 'reject']);
  });

  test('fewer tests than were collected, and code that could be why, is looked at', () => {
    expect(verdicts({ code: 'test_detection', items, fewer: true })).toEqual(['accept', 'accept', 'review']);
  });

  test('code that nothing proves is held against what the task says, once it was sent back', () => {
    const more = { sentBack: new Set(['unproven']), hasAcceptance: true };
    expect(verdicts(FINDINGS.unproven, more)).toEqual(['accept', 'reject', 'review']);
    expect(verdicts(FINDINGS.unproven, { ...more, letPass: new Set(['unproven']) })).toEqual([
      'accept',
      'accept',
      'accept',
    ]);
  });

  test('prose where code was asked for is looked at', () => {
    expect(verdicts({ code: 'not_testable', files: ['a.md'], prose: true })).toEqual(['ask', 'accept', 'review']);
  });

  test('a project says what is done with superseded tests of a task list', () => {
    expect(verdicts(FINDINGS.superseded, { superseded: 'reject' })).toEqual(['ask', 'send_back', 'reject']);
    expect(verdicts(FINDINGS.superseded, { superseded: 'ask' })).toEqual(['ask', 'send_back', 'ask']);
  });
});

describe('what was allowed', () => {
  const allowed: AllowedItem[] = [{ code: 'superseded', key: ITEM.key, before: 'aa', after: 'bb' }];

  test('in steps one after the other is allowed for whoever sees them as one', () => {
    const step = (before: string, after: string): AllowedItem => ({ code: 'superseded', key: ITEM.key, before, after });
    const verdict = (...steps: AllowedItem[]) =>
      judgeChange([FINDINGS.superseded], context('auto', { allowed: steps })).verdict;
    expect(verdict(step('xx', 'bb'), step('aa', 'xx'))).toBe('accept');
    expect(verdict(step('aa', 'xx'), step('yy', 'bb'))).toBe('review');
    expect(verdict(step('bb', 'aa'))).toBe('review');
  });

  test('stays allowed, and is listed', () => {
    const judged = judgeChange([FINDINGS.superseded], context('auto', { allowed }));
    expect(judged).toEqual({ verdict: 'accept', reasons: [], listed: [FINDINGS.superseded] });
  });

  test.each([
    ['another content', { ...ITEM, after: 'cc' }],
    ['another old content', { ...ITEM, before: 'cc' }],
    ['another test', { ...ITEM, key: 'test/a.test.js > subtracts' }],
  ])('says nothing of %s', (_, other) => {
    const finding: ProofFinding = { code: 'superseded', items: [ITEM, other] };
    const judged = judgeChange([finding], context('auto', { allowed }));
    expect(judged).toMatchObject({ verdict: 'review', reasons: [{ items: [other] }] });
  });

  test('says nothing of another kind of finding', () => {
    expect(judgeChange([FINDINGS.lost_demand], context('auto', { allowed })).verdict).toBe('review');
  });
});

describe('several findings', () => {
  test('the strongest verdict holds, and the reasons are those that it is for', () => {
    const findings = [FINDINGS.superseded, FINDINGS.new_failures, FINDINGS.flaky];
    expect(judgeChange(findings, context('auto'))).toEqual({
      verdict: 'reject',
      reasons: [FINDINGS.new_failures],
      listed: [FINDINGS.flaky],
    });
  });

  test('what would be reviewed is asked with the rest', () => {
    const findings = [FINDINGS.superseded, FINDINGS.lost_demand];
    const judged = judgeChange(findings, context('auto', { superseded: 'ask' }));
    expect(judged).toMatchObject({ verdict: 'ask', reasons: findings });
  });

  test('nothing found is accepted', () => {
    expect(judgeChange([], context('session'))).toEqual({ verdict: 'accept', reasons: [], listed: [] });
  });
});
