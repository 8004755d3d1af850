import { describe, expect, test } from 'vitest';
import type { ProofFinding } from '../../../src/schema/proof-finding.ts';
import type { ChangeToJudge } from '../../../src/workflows/session/change-verdict.ts';
import type { GateFinding } from '../../../src/workflows/session/gate-findings.ts';
import { type GateVerdict, isLastOfTask, judgeGate } from '../../../src/workflows/session/gates.ts';
import type { Gate } from '../../../src/workflows/session/session-state.ts';

const RAN = { code: 'ran', command: 'npm test', ending: 'exit 1', passed: 0, total: 2, failed: 2 } as const;
const RAN_LINE = 'npm test (exit 1): 0 of 2 passed, 2 failed';
const CASES = [
  { id: 'TC-1', status: 'failed' as const },
  { id: 'TC-2', status: 'skipped' as const },
];
const rule = { about: 'invariant', rule: 'INV-1' } as const;
const scope = { about: 'scope', rule: 'SCOPE-1' } as const;
const quoted = { file: 'a.js', quote: 'export const a' };

interface Expected {
  readonly state: 'passed' | 'failed' | 'waived';
  readonly strength?: readonly string[];
  readonly lines: readonly string[];
  readonly back_to?: GateVerdict['back_to'];
}

const judged = (gate: Gate, findings: readonly GateFinding[], strayed = 0) =>
  judgeGate({ gate, findings: [...findings], tree: 't1', strayed });

