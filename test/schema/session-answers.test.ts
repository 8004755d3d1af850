import { describe, expect, it } from 'vitest';
import { en } from '../../src/i18n/en/index.ts';
import { ko } from '../../src/i18n/ko/index.ts';
import { formatProblem } from '../../src/i18n/format-problem.ts';
import { decodeAny, encodeAny } from '../../src/schema/codec-any.ts';
import {
  completeDesignContract,
  completeExplored,
  completeTaskBreakdown,
  completeTestContract,
  completeTestResult,
} from '../../src/schema/contracts/answers.ts';
import {
  wantedDesignContract,
  wantedExplored,
  wantedJudgements,
  wantedTaskBreakdown,
  wantedTestContract,
  wantedTestResult,
} from '../../src/schema/contracts/wanted-answers.ts';
import type { DocumentName } from '../../src/schema/documents.ts';
import type { Wanted } from '../../src/schema/wanted.ts';
import { fixtureOf } from './fixtures.ts';
import { fits, type JsonSchema } from './json-schema-check.ts';

const head = { request_id: 'R7', created_at: '2024-01-15T10:00:00Z', task_id: 'T3', subtask_id: 'T3-S2' };
const project_manifest = { claude_md: '/p/CLAUDE.md', agents_md: null };

const explore = wantedExplored();
const plan = wantedTaskBreakdown();
const design = wantedDesignContract({ task_name: 'a API 구현' });
const write = wantedTestContract({ subtask_name: '테스트 작성' });
const verify = wantedTestResult();
const judge = wantedJudgements(['INV-1', 'INV-3']);

const HEAD = ['version', 'request_id', 'task_id', 'subtask_id', 'created_at', 'created_by'];

/** The specification's sample, as its agent gives it. */
function answerOf(name: DocumentName, ...added: readonly string[]): Record<string, unknown> {
  const fields = Object.entries(fixtureOf(name).value as object);
  return Object.fromEntries(fields.filter(([field]) => ![...HEAD, ...added].includes(field)));
}

const explored = answerOf('explored', 'project_manifest');
const breakdown = answerOf('task-breakdown', 'original_request');
const contract = answerOf('design-contract');
const tests = answerOf('test-contract');
const result = answerOf('test-result');
const judgement = { invariant: 'INV-1', holds: true, file: 'src/a.ts', quote: 'const a = 1;', reason: 'r' };
const judged = { judgements: [judgement, { ...judgement, invariant: 'INV-3', holds: false }] };

function given<T>(wanted: Wanted<T>, value: unknown): T {
  const checked = wanted.check(value);
  if (!checked.ok) throw new Error(JSON.stringify(checked.error));
  return checked.value;
}

/** What is wrong with an answer, as `path kind-or-rule`. */
function wrong(wanted: Wanted<unknown>, answer: unknown): string[] {
  const checked = wanted.check(answer);
  if (checked.ok) return [];
  return checked.error.map(
    ({ path, expected }) => `${path} ${expected.kind === 'rule' ? expected.rule : expected.kind}`,
  );
}

const completed = {
  explored: () => completeExplored(given(explore, explored), { ...head, project_manifest }),
  'task-breakdown': () => completeTaskBreakdown(given(plan, breakdown), { ...head, original_request: '해줘' }),
  'design-contract': () => completeDesignContract(given(design, contract), head),
  'test-contract': () => completeTestContract(given(write, tests), head),
  'test-result': () => completeTestResult(given(verify, result), head),
} as const;

describe.each(Object.keys(completed) as (keyof typeof completed)[])('the answer that becomes %s', (name) => {
  const ids = name === 'explored' || name === 'task-breakdown' ? {} : { task: 'T3' };
  const place = { request: 'R7', ...ids, ...(name.startsWith('test-') ? { subtask: 'T3-S2' } : {}) };

  it('is a valid document at its place once Orchestral has added what it knows', () => {
    const document = completed[name]();
    const read = decodeAny(name, encodeAny(name, document), place);
    expect(read).toEqual({ ok: true, value: document });
    // In the order of the specification's samples.
    expect(Object.keys(document).slice(0, 2)).toEqual(['version', 'request_id']);
    expect(Object.keys(document).toSorted()).toEqual(Object.keys(fixtureOf(name).value as object).toSorted());
  });
});

const all = [
  ['explored', explore, explored],
  ['task-breakdown', plan, breakdown],
  ['design-contract', design, contract],
  ['test-contract', write, tests],
  ['test-result', verify, result],
  ['judgements', judge, judged],
] as const;

