import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import type { RehearsalStep } from '../../src/schema/rehearsal.ts';
import type { RunProject } from '../support/run-project.ts';
import {
  calculator,
  designs,
  explores,
  implementsIt,
  judges,
  mul,
  type Part,
  plans,
  testFile,
  verifies,
  writesTests,
} from '../support/session-script.ts';
import { sample } from './orchestral.ts';
import { cliProject } from './cli-project.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(2);

const HASH = 'a1b2c3d4';
const FOLDER = `.claude/orchestrator/sessions/${HASH}`;
const samples = ['explored', 'task-breakdown', 'T1/design-brief', 'T1/design-contract'];
const ofSubtask = ['T1/T1-S2/test-contract', 'T1/T1-S2/test-result'];

describe('documents of another tool', () => {
  test('in the middle of a subtask are shown, and gone on from in its phase', async () => {
    const foreign = { ...documents('implementation'), ...contracts() };
    const calc = calculator({ 'test/mul.test.js': testFile(mul) });
    calc.write(foreign);
    const { cli } = cliProject({ 'qa-engineer': [verifies(), judges(mul)], implementer: [implementsIt(mul)] }, calc);
    const shown = await cli('session', 'status');
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('S1 mul (implementing)') as unknown });
    expect(shown.stdout.replaceAll(/\s+/g, ' ')).toContain('only its documents are here, without a log');
    const done = await cli('session', 'resume', HASH, '--json');
    expect(done.code, `${done.stderr}${done.stdout}`).toBe(0);
    expect(effectsIn(done.stdout)).toEqual(
      ['T1-S1/implement', 'T1-S1/scope', 'T1-S1/verify', 'T1-S1/green', 'T1-S1/judge', 'T1-S1/commit', 'learn'].map(
        (effect) => `${effect}#1`,
      ),
    );
    expectKept(calc, foreign, (name) => name.endsWith('.yaml'));
    expect(stateOf(calc)).toMatchObject({
      request: { status: 'completed', global_phase: 'complete' },
      tasks: { T1: { subtasks: { 'T1-S1': { gates: { 'GATE-1': 'passed', 'GATE-4': 'passed' } } } } },
    });
    expect(calc.git('log', '--format=%s', 'main..orchestral/session-R1')).toBe('T1-S1: mul');
    expect(calc.git('status', '--porcelain', '--untracked-files=all')).not.toMatch(/\.log|\.bak|gitignore/);
    expect(await cli('session', '--merge')).toMatchObject({ code: 0 });
    expect(calc.git('show', 'main:src/mul.js')).toContain('a * b');
  });

  test('as the format describes them go on: what their orders only name comes from the plan', async () => {
    const foreign = sampleDocuments('', [...samples, ...ofSubtask]);
    const calc = calculator();
    calc.write(foreign);
    const { cli } = cliProject(sampleScript(), calc);
    expect((await cli('session', 'status')).stdout).toContain('S2 테스트 작성 (implementing)');
    const done = await cli('session', 'resume', HASH, '--json');
    expect(done.code, `${done.stderr}${done.stdout}`).toBe(0);
    // The tests that the contract names are nowhere: QA writes them.
    expect(effectsIn(done.stdout).slice(0, 4)).toEqual([
      'merge#1',
      'T1-S2/implement#1',
      'T1-S2/write#1',
      'T1-S2/red#1',
    ]);
    expectKept(calc, foreign, (name) => samples.some((one) => name.endsWith(`/${one}.yaml`)));
    const { tasks } = stateOf(calc);
    expect(Object.values(tasks).map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect(tasks['T1']?.subtasks['T1-S1']).toMatchObject({ name: 'API 스펙 확인', gates: { 'GATE-2': 'passed' } });
    expect(calc.git('log', '--format=%s', '--reverse', 'main..orchestral/session-R1').split('\n')).toEqual([
      'T1-S2: 테스트 작성',
      'T1-S3: 컨트롤러 구현',
      'T2-S1: 테스트 작성',
      'T2-S2: 컨트롤러 구현',
    ]);
  });

  test('that call a GATE-1 passed which proves nothing are sent back to QA', async () => {
    const calc = calculator({ 'test/mul.test.js': testFile({ name: 'add', call: 'add(1, 2)', result: 3 }) });
    calc.write({ ...documents('implementation'), ...contracts() });
    const { cli } = cliProject(
      {
        'qa-engineer': [verifies(), judges(mul), writesTests(mul), verifies(), judges(mul)],
        implementer: [implementsIt(mul)],
      },
      calc,
    );
    const done = await cli('session', 'resume', HASH, '--json');
    // The test that was there is one of the project's own: that it changes is asked about at the end.
    expect(done.code, `${done.stderr}${done.stdout}`).toBe(3);
    expect(effectsIn(done.stdout).slice(0, 7)).toEqual(
      ['implement#1', 'scope#1', 'verify#1', 'green#1', 'write#1', 'red#1', 'implement#2'].map((one) => `T1-S1/${one}`),
    );
  });

  test('that have no contracts are explored and planned again', async () => {
    const calc = calculator();
    calc.write(sampleDocuments('.initial', []));
    const [one, two] = [mul, { ...mul, id: 'T1-S2', name: 'sub' }];
    const { cli } = cliProject(
      {
        'code-explore': [explores()],
        planner: [plans({ T1: [one, two] })],
        architect: [{ fail: 'auth' } as never],
      },
      calc,
    );
    const stopped = await cli('session', 'resume', HASH, '--json');
    expect(stopped.code).toBe(5);
    expect(effectsIn(stopped.stdout)).toEqual(['merge#1', 'explore#1', 'merge#2', 'plan#1', 'merge#3', 'T1/design#1']);
    expect(stateOf(calc).tasks['T1']?.subtasks).toMatchObject({
      'T1-S1': { name: '[하위작업명]' },
      'T1-S2': { name: 'sub' },
    });
  });

  test('can be stopped and ended, too, without knowing where they work', async () => {
    const calc = calculator();
    calc.write(sampleDocuments('.initial', []));
    const { cli } = cliProject({}, calc);
    expect(await cli('session', 'stop')).toMatchObject({ code: 0 });
    expect(stateOf(calc)).toMatchObject({ request: { status: 'stopped' }, task_order: ['T1', 'T2'] });
    expect((await cli('session', 'status')).stdout).toContain('only its documents');
    expect(await cli('session', 'reset')).toMatchObject({ code: 0 });
    expect(await cli('session', '--merge')).toMatchObject({ code: 2 });
  });
});

