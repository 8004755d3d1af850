import type { RehearsalStep } from '../../src/schema/rehearsal.ts';
import { runProject, type RunProject } from './run-project.ts';

/** A calculator that can add. */
export function calculator(files: Readonly<Record<string, string>> = {}): RunProject {
  return runProject({
    files: {
      'package.json': JSON.stringify({ name: 'calc', type: 'module', scripts: { test: 'node --test test/' } }),
      'src/add.js': 'export const add = (a, b) => a + b;\n',
      'test/add.test.js': testFile({ name: 'add', call: 'add(1, 2)', result: 3 }),
      'CLAUDE.md': 'Small functions.\n',
      ...files,
    },
    config: { project: { version: 1 } },
  });
}

export type Roles = Record<string, RehearsalStep[]>;

/** A function of the calculator. */
export interface Part {
  readonly id: string;
  readonly name: string;
  readonly call: string;
  readonly result: number;
  readonly code: string;
}

export const mul: Part = part('T1-S1', 'mul', { call: 'mul(3, 4)', result: 12, code: '(a, b) => a * b' });
const sub: Part = part('T1-S2', 'sub', { call: 'sub(3, 4)', result: -1, code: '(a, b) => a - b' });
const div: Part = part('T2-S1', 'div', { call: 'div(8, 4)', result: 2, code: '(a, b) => a / b' });
const neg: Part = part('T2-S2', 'neg', { call: 'neg(4)', result: -4, code: '(a) => -a' });

/** Two tasks of two subtasks each, with an implementation retry in the first and a design retry in the second. */
export function sessionScript(): Roles {
  return {
    'code-explore': [explores()],
    planner: [plans({ T1: [mul, sub], T2: [div, neg] })],
    architect: [designs([mul, sub]), designs([div, neg]), designs([div, neg])],
    'qa-engineer': [
      [writesTests(mul), verifies(), verifies(), judges(mul, { others: 1 })],
      [writesTests(sub), verifies(), judges(sub, { others: 1 })],
      [writesTests(div), verifies('retry_design'), writesTests(div), verifies(), judges(div, { others: 1 })],
      [writesTests(neg), verifies(), judges(neg, { others: 1 })],
    ].flat(),
    // The first multiplication is wrong.
    implementer: [
      { edit: { 'src/mul.js': 'export const mul = (a, b) => a + b;\n' } },
      ...[mul, sub, div, div, neg].map(implementsIt),
    ],
  };
}

/** One task with one subtask that goes through at once; what is given is done instead. */
export function oneSubtask(roles: Roles = {}): Roles {
  return {
    'code-explore': [explores()],
    planner: [plans({ T1: [mul] })],
    architect: [designs([mul])],
    'qa-engineer': [writesTests(mul), verifies(), judges(mul)],
    implementer: [implementsIt(mul)],
    ...roles,
  };
}

export function explores(): RehearsalStep {
  return {
    answer: {
      explored_files: [{ path: 'src/add.js', summary: 'adds' }],
      directory_structure: { src: 'functions', test: 'tests' },
    },
  };
}

export function plans(
  tasks: Readonly<Record<string, readonly Pick<Part, 'id' | 'name'>[]>>,
  {
    assumptions = ['Tests lie in test/'],
    objectives = {},
  }: { readonly assumptions?: string[]; readonly objectives?: Readonly<Record<string, string>> } = {},
): RehearsalStep {
  return {
    answer: {
      objective: 'More functions',
      tasks: Object.entries(tasks).map(([id, parts]) => ({
        id,
        name: `Functions of ${id}`,
        objective: objectives[id] ?? parts.map(({ name }) => name).join(' and '),
        subtasks: parts.map((one) => ({
          id: one.id,
          name: one.name,
          description: `${one.name} in src/${one.name}.js`,
        })),
      })),
      assumptions,
      task_order: Object.keys(tasks),
    },
  };
}

/** `given`: instead of what the design would say. */
export function designs(parts: readonly Part[], given: object = {}): RehearsalStep {
  return {
    answer: {
      task_name: `Functions of ${parts[0]?.id.split('-')[0]}`,
      invariants: [{ id: 'INV-1', rule: 'pure functions' }],
      interfaces: [],
      boundaries: [],
      layer_assignments: [],
      file_refs: parts.map(({ name }) => ({ entity: name, path: `src/${name}.js`, status: 'to_create' })),
      ...given,
    },
  };
}

export function writesTests(one: Part, text = testFile(one)): RehearsalStep {
  const { name, call, result } = one;
  return {
    edit: { [`test/${name}.test.js`]: text },
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
  };
}

export function implementsIt({ name, code }: Part): RehearsalStep {
  return { edit: { [`src/${name}.js`]: code } };
}

/** `total`: how many tests ran, and passed unless it is not done. */
export function verifies(action = 'complete', total = 1, command = 'npm test'): RehearsalStep {
  const isDone = action === 'complete';
  const failed = { id: 'TC-1', name: 'it works', reason: 'no such file in the design', category: 'design_violation' };
  return {
    answer: {
      execution: {
        command,
        timestamp: new Date().toISOString().replace(/\.\d+/, ''),
        result: isDone ? 'pass' : 'fail',
      },
      summary: { total, passed: isDone ? total : total - 1, failed: isDone ? 0 : 1, skipped: 0 },
      failed_tests: isDone ? [] : [failed],
      recommendation: { action, reason: 'seen' },
    },
  };
}

/** Of the invariant, and of what the scope says in prose: the objectives of the task, and of the `others`. */
export function judges(
  { name, code }: Part,
  {
    quote = code.trim(),
    others = 0,
    broken = [],
  }: { quote?: string; others?: number; broken?: readonly string[] } = {},
): RehearsalStep {
  const rules = ['INV-1', 'SCOPE-1', ...Array.from({ length: others }, (_, nth) => `SCOPE-${nth + 2}`)];
  return {
    answer: {
      judgements: rules.map((invariant) => {
        const holds = !broken.includes(invariant);
        return {
          invariant,
          holds,
          file: `src/${name}.js`,
          quote: invariant === 'INV-1' ? quote : code.trim(),
          reason: holds ? 'no side effect' : 'it does more than that',
        };
      }),
    },
  };
}

export function testFile(
  { name, call, result }: Pick<Part, 'name' | 'call' | 'result'>,
  title = 'TC-1: works',
): string {
  return `import test from 'node:test';
import assert from 'node:assert';
import { ${name} } from '../src/${name}.js';
test('${title}', () => assert.equal(${call}, ${result}));
`;
}

function part(id: string, name: string, { code, ...rest }: Pick<Part, 'call' | 'result' | 'code'>): Part {
  return { id, name, ...rest, code: `export const ${name} = ${code};\n` };
}
