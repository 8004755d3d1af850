import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ok } from '../../../src/base/result.ts';
import type { OpenSession, SessionTools } from '../../../src/engine/open-session.ts';
import { startSession } from '../../../src/engine/operations/sessions/start.ts';
import { findProject } from '../../../src/engine/project.ts';
import { en } from '../../../src/i18n/en.ts';
import { decodeAny } from '../../../src/schema/codec-any.ts';
import type { RehearsalStep } from '../../../src/schema/rehearsal.ts';
import { rehearsed, runProject, type RunProject } from '../../support/run-project.ts';

test('a session goes from a request to a merge, with an implementation retry and a design retry', async () => {
  const project = runProject({
    files: {
      'package.json': JSON.stringify({ name: 'calc', type: 'module', scripts: { test: 'node --test test/' } }),
      'src/add.js': 'export const add = (a, b) => a + b;\n',
      'test/add.test.js': testFile('add', 'TC-1: adds', 'add(1, 2)', 3),
      'CLAUDE.md': 'Small functions.\n',
    },
    config: { project: { version: 1 } },
  });
  const before = project.git('rev-parse', 'main');
  const { events, state } = await play(project);
  expect(state).toMatchObject({ status: 'completed', delivery: { at: 'done' } });
  const count = (type: string) => events.filter((one) => one === type).length;
  expect([count('designed'), count('tests_written'), count('implemented'), count('subtask_committed')]).toEqual([
    3, 5, 6, 4,
  ]);
  expect(project.git('rev-list', '--count', '--no-merges', `${before}..main`)).toBe('4');
  expect(project.git('log', '-1', '--format=%B', 'main^2')).toContain('Orchestral-Subtask: T2-S2');
  expect(project.git('status', '--porcelain', '--untracked-files=no')).toBe('');
  expect(project.git('worktree', 'list').split('\n')).toHaveLength(1);
  const found = must(findProject({ cwd: project.folder }));
  const knowledge = fs.readFileSync(
    path.join(project.folder, `.claude/orchestrator/knowledge/${found.hash}/knowledge.yaml`),
  );
  expect(decodeAny('knowledge', knowledge)).toMatchObject({
    ok: true,
    value: {
      decisions: expect.arrayContaining([expect.objectContaining({ decision: 'pure functions' })]) as unknown,
      pitfalls: expect.arrayContaining([expect.objectContaining({ learned_from: 'T1' })]) as unknown,
    },
  });
});

function testFile(name: string, title: string, call: string, result: number): string {
  return `import test from 'node:test';
import assert from 'node:assert';
import { ${name} } from '../src/${name}.js';
test('${title}', () => assert.equal(${call}, ${result}));
`;
}

async function play(project: RunProject) {
  const tools: SessionTools = {
    project: must(findProject({ cwd: project.folder })),
    env: project.env,
    cwd: project.folder,
    words: en,
    wishes: { agent: rehearsed(project.home, script()) },
    trusts: true,
    references: [],
    onNotice: () => undefined,
  };
  const open: OpenSession = must(await startSession('Add mul, sub, div and neg to the calculator.', tools));
  const events: string[] = [];
  open.store.watch(({ event }) => event.type !== 'shown' && events.push(event.type));
  must(await open.conduct(new AbortController().signal));
  must(await open.store.commit(() => ok([{ type: 'delivery_requested', data: { asked: false } }])));
  must(await open.conduct(new AbortController().signal));
  const { state } = open.store;
  must(await open.close());
  return { events, state };
}

function must<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const parts = [
  { id: 'T1-S1', name: 'mul', call: 'mul(3, 4)', result: 12, code: 'export const mul = (a, b) => a * b;\n' },
  { id: 'T1-S2', name: 'sub', call: 'sub(3, 4)', result: -1, code: 'export const sub = (a, b) => a - b;\n' },
  { id: 'T2-S1', name: 'div', call: 'div(8, 4)', result: 2, code: 'export const div = (a, b) => a / b;\n' },
  { id: 'T2-S2', name: 'neg', call: 'neg(4)', result: -4, code: 'export const neg = (a) => -a;\n' },
];

