import { describe, expect, test } from 'vitest';
import { failure, type Failure } from '../../src/base/failure.ts';
import { formatFailure } from '../../src/i18n/catalogue.ts';
import { en } from '../../src/i18n/en/index.ts';
import { ko } from '../../src/i18n/ko/index.ts';
import { type ImportedPlan, importPlan } from '../../src/plans/import/import-plan.ts';
import { readPlan } from '../../src/plans/read-plan.ts';

const list = {
  meta: { projectName: 'Photo\nalbums' },
  tasks: [
    {
      id: 1,
      title: 'Initialise',
      description: 'Set up the structure',
      status: 'done',
      dependencies: [],
      priority: 'high',
      details: 'Create folders.\n\n```sh\nmkdir src\n```\n- [ ] T9: not a task\n~~~\ndeps: [T9]',
      testStrategy: '`npm test` passes',
      subtasks: [{ id: 1, title: 'Folders', status: 'pending', dependencies: [] }],
    },
    {
      id: '2',
      title: 'Sign in (depends on T3)',
      status: 'in-progress',
      dependencies: [1],
      priority: 'medium',
      testStrategy: 'Look at\nthe screen',
      subtasks: [
        { id: 1, title: 'Form', status: 'done', dependencies: [] },
        { id: 2, title: 'Session', status: 'pending', dependencies: [1, '1.1'], details: 'graph TD\nT2 --> T1' },
        { id: 3, title: 'Later', status: 'deferred', dependencies: [2] },
      ],
    },
    { id: 3, title: 'Albums', status: 'pending', dependencies: [2, '2.2', 4, '2.3'] },
    { id: 4, title: 'Old idea', status: 'cancelled', dependencies: [99], subtasks: [{ id: 1, title: 'Its part' }] },
  ],
};

function imported(value: unknown): ImportedPlan {
  const plan = importPlan(JSON.stringify(value));
  if (!plan.ok) throw new Error(JSON.stringify(plan.error));
  return plan.value;
}

function refused(text: string): Failure {
  const plan = importPlan(text);
  if (plan.ok) throw new Error(plan.value.markdown);
  return plan.error;
}

test('subtasks come before their task, which needs them; what is given up is left out', () => {
  const plan = imported(list);
  expect(plan.tasks.map(({ id, needs, completed, needsNoChange }) => [id, needs, completed, needsNoChange])).toEqual([
    ['T1.1', [], true, false],
    ['T1', ['T1.1'], true, true],
    ['T2.1', ['T1'], true, false],
    ['T2.2', ['T2.1', 'T1.1', 'T1'], false, false],
    ['T2', ['T2.1', 'T2.2', 'T1'], false, true],
    ['T3', ['T2', 'T2.2', 'T1'], false, false],
  ]);
  expect(plan.leftOut).toEqual(['T2.3', 'T4.1', 'T4']);
  expect(plan).toMatchObject({ project: 'Photo\nalbums', tag: null, otherTags: [] });
});

test('the file it becomes reads as the same graph, with its words', () => {
  const { markdown, tasks } = imported(list);
  const plan = readPlan(markdown);
  if (!plan.ok) throw new Error(markdown);
  expect(plan.value.project).toBe('Photo albums');
  expect(plan.value.tasks.map(({ id, needs, completed }) => ({ id, needs, completed }))).toEqual(
    tasks.map(({ id, needs, completed }) => ({ id, needs, completed })),
  );
  expect(plan.value.tasks.every(({ phase }) => phase === 1)).toBe(true);
  const first = plan.value.tasks.find(({ id }) => id === 'T1');
  expect(first).toMatchObject({ acceptance: ['`npm test` passes'], commands: ['npm test'], title: 'Initialise' });
  expect(first?.text).toContain('  - [ ] T9: not a task\n  ~~~\n  deps: [T9]\n  ~~~~');
  expect(markdown).toContain('  - priority: high\n');
});

describe('tagged lists', () => {
  const [one, two] = [{ tasks: [{ id: 1, title: 'a' }] }, { tasks: [{ id: 2, title: 'b' }] }];

  test.each([
    [{ feature: two, master: one }, 'master', ['feature'], 'T1'],
    [{ feature: two, other: one }, 'feature', ['other'], 'T2'],
    [{ master: one, _rules: { nothing: true } }, 'master', [], 'T1'],
  ])('%j', (file, tag, otherTags, id) => {
    expect(imported(file)).toMatchObject({ tag, otherTags, tasks: [{ id }] });
  });
});

test.each([
  ['{', { reason: 'no_list', place: '', problems: [] }],
  ['[]', { reason: 'not_task_master', place: '', problems: [] }],
  ['null', { reason: 'not_task_master', place: '', problems: [] }],
  ['{"tasks": {}}', { reason: 'not_task_master', place: '', problems: [] }],
  ['{"tasks": [{"id": 1}, {"id": "../x"}]}', { reason: 'not_task_master', place: 'tasks.1.id', problems: [] }],
  [
    '{"tasks": [{"id": 1, "dependencies": ["T1;x"]}]}',
    { reason: 'not_task_master', place: 'tasks.0.dependencies.0', problems: [] },
  ],
  [
    '{"tasks": [{"id": 1, "dependencies": [2]}, {"id": 2, "dependencies": [1]}]}',
    { reason: 'bad_graph', place: '', problems: [{ code: 'circular_dep', params: { cycle: ['T1', 'T2', 'T1'] } }] },
  ],
  [
    '{"tasks": [{"id": 1, "dependencies": [7]}]}',
    { reason: 'bad_graph', place: '', problems: [{ code: 'missing_dep', params: { id: 'T1', needs: 'T7' } }] },
  ],
  ['{"tasks": []}', { reason: 'bad_graph', place: '', problems: [{ code: 'no_tasks' }] }],
])('%s', (text, params) => {
  expect(refused(text)).toMatchObject({ code: 'plan.import_bad', params });
});