/** Everything that a program was told came to an outcome, without the request. */
function effectsIn(stdout: string): string[] {
  return stdout.split('\n').flatMap((line) => {
    const { type, data } = (line === '' ? {} : JSON.parse(line)) as { type?: string; data?: { effect?: string } };
    const isOutcome = type !== undefined && type !== 'agent' && type !== 'check' && !type.startsWith('effect_');
    const isPreparation = /\/(?:prepare|baseline)#/.test(data?.effect ?? '');
    return isOutcome && data?.effect !== undefined && !isPreparation ? [data.effect.slice('R1/'.length)] : [];
  });
}

function expectKept(
  calc: RunProject,
  foreign: Record<string, string>,
  looksLikeAnswer: (name: string) => boolean,
): void {
  const kept = Object.keys(foreign).filter((name) => looksLikeAnswer(name) && !name.endsWith('test-result.yaml'));
  expect(kept.length).toBeGreaterThan(3);
  for (const name of kept) expect(fs.readFileSync(path.join(calc.folder, name), 'utf8'), name).toBe(foreign[name]);
}

interface State {
  readonly request: object;
  readonly task_order: readonly string[];
  readonly tasks: Readonly<Record<string, { status: string; subtasks: Readonly<Record<string, object>> }>>;
}

function stateOf({ folder }: RunProject): State {
  return JSON.parse(fs.readFileSync(path.join(folder, FOLDER, 'state.json'), 'utf8')) as State;
}

function sampleDocuments(which: string, names: readonly string[]): Record<string, string> {
  return {
    [`${FOLDER}/session.json`]: sample(`session${which}.json`),
    [`${FOLDER}/state.json`]: sample(`session-state${which}.json`),
    ...Object.fromEntries(
      names.map((name) => [`${FOLDER}/contracts/R1/${name}.yaml`, sample(`${path.basename(name)}.yaml`)]),
    ),
  };
}

/** The calculator's, one task with one subtask. */
function documents(phase: string): Record<string, string> {
  const state = JSON.parse(sample('session-state.json')) as { request: object };
  const subtask = { name: 'mul', status: 'in_progress', phase, gates: { 'GATE-1': 'passed' } };
  const T1 = {
    name: 'Functions of T1',
    status: 'in_progress',
    current_subtask: 'T1-S1',
    subtasks: { 'T1-S1': subtask },
    subtask_order: ['T1-S1'],
  };
  return {
    [`${FOLDER}/session.json`]: sample('session.json'),
    [`${FOLDER}/state.json`]: JSON.stringify({ ...state, tasks: { T1 }, task_order: ['T1'] }),
  };
}

