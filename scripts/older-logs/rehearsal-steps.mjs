// What the rehearsed agents do.
import { BLOCK, formatJson, NOTE_CALL } from './scratch-project.mjs';

/** A calculator that can add. */
export const CALCULATOR = {
  'package.json': formatJson({ name: 'calculator', type: 'module', scripts: { test: 'node --test' } }),
  'src/add.js': 'export const add = (a, b) => a + b;\n',
  'test/add.test.js': testFile({ name: 'add', call: 'add(1, 2)', result: 3 }),
  'CLAUDE.md': 'Small functions.\n',
};

const USAGE = { input_tokens: 1200, output_tokens: 340, cost_usd: 0.02 };

const QUESTION = {
  type: 'clarification',
  question: 'Round or not?',
  context: 'The briefing does not say.',
  options: [
    { id: 'A', label: 'No', description: 'As it is.', risk: 'low' },
    { id: 'B', label: 'Yes', description: 'To two places.', risk: 'some' },
  ],
  recommendation: 'A',
};

export const crash = step({ say: 'It fell over.', fail: 'crash' });
export const giveUp = step({ say: 'I cannot.' });
export const refine = step({
  answer: { status: 'ready', refined: '# Brief\n\nAdd mul(a, b).\n', clarifications: [], auto_filled: [] },
});
export const ask = step({
  answer: { status: 'needs_human', refined: '', clarifications: [], auto_filled: [], crp: QUESTION },
});
const accept = step({ answer: { verdict: 'PASS', reason: 'Looks fine.', issues: [], triggers: [] } });

function step(rest) {
  return { run: NOTE_CALL, ...rest };
}

/** The same, but it does not end before the project is unblocked. */
export function blocked(rest) {
  return { ...rest, run: `${NOTE_CALL}; ${BLOCK}` };
}

export function edit(files) {
  return step({ edit: files, usage: USAGE });
}

/** A function of the calculator, right or wrong. */
export function writeFunction({ name, body }) {
  return edit({ [`src/${name}.js`]: `export const ${name} = (a, b) => ${body};\n` });
}

export const mul = { id: 'T1-S1', name: 'mul', body: 'a * b', call: 'mul(3, 4)', result: 12 };
export const sub = { id: 'T2-S1', name: 'sub', body: 'a - b', call: 'sub(3, 4)', result: -1 };
export const wrongMul = { ...mul, body: 'a + b' };

/** Roles of a run that goes through at once, but for what is given. */
export function runRoles(given = {}) {
  return {
    refiner: [refine],
    builder: [writeFunction(mul)],
    verifier: [step({ edit: { 'test/mul.test.js': testFile(mul) } })],
    gatekeeper: [accept],
    ...given,
  };
}

/** Roles of a session with a task for each function, each of one subtask, that goes through at once. */
export function sessionRoles(functions, given = {}) {
  const tasks = functions.map(({ id, name }) => ({
    id: id.split('-')[0],
    name: `Function ${name}`,
    objective: name,
    subtasks: [{ id, name, description: `${name} in src/${name}.js` }],
  }));
  const explored = {
    explored_files: [{ path: 'src/add.js', summary: 'adds' }],
    directory_structure: { src: 'functions', test: 'tests' },
  };
  const plan = {
    objective: 'More functions',
    tasks,
    assumptions: ['Tests lie in test/'],
    task_order: tasks.map(({ id }) => id),
  };
  return {
    'code-explore': [step({ answer: explored })],
    planner: [step({ answer: plan })],
    architect: functions.map(design),
    'qa-engineer': functions.flatMap((one) => [writeTests(one), verify, judge(one, { tasks: tasks.length })]),
    implementer: functions.map(writeFunction),
    ...given,
  };
}

function design({ name }) {
  const answer = {
    task_name: `Function ${name}`,
    invariants: [{ id: 'INV-1', rule: 'pure functions' }],
    interfaces: [],
    boundaries: [],
    layer_assignments: [],
    file_refs: [{ entity: name, path: `src/${name}.js`, status: 'to_create' }],
  };
  return step({ answer });
}

export function writeTests({ name, call, result }) {
  const testCase = {
    id: 'TC-1',
    name: `${name} works`,
    target: name,
    given: 'numbers',
    when: call,
    // oxlint-disable-next-line unicorn/no-thenable -- a field of the document
    then: `${result}`,
    category: 'happy_path',
  };
  const file = `test/${name}.test.js`;
  const answer = { subtask_name: name, test_cases: [testCase], coverage_targets: [name], test_file_path: file };
  return step({ edit: { [file]: testFile({ name, call, result }) }, answer });
}

export const verify = step({
  answer: {
    execution: { command: 'npm test', timestamp: '2026-01-15T10:30:00Z', result: 'pass' },
    summary: { total: 1, passed: 1, failed: 0, skipped: 0 },
    failed_tests: [],
    recommendation: { action: 'complete', reason: 'seen' },
  },
});

/** The scope is the objective of its task, and that of each other task. */
export function judge({ name, body }, { tasks }) {
  const invariants = ['INV-1', ...Array.from({ length: tasks }, (_, nth) => `SCOPE-${nth + 1}`)];
  const quote = `export const ${name} = (a, b) => ${body};`;
  const judgements = invariants.map((invariant) => ({
    invariant,
    holds: true,
    file: `src/${name}.js`,
    quote,
    reason: 'no side effect',
  }));
  return step({ answer: { judgements } });
}

/** A task of TASKS.md. */
export function writeTask(id) {
  return { ...edit({ [`work/${id}.txt`]: `${id}\n` }), say: `Wrote ${id}.` };
}

function testFile({ name, call, result }) {
  return `import test from 'node:test';
import assert from 'node:assert';
import { ${name} } from '../src/${name}.js';
test('TC-1: works', () => assert.equal(${call}, ${result}));
`;
}
