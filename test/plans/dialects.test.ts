import { describe, expect, test } from 'vitest';
import type { Plan, PlanTask } from '../../src/plans/plan.ts';
import { readPlan } from '../../src/plans/read-plan.ts';

function planOf(text: string): Plan {
  const plan = readPlan(text);
  if (!plan.ok) throw new Error(JSON.stringify(plan.error));
  return plan.value;
}

function taskOf(text: string, id: string): PlanTask {
  const task = planOf(text).tasks.find((one) => one.id === id);
  if (task === undefined) throw new Error(`no ${id}`);
  return task;
}

function graphOf(text: string): Record<string, readonly string[]> {
  return Object.fromEntries(planOf(text).tasks.map(({ id, needs }) => [id, needs]));
}

const checklist = `# TASKS: shop

Some words about it. T9.9 is mentioned here and is no task.

- [x] T0.1: Set up the repository
- [ ] T1.1: Price list
  - deps: [T0.1]
  - files: src/prices.ts, "test/prices.test.ts", Makefile, src/money/**
  - domain: backend
  - risk: low
  - owner: \`kim\`
  - model: opus
  - [ ] \`npm run lint\` passes
  - [x] prices are **never** negative
- [ ] **T1.2**: Shop window
  that shows all prices
  - deps: T0.1 and T1.1
  - changes: none
- [ ] An ordinary checkbox, and no task
* [X] T1.3 — Old news
`;

describe('a checklist', () => {
  test('has a project, tasks in order, ticked ones completed', () => {
    const plan = planOf(checklist);
    expect(plan.project).toBe('shop');
    expect(plan.tasks.map(({ id, title, completed, phase, line }) => [id, title, completed, phase, line])).toEqual([
      ['T0.1', 'Set up the repository', true, 0, 5],
      ['T1.1', 'Price list', false, 1, 6],
      ['T1.2', 'Shop window that shows all prices', false, 1, 15],
      ['T1.3', 'Old news', true, 1, 20],
    ]);
  });

  test('says what a task is about', () => {
    expect(taskOf(checklist, 'T1.1')).toEqual({
      id: 'T1.1',
      title: 'Price list',
      phase: 1,
      phaseTitle: null,
      needs: ['T0.1'],
      completed: false,
      files: ['src/prices.ts', 'test/prices.test.ts', 'Makefile', 'src/money'],
      domain: 'backend',
      risk: 'low',
      owner: 'kim',
      model: 'opus',
      acceptance: ['`npm run lint` passes', 'prices are **never** negative'],
      commands: ['npm run lint'],
      needsNoChange: false,
      text: checklist.split('\n').slice(5, 14).join('\n'),
      line: 6,
    });
    expect(taskOf(checklist, 'T1.2')).toMatchObject({ needs: ['T0.1', 'T1.1'], needsNoChange: true });
  });

  test('may lie below an item that groups its tasks, and in a numbered list', () => {
    const text = '1. [ ] T1: One\n2. [ ] T2: Two (depends on T1)\n\n- Group\n  - [ ] T3: Three\n    - 의존성: T1, T2\n';
    expect(graphOf(text)).toEqual({ T1: [], T2: ['T1'], T3: ['T1', 'T2'] });
  });
});

const korean = `# TASKS.md - 쇼핑몰

## Phase 0: 준비

### [x] Phase 0, T0.1: 프로젝트 초기화
**담당**: backend-specialist
**의존성**: 없음

---

## Phase 1: 인증 기능

### [ ] Phase 1, T1.1: 로그인 API 구현

**담당**: backend-specialist
**의존성**: T0.1(초기화)이 끝난 뒤

**산출물**:
- \`src/auth/login.ts\`
- 로그인 문서 docs/login.md 갱신, 그리고/또는 예제

**완료 조건**:
- [ ] \`pytest tests/auth\` 통과
- [ ] T9.9: 처럼 보여도 조건일 뿐
- 로그인 실패는 401

### [] Phase 1, T1.2: 로그아웃
- **의존**: T1.1과 T0.1
#### 인수 조건
- [ ] 쿠키가 지워진다
- model: 라는 말로 시작하는 줄
`;

const english = `# Shop

### [ ] Phase 2, T2.1: Login
**Owner**: backend
**Depends on:** the set-up (T1.1), also T1.2–T1.4.
**Deliverables**: src/login.ts and docs/login.md
**Acceptance**

\`npm test -- login\` is green

Some prose after it. Model: nothing to do with this.

### [x] Phase 1, T1.1: a
### [x] Phase 1, T1.2: b
### [x] Phase 1, T1.3: c
### [x] Phase 1, T1.4: d
`;