describe.each(all)('the answer %s', (_, wanted: Wanted<unknown>, answer) => {
  it('is strict, and leaves to Orchestral what is Orchestral’s', () => {
    expect(wrong(wanted, answer)).toEqual([]);
    for (const field of [...HEAD, 'project_manifest', 'original_request'])
      expect(wrong(wanted, { ...answer, [field]: 1 })).toEqual([`${field} unknown_field`]);
    for (const [field] of Object.entries(answer)) {
      const { [field]: gone, ...rest } = answer as Record<string, unknown>;
      expect(gone).toBeDefined();
      expect(wrong(wanted, rest)).toEqual([`${field} missing`]);
    }
    for (const value of [null, 'text', [], 7]) expect(wrong(wanted, value)).toEqual([' type']);
  });

  it('fits the schema that the agent is given, which names no draft', () => {
    expect(wanted.jsonSchema).not.toHaveProperty('$schema');
    expect(fits(wanted.jsonSchema as JsonSchema, answer)).toBe(true);
    expect(fits(wanted.jsonSchema as JsonSchema, { ...answer, version: 1 })).toBe(false);
  });
});

const outside = ['/etc/passwd', '../a.ts', 'src/../../a.ts', 'C:/a.ts', 'src\\a.ts', '~/a.ts', '', ' ', '.', 'a\n.ts'];
const ours = ['.git/hooks/pre-commit', './.git/config', '.claude/orchestrator/x.ts', '.orchestral/prompts/a.md'];

it.each([...outside, ...ours])('no path leads out of the project, or to what is not the agents’: %j', (path) => {
  expect(wrong(explore, { ...explored, explored_files: [{ path, summary: 's' }] })).toEqual([
    'explored_files[0].path outside-project',
  ]);
  const ref = { entity: 'A', path, status: 'to_create' };
  expect(wrong(design, { ...contract, file_refs: [ref] })).toEqual(['file_refs[0].path outside-project']);
  expect(wrong(write, { ...tests, test_file_path: path })).toEqual(['test_file_path outside-project']);
  expect(wrong(wantedJudgements(['INV-1']), { judgements: [{ ...judgement, file: path }] })).toEqual([
    'judgements[0].file outside-project',
  ]);
});

it('a path stands in the document as git spells it', () => {
  const test = completeTestContract(given(write, { ...tests, test_file_path: './test//a.test.ts' }), head);
  expect(test.test_file_path).toBe('test/a.test.ts');
  const files = [{ path: './src/한글 파일..ts', summary: 's' }];
  const found = completeExplored(given(explore, { ...explored, explored_files: files }), { ...head, project_manifest });
  expect(found.explored_files[0]?.path).toBe('src/한글 파일..ts');
  const refs = [{ entity: 'A', path: './.github/workflows/ci.yml', status: 'to_modify' }];
  const designed = completeDesignContract(given(design, { ...contract, file_refs: refs }), head);
  expect(designed.file_refs[0]?.path).toBe('.github/workflows/ci.yml');
});

describe('the Planner’s answer', () => {
  const subtask = (id: string, more = {}) => ({ id, name: 'n', description: 'd', ...more });
  const task = (id: string, more = {}) => ({ id, name: 'n', objective: 'o', subtasks: [subtask(`${id}-S1`)], ...more });
  const planned = (tasks: readonly object[], task_order: readonly string[]) =>
    wrong(plan, { objective: 'o', tasks, assumptions: [], task_order });

  it('has ids that belong together', () => {
    expect(planned([task('T1'), task('T2')], ['T2', 'T1'])).toEqual([]);
    expect(planned([task('T1'), task('T1')], ['T1'])).toEqual(['tasks[1].id duplicate-id']);
    expect(planned([task('T1'), task('T2')], ['T1'])).toEqual(['tasks[1].id missing-from-order']);
    expect(planned([task('T1')], ['T1', 'T1'])).toEqual(['task_order[1] order-has-duplicate']);
    expect(planned([task('T1')], ['T1', 'T9'])).toEqual(['task_order[1] unknown-task']);
    expect(planned([task('T1', { subtasks: [subtask('T11-S1')] })], ['T1'])).toEqual([
      'tasks[0].subtasks[0].id outside-its-task',
    ]);
    expect(planned([task('T1', { subtasks: [subtask('T1-S1'), subtask('T1-S1')] })], ['T1'])).toEqual([
      'tasks[0].subtasks[1].id duplicate-id',
    ]);
    expect(planned([task('T1.2', { subtasks: [subtask('S1')] })], ['T1.2'])).toEqual([
      'tasks[0].id pattern',
      'tasks[0].subtasks[0].id pattern',
      'task_order[0] pattern',
    ]);
  });

  it('has something to do', () => {
    expect(planned([], [])).toEqual(['tasks length']);
    expect(planned([task('T1', { subtasks: [] })], ['T1'])).toEqual(['tasks[0].subtasks length']);
    expect(planned([task('T1', { name: ' ', subtasks: [subtask('T1-S1', { description: '' })] })], ['T1'])).toEqual([
      'tasks[0].name needs-text',
      'tasks[0].subtasks[0].description needs-text',
    ]);
  });
});