/** By gate: what was found → what it comes to. */
const table: Readonly<Record<Gate, readonly (readonly [readonly GateFinding[], Expected])[]>> = {
  'GATE-1': [
    [[{ code: 'no_cases' }], { state: 'waived', lines: ['no test cases: no code changes'] }],
    [
      [{ code: 'test_file_missing', file: 'a.test.js' }],
      { state: 'failed', lines: ['a.test.js is not there'], back_to: 'write' },
    ],
    [
      [{ code: 'cases_missing', file: 'a.test.js', ids: ['TC-1', 'TC-2'] }],
      { state: 'failed', lines: ['TC-1 is not in a.test.js', 'TC-2 is not in a.test.js'], back_to: 'write' },
    ],
    [
      [RAN, { code: 'red_by_case', cases: CASES }],
      { state: 'passed', strength: ['case'], lines: [RAN_LINE, 'TC-1: failed', 'TC-2: skipped'] },
    ],
    [
      [RAN, { code: 'red_by_case', cases: [] }, { code: 'weak_run' }],
      { state: 'passed', strength: ['case', 'weak'], lines: [RAN_LINE] },
    ],
    [
      [RAN, { code: 'red_by_load', missing: ['src/a.js', 'b'] }],
      {
        state: 'passed',
        strength: ['load'],
        lines: [RAN_LINE, 'cannot be loaded before these are there: src/a.js, b'],
      },
    ],
    [
      [{ code: 'passes_before', ids: ['TC-1'] }],
      {
        state: 'failed',
        lines: ['TC-1 passes before anything is implemented, and so proves nothing'],
        back_to: 'write',
      },
    ],
    [
      [{ code: 'load_failure', missing: ['left-pad'], tail: 'its last words' }],
      {
        state: 'failed',
        lines: ['the test file cannot be loaded, and no implementation would mend that: left-pad', 'its last words'],
        back_to: 'write',
      },
    ],
    [
      [RAN, { code: 'weak_red_by_load', missing: ['Cart'] }],
      { state: 'passed', strength: ['weak'], lines: [RAN_LINE, 'cannot be compiled before these are there: Cart'] },
    ],
    [
      [RAN, { code: 'characterised', ids: ['TC-1'] }],
      {
        state: 'passed',
        strength: ['characterisation'],
        lines: [RAN_LINE, 'TC-1: passes before the implementation, as it must after it'],
      },
    ],
    [
      [{ code: 'characterisation_fails', ids: ['TC-1'] }],
      {
        state: 'failed',
        lines: ['TC-1 is to show what must not change, and does not pass today'],
        back_to: 'write',
      },
    ],
    [
      [{ code: 'superseded_wrong', tests: ['a.test.js: adds'] }],
      {
        state: 'failed',
        lines: ['named as superseded, but there is no such test that passes, or it was left as it is: a.test.js: adds'],
        back_to: 'write',
      },
    ],
    [
      [{ code: 'cases_not_run', ids: ['TC-2'], tail: ' \n' }],
      { state: 'failed', lines: ['TC-2 did not run'], back_to: 'write' },
    ],
  ],
  'GATE-2': [
    [
      [{ code: 'false_numbers', field: 'counts', said: '999', measured: '2' }],
      {
        state: 'failed',
        lines: ['the test result says counts 999, and our own run says 2: report what you saw'],
        back_to: 'verify',
      },
    ],
    [
      [{ code: 'fails_together', tests: ['a'] }],
      {
        state: 'failed',
        lines: ['passes, but not together with the new tests, which change something for others: a'],
        back_to: 'write',
      },
    ],
    [
      [
        { ...RAN, ending: 'exit 0', passed: 2, failed: 0 },
        { code: 'failed_tests', tests: [] },
      ],
      { state: 'passed', lines: ['npm test (exit 0): 2 of 2 passed'] },
    ],
    [
      [{ code: 'weak_run' }, RAN, { code: 'flaky', names: ['old > moody'] }],
      { state: 'passed', strength: ['weak', 'flaky'], lines: [RAN_LINE, 'flaky: old > moody'] },
    ],
    [
      [{ code: 'test_result_missing' }, RAN],
      { state: 'failed', lines: ['there is no valid test result'], back_to: 'implement' },
    ],
    [
      [{ code: 'false_pass' }, { code: 'new_tests_red', cases: CASES, tail: 'the end' }, { code: 'weak_run' }, RAN],
      {
        state: 'failed',
        strength: ['weak'],
        lines: ['the test result says pass, and the tests fail', 'TC-1: failed', 'TC-2: skipped', 'the end'],
        back_to: 'implement',
      },
    ],
    [
      [
        { code: 'test_result_missing' },
        { code: 'new_tests_red', cases: [], tail: 'the end' },
        { code: 'tests_unloadable', missing: ['x'] },
      ],
      { state: 'failed', lines: ['there is no valid test result', 'the end'], back_to: 'write' },
    ],
    [
      [
        { code: 'tests_red', names: ['a'] },
        { code: 'tests_gone', names: ['b'] },
        { code: 'tests_skipped', names: ['c'] },
        { code: 'tests_broke_off' },
        { code: 'fewer_tests', before: 3, now: 2 },
        { code: 'flaky', names: ['d'] },
      ],
      {
        state: 'failed',
        strength: ['flaky'],
        lines: [
          'newly red: a',
          'no longer run: b',
          'skipped now: c',
          'the tests ended in a way that no red test explains',
          'fewer tests ran: 2 instead of 3',
        ],
        back_to: 'implement',
      },
    ],
  ],
  'GATE-3': [
    [[{ code: 'within_scope', paths: ['a.js', 'b.js'] }], { state: 'passed', lines: ['a.js', 'b.js'] }],
    [
      [{ code: 'within_scope', paths: ['a.js'] }, { code: 'scope_unjudged' }],
      { state: 'passed', strength: ['unjudged'], lines: ['a.js'] },
    ],
    [
      [
        { code: 'out_of_scope', files: [{ path: 'docs/x.md', named: 'docs' }] },
        { code: 'frozen_changed', files: [{ path: 'a.test.js', kind: 'test' }] },
        { code: 'outside_scope', paths: ['b.js'] },
        { code: 'within_scope', paths: ['a.js'] },
        { code: 'scope_unjudged' },
      ],
      {
        state: 'failed',
        lines: [
          'docs/x.md is out of scope (docs)',
          'a.test.js may not be changed (test)',
          'b.js is named by neither the brief nor the design',
        ],
        back_to: 'implement',
      },
    ],
  ],
  'GATE-4': [
    [[], { state: 'passed', lines: [] }],
    [
      [{ code: 'rule_holds', ...rule, ...quoted }],
      { state: 'passed', strength: ['judged'], lines: ['INV-1: a.js: export const a'] },
    ],
    [
      [
        {
          code: 'boundaries_crossed',
          imports: [{ file: 'a.js', line: 1, import: './b.js', from: 'mul', to: 'add' }],
        },
        { code: 'interfaces_missing', names: ['Cart'] },
      ],
      {
        state: 'failed',
        lines: ['a.js:1 imports ./b.js: mul may not depend on add', 'Cart is nowhere'],
        back_to: 'design',
      },
    ],
    [
      [
        { code: 'rule_holds', ...rule, ...quoted },
        { code: 'rule_broken', ...rule, reason: 'it does not' },
        { code: 'rule_unquoted', ...rule, why: 'no_file', file: 'x.js' },
      ],
      {
        state: 'failed',
        strength: ['judged'],
        lines: ['INV-1: it does not', 'INV-1: the judgement quotes nothing that is there (no_file, x.js)'],
        back_to: 'design',
      },
    ],
  ],
};