test('why it cannot be imported is a sentence', () => {
  const bad = refused('{"tasks": [{"id": 1, "dependencies": [2]}, {"id": 2, "dependencies": [1]}]}');
  expect(formatFailure(en, bad).message).toBe(
    'cannot be converted to a task list: its dependencies are not valid: CIRCULAR_DEP: T1 → T2 → T1',
  );
  const form = failure('plan.import_bad', { reason: 'not_task_master', place: 'tasks.1.id', problems: [] });
  expect(formatFailure(ko, form).message).toBe(
    '작업 목록으로 바꿀 수 없습니다: Task Master의 tasks.json 형식이 아닙니다 (tasks.1.id)',
  );
});

function importedText(text: string): ImportedPlan {
  const plan = importPlan(text);
  if (!plan.ok) throw new Error(JSON.stringify(plan.error));
  return plan.value;
}

const needsIn = ({ tasks }: ImportedPlan) => Object.fromEntries(tasks.map(({ id, needs }) => [id, needs]));

test('what needed a task that was given up needs what that one needed', () => {
  const tasks = [
    { id: 1, title: 'A' },
    { id: 2, title: 'B', status: 'cancelled', dependencies: [1] },
    { id: 3, title: 'C', status: 'deferred', dependencies: [2] },
    { id: 4, title: 'D', dependencies: [3] },
  ];
  expect(needsIn(imported({ tasks }))).toEqual({ T1: [], T4: ['T1'] });
});

test('Kiro’s numbers become ids; its list is in order, a task after its subtasks, optional ones are left out', () => {
  const plan = importedText(`# Implementation Plan

- [x] 1. Set up the structure
  - Create folders
  - _Requirements: 1.1_

- [ ] 2. Models
- [ ] 2.1 Write the user
  - Validate e-mail
- [ ]* 2.2 Write unit tests
- [ ] 2.3 Write the shop
- [ ] 3. Routes
`);
  expect(needsIn(plan)).toEqual({ T1: [], 'T2.1': ['T1'], 'T2.3': ['T2.1'], T2: ['T2.1', 'T2.3'], T3: ['T2'] });
  expect(plan).toMatchObject({ project: null, leftOut: ['T2.2'], guesses: ['in_order', 'subtasks_first'] });
  expect(plan.tasks.find(({ id }) => id === 'T2')).toMatchObject({ title: 'Models', needsNoChange: true });
  expect(plan.tasks.find(({ id }) => id === 'T1')).toMatchObject({
    completed: true,
    notes: '- Create folders\n- _Requirements: 1.1_',
  });
});

test('a plain checklist gets numbers, and what is nested in it comes first', () => {
  const plan = importedText(`# Shop

Some words.

* [ ] Prices
  * [x] with tax
  * [ ] without tax
* [ ] **Basket**
`);
  expect(plan.tasks.map(({ id, title, needs, completed }) => [id, title, needs, completed])).toEqual([
    ['T1.1', 'with tax', [], true],
    ['T1.2', 'without tax', ['T1.1'], false],
    ['T1', 'Prices', ['T1.1', 'T1.2'], false],
    ['T2', 'Basket', ['T1'], false],
  ]);
  expect(plan).toMatchObject({ project: 'Shop', guesses: ['in_order', 'subtasks_first', 'numbered'] });
});

test('issues of GitHub, with what they depend on, their checkboxes as conditions', () => {
  const issues = [
    { number: 12, title: 'Basket', body: 'Depends on #7 and #9.\n\n- [ ] the sum is shown\n- [ ] #8', state: 'OPEN' },
    { number: 7, title: 'Prices', body: null, state: 'CLOSED', stateReason: 'COMPLETED', labels: [{ name: 'P1' }] },
    { number: 8, title: 'Old', body: 'blocked by: #7', state: 'CLOSED', stateReason: 'NOT_PLANNED' },
    { number: 9, title: 'A pull request', pull_request: {} },
    { number: 10, title: 'Tax', body: 'needs #99' },
  ];
  const plan = importedText(JSON.stringify(issues));
  expect(needsIn(plan)).toEqual({ T7: [], T10: [], T12: ['T7'] });
  expect(plan).toMatchObject({ leftOut: ['T8'], guesses: ['independent'] });
  expect(plan.tasks[0]).toMatchObject({ completed: true, priority: 'P1' });
  expect(plan.tasks[2]).toMatchObject({ acceptance: ['the sum is shown'] });
});

test.each(['[{"number":"x"}]', '{"a":1}', '[1, 2', 'no list at all', ''])('%j is refused in one line', (text) => {
  expect(refused(text)).toMatchObject({ code: 'plan.import_bad' });
});