it('the Architect’s answer is about this task, with invariants that say something', () => {
  expect(wrong(design, { ...contract, task_name: 'another' })).toEqual(['task_name one_of']);
  expect(wrong(design, { ...contract, task_name: 'a API 구현'.normalize('NFD') })).toEqual([]);
  const invariants = [
    { id: 'INV-1', rule: 'r' },
    { id: 'INV-1', rule: 'r' },
  ];
  expect(wrong(design, { ...contract, invariants })).toEqual(['invariants[1].id duplicate-id']);
  expect(wrong(design, { ...contract, invariants: [{ id: 'INV-1', rule: ' ' }] })).toEqual([
    'invariants[0].rule needs-text',
  ]);
});

it('the test contract is about this subtask, and its cases can be told apart', () => {
  const [first] = tests['test_cases'] as object[];
  expect(wrong(write, { ...tests, subtask_name: 'another' })).toEqual(['subtask_name one_of']);
  expect(wrong(write, { ...tests, test_cases: [first, first] })).toEqual(['test_cases[1].id duplicate-id']);
  // It would be found in every file.
  expect(wrong(write, { ...tests, test_cases: [{ ...first, name: ' ' }] })).toEqual(['test_cases[0].name needs-text']);
  expect(wrong(write, { ...tests, test_cases: [], test_file_path: '' })).toEqual([]);
  expect(wrong(write, { ...tests, test_cases: [], test_file_path: '../x' })).toEqual([
    'test_file_path outside-project',
  ]);
});

it('the test result adds up and gives its reason', () => {
  const summary = { total: 3, passed: 1, failed: 1, skipped: 0 };
  expect(wrong(verify, { ...result, summary })).toEqual(['summary.total does-not-add-up']);
  expect(wrong(verify, { ...result, recommendation: { action: 'retry_design', reason: '' } })).toEqual([
    'recommendation.reason needs-text',
  ]);
  expect(wrong(verify, { ...result, recommendation: { action: 'give_up', reason: 'r' } })).toEqual([
    'recommendation.action one_of',
  ]);
});

describe('judgements', () => {
  it('are one of each invariant that was asked for, with a quote', () => {
    const [first, second] = judged.judgements;
    expect(wrong(judge, { judgements: [first] })).toEqual(['judgements not-judged']);
    expect(wrong(judge, { judgements: [first, second, first] })).toEqual(['judgements[2].invariant duplicate-id']);
    expect(wrong(judge, { judgements: [first, second, { ...judgement, invariant: 'INV-2' }] })).toEqual([
      'judgements[2].invariant one_of',
    ]);
    expect(wrong(judge, { judgements: [first, { ...second, quote: ' \n' }] })).toEqual([
      'judgements[1].quote needs-text',
    ]);
  });
});

describe('what no document can hold is not accepted', () => {
  it('more than may be read again, in bytes', () => {
    const files = (summary: string) => ({ ...explored, explored_files: [{ path: 'a.ts', summary }] });
    expect(wrong(explore, files('a'.repeat(200 * 1024)))).toEqual([]);
    expect(wrong(explore, files('a'.repeat(256 * 1024)))).toEqual([' too_large']);
    expect(wrong(explore, files('가'.repeat(100 * 1024)))).toEqual([' too_large']);
  });

  it('names that mean something else to programs', () => {
    const folders = JSON.parse('{"constructor": "x"}') as object;
    expect(wrong(explore, { ...explored, directory_structure: folders })).toEqual([
      'directory_structure.constructor syntax',
    ]);
  });

  it('but whatever text there is can be', () => {
    const hostile = [
      '- a: b',
      '# c',
      '\u0000\u001b[31m',
      'a\r\nb',
      '---\n...\n',
      '&x *y !z',
      ' lead\n\ttab ',
      '\ud800',
    ];
    for (const summary of hostile)
      expect(wrong(explore, { ...explored, explored_files: [{ path: 'a.ts', summary }] }), summary).toEqual([]);
  });
});

it.each([
  [plan, { ...breakdown, objective: '' }, 'some text'],
  [write, { ...tests, test_file_path: '/a' }, 'the path of a file inside the project'],
  [judge, { judgements: [judgement] }, 'there is none of INV-3'],
  [design, { ...contract, task_name: 'x' }, '"a API 구현"'],
] as const)('what is wrong is said so that an agent can put it right', (wanted: Wanted<unknown>, answer, said) => {
  const checked = wanted.check(answer);
  const [problem] = checked.ok ? [] : checked.error;
  if (problem === undefined) throw new Error('nothing is wrong');
  expect(formatProblem(problem, en)).toContain(said);
  expect(formatProblem(problem, ko)).toMatch(/[가-힣]/);
});