const rows = Object.entries(table).flatMap(([gate, ofGate]) =>
  ofGate.map(([findings, expected]) => ({ gate, findings, expected, codes: findings.map(({ code }) => code).join() })),
);

test.each(rows)('$gate, $codes: $expected.state', ({ gate, findings, expected }) => {
  const { state, strength = [], lines, back_to = null } = expected;
  const verdict = judged(gate as Gate, findings);
  expect(verdict).toMatchObject({ notes: { [gate]: { state, strength, lines, tree: 't1' } }, back_to });
  expect(Object.keys(verdict.notes)).toEqual([gate]);
});

describe('a verdict', () => {
  test('on code without tests is about GATE-1 alone', () => {
    const { notes, back_to } = judged('GATE-3', [
      { code: 'untested_code', paths: ['a.js'] },
      { code: 'outside_scope', paths: ['b.js'] },
      { code: 'within_scope', paths: ['a.js'] },
    ]);
    const lines = ['a.js is code, and there is no test for it'];
    expect({ notes, back_to }).toEqual({
      notes: { 'GATE-1': { state: 'failed', strength: [], lines, tree: 't1' } },
      back_to: 'write',
    });
  });

  test.each([
    [{ code: 'outside_scope', paths: ['b.js'] }, 'GATE-3'],
    [{ code: 'rule_broken', ...scope, reason: 'more' }, 'GATE-4'],
    [{ code: 'rule_unquoted', ...scope, why: 'not_found', file: 'a.js' }, 'GATE-4'],
  ] as const)('on a scope that is left goes to the Implementer once, then to the Architect: %o', (finding, gate) => {
    const found = structuredClone(finding) as GateFinding;
    expect([0, 1, 2].map((strayed) => judged(gate, [found], strayed).back_to)).toEqual([
      'implement',
      'design',
      'design',
    ]);
    expect(judged(gate, [found]).notes['GATE-3']?.state).toBe('failed');
  });

  test('on rules about the scope is about GATE-3, and adds to what was measured of it', () => {
    const findings: GateFinding[] = [
      { code: 'rule_holds', ...rule, ...quoted },
      { code: 'rule_holds', ...scope, ...quoted },
    ];
    const before = { state: 'passed' as const, strength: ['unjudged'], lines: ['a.js'], tree: 't1', at: '' };
    const { notes } = judgeGate(
      { gate: 'GATE-4', findings, tree: 't1', strayed: 0 },
      { 'GATE-3': before, 'GATE-4': before },
    );
    expect(notes).toMatchObject({
      'GATE-4': { state: 'passed', lines: ['INV-1: a.js: export const a'] },
      'GATE-3': { state: 'passed', strength: ['judged'], lines: ['a.js', 'SCOPE-1: a.js: export const a'] },
    });
  });

  test('on both sends a design that does not hold to the Architect first', () => {
    const { notes, back_to } = judged('GATE-4', [
      { code: 'rule_broken', ...scope, reason: 'more' },
      { code: 'rule_broken', ...rule, reason: 'not so' },
    ]);
    expect(back_to).toBe('design');
    expect(Object.entries(notes).map(([gate, note]) => [gate, note.lines])).toEqual([
      ['GATE-4', ['INV-1: not so']],
      ['GATE-3', ['SCOPE-1: more']],
    ]);
  });

  test('names the tests that failed, unless all passed', () => {
    const tests = [{ name: 'a', reason: 'why' }];
    const failed: GateFinding = { code: 'failed_tests', tests };
    expect(judged('GATE-2', [failed, { code: 'tests_broke_off' }]).failed).toEqual(tests);
    expect(judged('GATE-2', [failed]).failed).toEqual([]);
  });

  test('is short', () => {
    const paths = Array.from({ length: 100 }, () => 'x'.repeat(9_000));
    const lines = judged('GATE-3', [{ code: 'outside_scope', paths }]).notes['GATE-3']?.lines ?? [];
    expect([lines.length, lines[0]?.length]).toEqual([40, 2_000]);
  });
});

