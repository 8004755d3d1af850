import { describe, expect, it } from 'vitest';
import { findingText } from '../../src/engine/run-documents/finding-text.ts';
import { logText } from '../../src/engine/run-documents/log.ts';
import { line } from '../../src/engine/run-documents/markdown.ts';
import { reviewText } from '../../src/engine/run-documents/review.ts';
import { summaryText } from '../../src/engine/run-documents/summary.ts';
import { en } from '../../src/i18n/en/index.ts';
import { ko } from '../../src/i18n/ko/index.ts';
import type { Judgement, RunFinding } from '../../src/workflows/run/judgement.ts';
import { consultation, everyFinding, evidence, log, passed, review, summary } from '../support/run-facts.ts';

describe('a finding', () => {
  it.each(everyFinding.map((finding) => [finding.code, finding] as const))('%s is one sentence', (_, finding) => {
    for (const words of [en, ko]) {
      const text = findingText(finding, words);
      expect(text).not.toMatch(/undefined|\[object|\n/);
      expect(text.length).toBeGreaterThan(5);
    }
    expect(findingText(finding, ko)).toMatch(/[가-힣]/);
    expect(findingText(finding, en)).not.toMatch(/[가-힣]/);
  });

  it.each([
    [{ code: 'tests_red', failed: 3, names: ['adds', 'takes'], more: 0 }, '3 tests fail, among them: adds, takes'],
    [{ code: 'tests_red', failed: 1, names: ['adds'], more: 0 }, '1 test fails: adds'],
    [{ code: 'tests_red', failed: 0, names: [], more: 0 }, 'the test run was aborted'],
    [{ code: 'tests_gone', names: ['old one'], more: 4 }, 'existing tests no longer run: old one and 4 more'],
    [{ code: 'coverage_low', coverage: 79.96, needed: 80 }, 'coverage is 79.9 %; 80 % is required'],
    [{ code: 'build_red', command: 'make', exit_code: null }, 'the build fails: make (ended by a signal)'],
  ] satisfies [RunFinding, string][])('%j', (finding, said) => {
    expect(findingText(finding, en)).toBe(said);
  });
});

describe('review.md', () => {
  it('says what was measured, where the numbers are from, and what comes next', () => {
    const text = reviewText(review, en);
    expect(text).toContain('**Verdict: PASS** · round 1 of 3');
    expect(text).toContain('12 tests: 11 passed, 0 failed, 1 skipped');
    expect(text).toContain("Numbers from the runner's JUnit report");
    expect(text).toContain('Coverage: 79.9 % of the changed lines');
    expect(text).toContain(evidence.tree);
    expect(text).toContain('> Every criterion holds.');
    expect(text).toContain('`orchestral review run-20240115-143022`');
    expect(text).not.toContain('overruled');
  });

  it('names each reason a PASS was overruled for', () => {
    const text = reviewText({ ...review, judgement: { ...passed, verdict: 'FAIL', findings: [...everyFinding] } }, en);
    expect(text).toContain('The Gatekeeper said PASS. **Orchestral overruled it: FAIL**');
    for (const finding of everyFinding) expect(text).toContain(line(findingText(finding, en)));
    expect(text).toContain('round 2 of 3 starts');
  });

  it.each([
    ['FAIL', 3, 'That was the last of 3 rounds'],
    ['FAIL', 2, 'round 3 of 3 starts'],
    ['NEEDS_HUMAN', 3, '`orchestral answer`'],
  ] as const)('%s in round %d', (verdict, iteration, next) => {
    expect(reviewText({ ...review, iteration, judgement: { ...passed, verdict } }, en)).toContain(next);
  });

  it('lists issues by severity, with their place', () => {
    const issues: Judgement['issues'] = [
      { severity: 'minor', file: null, line: null, message: 'a name' },
      { severity: 'critical', file: 'src/a.ts', line: 7, message: 'off by one' },
    ];
    const text = reviewText({ ...review, judgement: { ...passed, issues } }, en);
    expect(text.indexOf('`src/a.ts:7`: off by one')).toBeGreaterThan(text.indexOf('**Critical** (1)'));
    expect(text.indexOf('**Minor** (1)')).toBeGreaterThan(text.indexOf('**Critical** (1)'));
  });

  it('shows the reviewer changed tests, dependencies and what became red', () => {
    const against = {
      ...evidence,
      failures: Array.from({ length: 23 }, (_, n) => ({ test: `test ${n}`, reason: 'was 3' })),
      gone: { names: ['old'], more: 2 },
      changed_tests: { names: ['test/a.test.ts'], more: 0 },
      dependencies: [{ manifest: 'package.json', name: 'left-pad' }],
    };
    const text = reviewText({ ...review, evidence: against }, en);
    for (const said of [
      '`test 0`: was 3',
      'and 3 more',
      'and 2 more',
      '`test/a.test.ts`',
      '`left-pad` (`package.json`)',
    ])
      expect(text).toContain(said);
  });

  it('works where nothing was built and nobody asked', () => {
    const judgement: Judgement = {
      ...passed,
      verdict: 'FAIL',
      said: null,
      reason: '',
      findings: [{ code: 'empty_diff' }],
    };
    const text = reviewText({ ...review, judgement, evidence: null }, en);
    expect(text).toContain('the work changes nothing');
    expect(text).toContain('The Gatekeeper was not asked');
  });
});

describe('summary.md', () => {
  it('has what a reviewer needs', () => {
    const text = summaryText(summary, en);
    for (const said of [
      '2 rounds, finished 2024-01-15 15:00:00 UTC',
      'Commit `abc1234`, on branch `orchestral/run-20240115-143022`, to be merged into `main`',
      '`orchestral approve run-20240115-143022`',
      '`orchestral reject run-20240115-143022 --reason',
      '> Requests are limited.',
      '3 files, +31 −2 lines',
      '- `src/한글 파일.ts` +30 −0, new',
      '- `logo.png` binary',
      '- `b.ts` +1 −2, renamed, was `a.ts`',
      'Which limit? → **A: 60 a minute** (`vcr-001`, asked by refiner)',
      'Why: simple first',
      'Notes: per user later',
      '> Every criterion holds.',
      '| builder | 2 | 1 h 1 min | 1,234,567 | 890 | $0.50 |',
      '| verifier | 1 | 900 ms | 10 | 20 | not reported |',
      '| **All** | 3 |',
    ])
      expect(text).toContain(said);
    expect(text).not.toContain('rehearsal');
  });

  it('says it when coverage was not measured, nobody was asked, git is absent, agents were played', () => {
    const text = summaryText(
      {
        ...summary,
        evidence: { ...evidence, coverage: null, coverage_of: null, source: 'exit-code' },
        consultations: [],
        git: null,
        isRehearsal: true,
      },
      en,
    );
    for (const said of ['not measured, so it is not required', 'the exit code alone', 'No questions were asked'])
      expect(text).toContain(said);
    expect(text).toContain('approving copies the files');
    expect(text).toContain('This is a rehearsal');
  });

  it('takes words of a person’s own for the decision', () => {
    const vcr = { ...consultation.vcr, decision: 'other', additional_notes: 'ask again in May' };
    const other = { ...consultation, vcr: vcr as NonNullable<typeof consultation.vcr>, by_precedent: true };
    expect(summaryText({ ...summary, consultations: [other] }, en)).toContain(
      '→ **ask again in May** (`vcr-001`, answered by a decision of an earlier run)',
    );
  });

  it('folds many files by folder, and counts them all', () => {
    const changed = Array.from({ length: 500 }, (_, n) => ({
      kind: 'added' as const,
      path: n === 0 ? 'root.ts' : `src/part${n % 70}/deep${n}/f.ts`,
      mode: '100644',
      objects: { before: null, after: null },
      added: n % 10 === 9 ? null : 1,
      deleted: n % 10 === 9 ? null : 0,
    }));
    const text = summaryText({ ...summary, changed }, en);
    expect(text).toContain('500 files, +450 −0 lines');
    expect(text).toContain('- in the root: 1 file, +1 −0');
    expect(text).toContain('- `src/`: 499 files, +449 −0, binary: 50');
    expect(text.split('\n').length).toBeLessThan(120);
  });

  it('shows 50 files, each, and the first lines of a long brief', () => {
    const changed = Array.from({ length: 50 }, (_, n) => ({
      kind: 'added' as const,
      path: `f${n}`,
      mode: '',
      objects: { before: null, after: null },
      added: 1,
      deleted: 0,
    }));
    const refined = Array.from({ length: 40 }, (_, n) => (n % 5 === 4 ? '' : `line ${n}`)).join('\n');
    const text = summaryText({ ...summary, changed, refined }, en);
    expect(text).toContain('- `f49` +1 −0, new');
    expect(text).toContain('> line 8\n>\n> …');
    expect(text).not.toContain('line 10');
  });
});

describe('log.md', () => {
  it('has the reasons, and what they took', () => {
    const text = logText(log, en);
    expect(text).toContain('# Log of the builder');
    expect(text).toContain('2024-01-15 15:00:00 UTC, round 2 of 3');
    expect(text).toContain('claude, sonnet');
    expect(text).toContain('1 min 1 s, 12,345 tokens in, 67 out, $0.0123');
    expect(text).toContain('> Took a **map**, because …');
    expect(text).not.toContain('Done.');
  });

  it('has the last words of an agent that gave no reasons', () => {
    expect(logText({ ...log, log: null }, en)).toContain('It left no log. The last thing it said:\n\n> Done.');
    expect(logText({ ...log, log: ' ', text: '' }, en)).toContain('It said nothing.');
  });
});

describe('in Korean', () => {
  it.each([
    ['review.md', reviewText(review, ko), '판정: PASS'],
    ['summary.md', summaryText(summary, ko), '병합 준비 완료'],
    ['log.md', logText(log, ko), 'builder 로그'],
  ])('%s', (_, text, said) => {
    expect(text).toContain(said);
    expect(text).not.toMatch(/undefined|\[object/);
    const headings = text.split('\n').filter((each) => each.startsWith('#'));
    for (const heading of headings) expect(heading).toMatch(/[가-힣]/);
  });
});