describe('headings', () => {
  test('with Korean labels', () => {
    const plan = planOf(korean);
    expect(plan.project).toBe('쇼핑몰');
    expect(graphOf(korean)).toEqual({ 'T0.1': [], 'T1.1': ['T0.1'], 'T1.2': ['T1.1', 'T0.1'] });
    expect(taskOf(korean, 'T1.1')).toMatchObject({
      title: '로그인 API 구현',
      phase: 1,
      phaseTitle: '인증 기능',
      owner: 'backend-specialist',
      files: ['src/auth/login.ts', 'docs/login.md'],
      acceptance: ['`pytest tests/auth` 통과', 'T9.9: 처럼 보여도 조건일 뿐', '로그인 실패는 401'],
      commands: ['pytest tests/auth'],
    });
    expect(taskOf(korean, 'T1.1').text).toMatch(/^### \[ \] Phase 1, T1\.1[^]*로그인 실패는 401$/);
    expect(taskOf(korean, 'T1.2').acceptance).toEqual(['쿠키가 지워진다', 'model: 라는 말로 시작하는 줄']);
    expect(taskOf(korean, 'T1.2').model).toBeNull();
  });

  test('with English labels, ids inside of sentences and ranges of them', () => {
    expect(taskOf(english, 'T2.1')).toMatchObject({
      needs: ['T1.1', 'T1.2', 'T1.3', 'T1.4'],
      owner: 'backend',
      files: ['src/login.ts', 'docs/login.md'],
      acceptance: ['`npm test -- login` is green'],
      commands: ['npm test -- login'],
      model: null,
    });
  });
});

const specKit = `# Tasks: Photo albums

## Phase 1: Setup (Shared Infrastructure)

- [x] T001 Create project structure
- [ ] T002 [P] Configure linting in .eslintrc.json
- [ ] T003 [P] Configure tests

## Phase 2: User Story 1

- [ ] T004 [US1] Create model in src/models/album.ts
- [ ] T005 [P] [US1] Contract test in tests/contract/album.test.ts
- [ ] T006 [P] [US1] Integration test (depends on T002)
- [ ] T007 Wire it up
- [ ] T008 Polish
  - deps: [T004]
- [ ] T009 [P] Document
`;

test('spec-kit: the order and [P] say what needs what, the heading the phase', () => {
  expect(graphOf(specKit)).toEqual({
    T001: [],
    T002: ['T001'],
    T003: ['T001'],
    T004: ['T001', 'T002', 'T003'],
    T005: ['T004'],
    T006: ['T004', 'T002'],
    T007: ['T004', 'T005', 'T006'],
    T008: ['T004'],
    T009: ['T007'],
  });
  expect(taskOf(specKit, 'T005')).toMatchObject({
    title: 'Contract test in tests/contract/album.test.ts',
    phase: 2,
    phaseTitle: 'User Story 1',
    files: ['tests/contract/album.test.ts'],
  });
  expect(planOf(specKit).project).toBe('Photo albums');
});

describe('what is no task', () => {
  test.each([
    ['fenced code', '```\n- [ ] T2: no\n```'],
    ['fenced code in a list', '- item\n\n  ~~~md\n  - [ ] T2: no\n  ~~~'],
    ['indented code', 'text\n\n    - [ ] T2: no'],
    ['a comment', '<!--\n- [ ] T2: no\n### [ ] Phase 1, T3: no\n-->'],
    ['a quotation', '> - [ ] T2: no'],
    ['a checkbox below a task', '- [ ] T4: yes\n  - [ ] T2: no\n    - [ ] T3: no'],
    ['a heading without a checkbox', '### T2: no'],
    ['an item without a checkbox', '- T2: no'],
    ['an ordinary checkbox', '- [ ] Test the T2 build'],
  ])('%s', (_, text) => {
    const ids = planOf(`- [ ] T1: yes\n\n${text}\n`).tasks.map(({ id }) => id);
    expect(ids).not.toContain('T2');
    expect(ids).not.toContain('T3');
  });
});

test('a dash after the id makes a checklist, whose order means nothing', () => {
  expect(graphOf('## Phase 1: x\n- [ ] T1 - a\n- [ ] T2 — b\n- [ ] T3: c\n')).toEqual({ T1: [], T2: [], T3: [] });
});

test('spec-kit: phases that begin anew need nothing of those before them', () => {
  const text = '## Phase 2: b\n- [ ] T01 x\n- [ ] T02 y\n## Phase 1: a\n- [ ] T03 z\n- [ ] T04 [P] z\n';
  expect(graphOf(text)).toEqual({ T01: [], T02: ['T01'], T03: [], T04: ['T03'] });
});

test('ranges keep the zeros of their ids, and name only tasks that exist', () => {
  const text =
    '- [ ] T001: a\n- [ ] T002: b\n- [ ] T010: c\n- [ ] T011: d\n  - deps: T001-T010\n- [ ] T012: e\n  - deps: T010 to T011\n';
  expect(graphOf(text)).toMatchObject({ T011: ['T001', 'T002', 'T010'], T012: ['T010', 'T011'] });
});

test.each([
  ['src/a.ts, `src/b.ts`, "Makefile"', ['src/a.ts', 'src/b.ts', 'Makefile']],
  ['[./src/a.ts, src/auth/, docs/**/*.md, **/*.ts]', ['src/a.ts', 'src/auth', 'docs', '.']],
  ['../secret, /etc/passwd, ~/.ssh/id, C:\\x, a/../../b', []],
  ['none', []],
  ['the login page in src/login.ts (new)', ['src/login.ts']],
])('files: %s', (files, paths) => {
  expect(taskOf(`- [ ] T1: x\n  - files: ${files}\n`, 'T1').files).toEqual(paths);
});

test('a byte order mark, CRLF and a carriage return alone end or begin no task', () => {
  expect(graphOf('\uFEFF- [ ] T1: a\r\n- [ ] T2: b\r\n  - deps: [T1]\r\n')).toEqual({ T1: [], T2: ['T1'] });
  expect(graphOf('- [ ] T1: a\r- [ ] T2: b\r  - deps: [T1]\r')).toEqual({ T1: [], T2: ['T1'] });
});

test('a file may mix dialects', () => {
  const text = `${checklist}\n## Phase 2: More\n\n- [ ] T20 [P] One\n- [ ] T21 Two\n\n### [ ] T2.5: Last\n**Depends on**: T21\n\n- [ ] T2.6: Not below it\n  - deps: [T2.5]\n`;
  expect(graphOf(text)).toMatchObject({ T20: [], T21: ['T20'], 'T2.5': ['T21'], 'T2.6': ['T2.5'] });
  expect(
    planOf(text)
      .tasks.filter(({ phase }) => phase === 2)
      .map(({ id }) => id),
  ).toEqual(['T20', 'T21', 'T2.5', 'T2.6']);
});

describe('phases', () => {
  test.each([
    ['- [ ] T3.1: x', 3, null],
    ['## Phase 2: Login\n- [ ] T3.1: x', 2, 'Login'],
    ['## 2단계 — 로그인\n- [ ] T3.1: x', 2, '로그인'],
    ['## Phase 3.2: Tests first\n- [ ] T012 x', 3, 'Tests first'],
    ['## Phase 2: Login\n- [ ] Phase 4, T3.1: x', 4, null],
    ['## Phase 2: Login\n### Backend\n- [ ] T3.1: x', 2, 'Login'],
    ['## Phase 2: Login\n## Others\n- [ ] T3.1: x', 3, null],
    ['### [ ] Phase 2, T2.1: x', 2, null],
    ['### [ ] Phase 2, T2.1: x\n## Phase 2: Login\n', 2, 'Login'],
  ])('%j', (text, phase, title) => {
    const [task] = planOf(text).tasks;
    expect([task?.phase, task?.phaseTitle]).toEqual([phase, title]);
  });
});

describe('the project', () => {
  test.each([
    ['# TASKS: my-app', 'my-app'],
    ['# Tasks — my app', 'my app'],
    ['# My *app*', 'My *app*'],
    ['My app\n======', 'My app'],
    ['# TASKS', null],
    ['## Only a second level', null],
  ])('%j', (heading, project) => {
    expect(planOf(`${heading}\n\n- [ ] T1: x\n`).project).toBe(project);
  });
});

describe('dependencies that stand elsewhere', () => {
  test('in a table', () => {
    const text = `- [ ] T1.1: A
- [ ] T1.2: B
- [ ] T2.1: C

| 태스크 | 설명 | 의존성 |
| --- | --- | --- |
| T1.1 | A | 없음 |
| T1.2 | B | T1.1 |
| T2.1 | like T1.1 | T1.1 ~ T1.2 |
`;
    expect(graphOf(text)).toEqual({ 'T1.1': [], 'T1.2': ['T1.1'], 'T2.1': ['T1.1', 'T1.2'] });
  });

  test('in sentences under a heading of their own; what is no task is passed over', () => {
    const text = `- [ ] T1.1: A
- [ ] T1.2: B
- [ ] T1.3: C
- [ ] T1.4: D
- [ ] T2.1: E

## Dependencies

- Models (T1.1-T1.2) before services (T1.3)
- T1.3 blocks T2.1, T9.9
- T1.1 → T1.4 → T2.1
- T2.1 before T1.1
- Everything after lunch

## Notes

- T1.1 before T1.2
`;
    expect(graphOf(text)).toEqual({
      'T1.1': [],
      'T1.2': [],
      'T1.3': ['T1.1', 'T1.2'],
      'T1.4': ['T1.1'],
      'T2.1': ['T1.3', 'T1.4'],
    });
  });

  test('a remark after “none” names none', () => {
    const text = `- [ ] T1.1: A
- [ ] T1.2: B
  - 의존성: 없음 (T1.1과 병렬 가능)
- [ ] T1.3: C
  - deps: none (beside T1.1)
`;
    expect(graphOf(text)).toEqual({ 'T1.1': [], 'T1.2': [], 'T1.3': [] });
  });

  test('a shell script under acceptance criteria must succeed; elsewhere it is text', () => {
    const text = `### [] Phase 1, T1.1: Lint

**Acceptance**:

\`\`\`sh
npm run lint
npm run types
\`\`\`

### [] Phase 1, T1.2: Docs

\`\`\`sh
rm -rf docs
\`\`\`

- [ ] T1.3: A list
  - acceptance:
    \`\`\`bash
    make check
    \`\`\`
`;
    const commands = planOf(text).tasks.map((task) => task.commands);
    expect(commands).toEqual([['set -e\nnpm run lint\nnpm run types'], [], ['set -e\nmake check']]);
  });
});