describe('the proof of a change', () => {
  const NOTHING = { named: [], sent_back: [], let_pass: [], allowed: [], proven: 0 };
  const item = { key: 'a.test.js > adds', file: 'a.test.js', before: '1', after: '2' };
  const superseded: ProofFinding = { code: 'superseded', items: [item] };
  const lost: ProofFinding = { code: 'lost_demand', items: [item] };
  const settings: ProofFinding = {
    code: 'configuration',
    items: [{ ...item, key: 'vitest.config.ts', file: 'vitest.config.ts' }],
  };
  const unproven: ProofFinding = { code: 'unproven', files: ['a.js'] };
  const failing: ProofFinding = { code: 'new_failures', tests: [{ id: 'a', reason: 'why' }] };
  const flaky: ProofFinding = { code: 'flaky', tests: ['moody'] };

  const verdict = (findings: ProofFinding[], given: Partial<ChangeToJudge> = {}, gateFindings: GateFinding[] = []) =>
    judgeGate({
      gate: 'GATE-2',
      findings: gateFindings,
      tree: 't1',
      strayed: 0,
      change: { ...NOTHING, findings, ...given },
    });

  test.each<readonly [string, ProofFinding[], Partial<ChangeToJudge>, object]>([
    ['new failures go to the Implementer', [failing], {}, { back_to: 'implement', gate: 'failed' }],
    ['superseded tests that nobody named go to QA', [superseded], {}, { back_to: 'write', sent: ['superseded'] }],
    ['told to QA before, they are asked about', [superseded], { sent_back: ['superseded'] }, { asks: ['superseded'] }],
    ['named by QA, they are asked about', [superseded], { named: [item.key] }, { asks: ['superseded'] }],
    [
      'lost demands are asked about with them',
      [superseded, lost],
      { named: [item.key] },
      { asks: ['superseded', 'lost_demand'] },
    ],
    [
      'what was allowed is not asked again',
      [superseded],
      { allowed: [{ code: 'superseded', key: item.key, before: '1', after: '2' }] },
      {},
    ],
    [
      'any other content is a new question',
      [lost],
      { allowed: [{ code: 'lost_demand', key: item.key, before: '1', after: '3' }] },
      { asks: ['lost_demand'] },
    ],
    ['settings that the design does not name are refused', [settings], {}, { back_to: 'implement', gate: 'failed' }],
    [
      'settings that it names are asked about',
      [settings],
      { named: ['vitest.config.ts'] },
      { asks: ['configuration'] },
    ],
    ['a failure weighs more than a question', [failing, lost], {}, { back_to: 'implement', gate: 'failed' }],
    ['flaky tests are listed', [flaky], {}, {}],
    ['no tests at all are asked about once', [{ code: 'no_test_command' }], {}, { asks: ['no_test_command'] }],
    ['and not again', [{ code: 'no_test_command' }], { let_pass: ['no_test_command'] }, {}],
  ])('%s', (_, findings, given, expected) => {
    const { back_to, ask = [], sentBack = [], notes } = verdict(findings, given);
    const {
      back_to: to = null,
      asks = [],
      sent = [],
      gate = sent.length > 0 ? 'failed' : 'passed',
    } = expected as {
      back_to?: string;
      asks?: string[];
      sent?: string[];
      gate?: string;
    };
    expect({ back_to, ask: ask.map(({ code }) => code), sentBack, gate: notes['GATE-2']?.state }).toEqual({
      back_to: to,
      ask: asks,
      sentBack: sent,
      gate,
    });
  });

  test('without a test that fails without it is GATE-1’s, once told and then refused', () => {
    for (const sent_back of [[], ['unproven']]) {
      const { back_to, notes } = verdict([unproven], { sent_back });
      expect([back_to, Object.keys(notes), notes['GATE-1']?.lines]).toEqual([
        'write',
        ['GATE-1'],
        ['no test fails without the change of: a.js'],
      ]);
    }
  });

  test('is not asked about while something else is to be put right', () => {
    const found = verdict([lost], {}, [{ code: 'false_pass' }]);
    expect([found.back_to, found.ask]).toEqual(['implement', undefined]);
  });

  test('says what it takes with a note, and how much is proven', () => {
    const { notes, accepted } = verdict([flaky], { proven: 3 }, [RAN]);
    expect(notes['GATE-2']?.lines).toEqual([RAN_LINE, 'without the change: 3 failing', 'flaky, as before: moody']);
    expect(accepted).toEqual({ listed: [flaky], proven: 3 });
  });
});

test.each([
  [['T1-S1', 'T1-S2'], 'T1-S1', false],
  [['T1-S1', 'T1-S2'], 'T1-S2', true],
])('of %j, %s is the last: %s', (subtask_order, subtask, expected) => {
  expect(isLastOfTask({ subtask_order }, subtask)).toBe(expected);
});
