import type { RehearsalStep } from '../../src/schema/rehearsal.ts';
import { runProject, type RunProject } from './run-project.ts';

/** A calculator that can add. */
export function calculator(): RunProject {
  return runProject({
    files: {
      'package.json': JSON.stringify({ name: 'calc', type: 'module', scripts: { test: 'node --test test/' } }),
      'src/add.js': 'export const add = (a, b) => a + b;\n',
      'test/add.test.js': testFile('add', 'TC-1: adds', 'add(1, 2)', 3),
      'CLAUDE.md': 'Small functions.\n',
    },
    config: { project: { version: 1 } },
  });
}

/** Two tasks of two subtasks each, with an implementation retry in the first and a design retry in the second. */
export function sessionScript(): Record<string, RehearsalStep[]> {
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

const parts = [
  { id: 'T1-S1', name: 'mul', call: 'mul(3, 4)', result: 12, code: 'export const mul = (a, b) => a * b;\n' },
  { id: 'T1-S2', name: 'sub', call: 'sub(3, 4)', result: -1, code: 'export const sub = (a, b) => a - b;\n' },
  { id: 'T2-S1', name: 'div', call: 'div(8, 4)', result: 2, code: 'export const div = (a, b) => a / b;\n' },
  { id: 'T2-S2', name: 'neg', call: 'neg(4)', result: -4, code: 'export const neg = (a) => -a;\n' },
];

function testFile(name: string, title: string, call: string, result: number): string {
  return `import test from 'node:test';
import assert from 'node:assert';
import { ${name} } from '../src/${name}.js';
test('${title}', () => assert.equal(${call}, ${result}));
`;
}