function script(): Record<string, RehearsalStep[]> {
  const design = (task: string, names: string[]): RehearsalStep => ({
    answer: {
      task_name: `Functions of ${task}`,
      invariants: [{ id: 'INV-1', rule: 'pure functions' }],
      interfaces: [],
      boundaries: [],
      layer_assignments: [],
      file_refs: names.map((name) => ({ entity: name, path: `src/${name}.js`, status: 'to_create' })),
    },
  });
  const write = ({ name, call, result }: (typeof parts)[number]): RehearsalStep => ({
    edit: { [`test/${name}.test.js`]: testFile(name, `TC-1: ${name} works`, call, result) },
    answer: {
      subtask_name: name,
      test_cases: [
        {
          id: 'TC-1',
          name: `${name} works`,
          target: name,
          given: 'numbers',
          when: call,
          // oxlint-disable-next-line unicorn/no-thenable -- a field of the document
          then: `${result}`,
          category: 'happy_path',
        },
      ],
      coverage_targets: [name],
      test_file_path: `test/${name}.test.js`,
    },
  });
  const verified = (action = 'complete'): RehearsalStep => ({
    answer: {
      execution: {
        command: 'npm test',
        timestamp: '2026-01-15T10:30:00Z',
        result: action === 'complete' ? 'pass' : 'fail',
      },
      summary: { total: 1, passed: action === 'complete' ? 1 : 0, failed: action === 'complete' ? 0 : 1, skipped: 0 },
      failed_tests:
        action === 'complete'
          ? []
          : [{ id: 'TC-1', name: 'div works', reason: 'no such file in the design', category: 'design_violation' }],
      recommendation: { action, reason: 'seen' },
    },
  });
  const judged = ({ name, code }: (typeof parts)[number]): RehearsalStep => ({
    answer: {
      judgements: [
        { invariant: 'INV-1', holds: true, file: `src/${name}.js`, quote: code.trim(), reason: 'no side effect' },
      ],
    },
  });
  const implement = ({ name, code }: (typeof parts)[number]): RehearsalStep => ({ edit: { [`src/${name}.js`]: code } });
  const [mul, sub, div, neg] = parts as [(typeof parts)[0], (typeof parts)[0], (typeof parts)[0], (typeof parts)[0]];
  return {
    'code-explore': [
      {
        answer: {
          explored_files: [{ path: 'src/add.js', summary: 'adds' }],
          directory_structure: { src: 'functions', test: 'tests' },
        },
      },
    ],
    planner: [
      {
        answer: {
          objective: 'More functions',
          tasks: [
            {
              id: 'T1',
              name: 'Functions of T1',
              objective: 'mul and sub',
              subtasks: [mul, sub].map(({ id, name }) => ({ id, name, description: `${name} in src/${name}.js` })),
            },
            {
              id: 'T2',
              name: 'Functions of T2',
              objective: 'div and neg',
              subtasks: [div, neg].map(({ id, name }) => ({ id, name, description: `${name} in src/${name}.js` })),
            },
          ],
          assumptions: ['Tests lie in test/'],
          task_order: ['T1', 'T2'],
        },
      },
    ],
    architect: [design('T1', ['mul', 'sub']), design('T2', ['div', 'neg']), design('T2', ['div', 'neg'])],
    'qa-engineer': [
      [write(mul), verified(), verified(), judged(mul)],
      [write(sub), verified(), judged(sub)],
      [write(div), verified('retry_design'), write(div), verified(), judged(div)],
      [write(neg), verified(), judged(neg)],
    ].flat(),
    // The first multiplication is wrong.
    implementer: [
      { edit: { 'src/mul.js': 'export const mul = (a, b) => a + b;\n' } },
      ...[mul, sub, div, div, neg].map(implement),
    ],
  };
}