function contracts(): Record<string, string> {
  const head = 'version: 1 # by hand\nrequest_id: R1\ncreated_at: "2024-01-15T10:00:00Z"\n';
  const refs = 'file_refs: [{ entity: mul, path: src/mul.js, status: to_create }]\n';
  const named: Record<string, string> = {
    explored: `created_by: code-explore
project_manifest: { claude_md: null, agents_md: null }
explored_files: []
directory_structure: { src: functions }
`,
    'task-breakdown': `created_by: planner
original_request: XX컨트롤러 구현해줘
objective: More functions
tasks:
  - id: T1
    name: Functions of T1
    objective: mul
    subtasks: [{ id: T1-S1, name: mul, description: multiplies }]
assumptions: []
task_order: [T1]
`,
    'T1/design-brief': `task_id: T1
created_by: orchestrator
task_name: Functions of T1
objective: mul
subtasks: [{ id: T1-S1, name: mul }]
completion_criteria: [it multiplies]
scope_in: [multiplication]
scope_out: []
${refs}`,
    'T1/design-contract': `task_id: T1
created_by: architect
task_name: Functions of T1
invariants: [{ id: INV-1, rule: pure functions }]
interfaces: []
boundaries: []
layer_assignments: []
${refs}`,
    'T1/T1-S1/test-contract': `task_id: T1
subtask_id: T1-S1
created_by: qa-engineer
subtask_name: mul
test_cases:
  - { id: TC-1, name: works, target: mul, given: numbers, when: mul(3\\, 4), then: "12", category: happy_path }
coverage_targets: [mul]
test_file_path: test/mul.test.js
`.replace('mul(3\\, 4)', 'it is called'),
  };
  return Object.fromEntries(
    Object.entries(named).map(([name, text]) => [`${FOLDER}/contracts/R1/${name}.yaml`, `${head}${text}`]),
  );
}

/** Java that nobody compiles, and tests that read it. */
function sampleScript() {
  const place = (letter: string) => `src/main/java/com/example/controller/${letter}Controller.java`;
  const [a, b] = [place('A'), place('B')];
  const service = 'class AService {\n  Result<AResponse, AError> getData(ARequest request) { return null; }\n}\n';
  const written: readonly [file: string, text: string, Pick<Part, 'id' | 'name'>][] = [
    [a, 'class AController {}\n', { id: 'T1-S2', name: '테스트 작성' }],
    [a, `class AController {}\n${service}`, { id: 'T1-S3', name: '컨트롤러 구현' }],
    [b, 'class BController {}\n', { id: 'T2-S1', name: '테스트 작성' }],
    [b, 'class BController {}\nclass BService {}\n', { id: 'T2-S2', name: '컨트롤러 구현' }],
  ];
  return {
    architect: [
      {
        answer: {
          ...(designs([mul]).answer as object),
          task_name: 'b API 구현',
          file_refs: [{ entity: 'BController', path: b, status: 'to_create' }],
        },
      },
    ],
    'qa-engineer': written.flatMap(([file, text, { id, name }]) => {
      const code = { id, name, code: text, call: '', result: 0 };
      const invariants = id.startsWith('T1') ? ['INV-1', 'INV-2'] : ['INV-1'];
      const reads = `import test from 'node:test';
import assert from 'node:assert';
import fs from 'node:fs';
test('TC-1 has it', () => assert.ok(fs.readFileSync('${file}', 'utf8').includes(${JSON.stringify(text)})));
`;
      const step = writesTests(code, reads);
      return [
        {
          ...step,
          edit: { [`test/${id}.test.js`]: reads },
          answer: { ...(step.answer as object), test_file_path: `test/${id}.test.js` },
        },
        verifies(),
        judgesAll([...invariants, 'SCOPE-1', 'SCOPE-2'], file, text),
      ];
    }),
    implementer: written.map(([file, text]): RehearsalStep => ({ edit: { [file]: text } })),
  };
}

function judgesAll(invariants: readonly string[], file: string, quote: string): RehearsalStep {
  return {
    answer: { judgements: invariants.map((invariant) => ({ invariant, holds: true, file, quote, reason: 'seen' })) },
  };
}
