import { expect, test } from 'vitest';
import type { ChangePart } from '../../../src/languages/change-class.ts';
import {
  changedFileFindings,
  disagreementFindings,
  type RunAccounts,
  unreachedFindings,
} from '../../../src/workflows/proof/run-accounts.ts';

const counts = { total: 3, passed: 3, failed: 0, skipped: 0 };
const good: RunAccounts = { exit_code: 0, counts, printed: counts, disagreement: [], loaded: ['src/a.js', 'src/b.js'] };
const codes = (findings: readonly { readonly code: string }[]): string[] => findings.map(({ code }) => code);

test.each<[string, readonly string[], readonly string[][], string[]]>([
  ['agrees', [], [[]], []],
  ['contradicts itself', [], [['printed_differs']], ['report_disagrees']],
  ['contradicts itself in one part', [], [[], ['not_ended']], ['report_disagrees']],
  ['contradicts itself as ever', ['printed_differs'], [['printed_differs']], []],
  ['contradicts itself in one more way', ['printed_differs'], [['printed_differs', 'silent']], ['report_disagrees']],
])('a candidate that %s', (_, baseline, candidate, found) => {
  const accounts = {
    baseline: { ...good, disagreement: baseline },
    candidate: candidate.map((disagreement) => ({ ...good, disagreement })),
  };
  expect(codes(disagreementFindings(accounts))).toEqual(found);
});

test('both texts of a contradiction are told', () => {
  const printed = { ...counts, passed: 1, failed: 2 };
  const candidate = [{ ...good, exit_code: 1, printed, disagreement: ['printed_differs'] }];
  expect(disagreementFindings({ baseline: good, candidate })).toEqual([
    {
      code: 'report_disagrees',
      report: '3 passed, 0 failed, 0 skipped',
      printed: 'exit 1; 1 passed, 2 failed, 0 skipped; printed_differs',
    },
  ]);
});

test.each<[string, 'set-up' | 'tests', 'changed' | 'rewritten', boolean, string[]]>([
  ['set-up changed, and that tests need', 'set-up', 'changed', true, ['needs_changed_files']],
  ['set-up changed', 'set-up', 'changed', false, ['restored_files']],
  ['tests changed while others fail', 'tests', 'changed', true, ['restored_files']],
  ['set-up wrote as they were', 'set-up', 'rewritten', true, []],
])('files that %s', (_, by, kind, fails, found) => {
  const candidate = [{ ...good, tracked_changes: [{ path: 'src/a.js', by, kind }] }];
  expect(codes(changedFileFindings({ candidate }, fails))).toEqual(found);
});

const part: ChangePart = { path: 'src/a.js', kind: 'modified', class: 'product', before: '1', after: '2' };
const isLoadable = (path: string): boolean => path.endsWith('.js');

test.each<[string, Partial<ChangePart>, RunAccounts['loaded'], RunAccounts['loaded'], string[]]>([
  ['still loaded', {}, ['src/a.js'], ['src/a.js'], []],
  ['no longer loaded', {}, ['src/a.js'], ['src/b.js'], ['unreached']],
  ['never loaded', {}, ['src/b.js'], ['src/b.js'], []],
  ['new', { kind: 'added' }, ['src/a.js'], [], []],
  ['no code', { path: 'a.sql' }, ['a.sql'], [], []],
  ['a test', { class: 'test' }, ['src/a.js'], [], []],
  ['loaded by nobody knows whom', {}, null, ['src/a.js'], ['not_measured']],
  ['perhaps loaded now', {}, ['src/a.js'], null, ['not_measured']],
])('a changed file that is %s', (_, changed, before, after, found) => {
  const accounts = { baseline: { ...good, loaded: before }, candidate: [{ ...good, loaded: after }] };
  expect(codes(unreachedFindings(accounts, [{ ...part, ...changed }], isLoadable))).toEqual(found);
});
