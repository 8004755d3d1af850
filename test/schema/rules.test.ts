import { describe, expect, it } from 'vitest';
import { decodeAny, encodeAny } from '../../src/schema/codec-any.ts';
import type { DocumentName, DocumentOf } from '../../src/schema/documents.ts';
import type { PlaceIds } from '../../src/schema/places.ts';
import { fixtureOf } from './fixtures.ts';

/** What the sample of a document lacks after a change, as `path rule`. */
function brokenBy<N extends DocumentName>(name: N, change: (value: DocumentOf<N>) => void, place?: PlaceIds): string[] {
  const decoded = decodeAny(name, fixtureOf(name).text);
  if (!decoded.ok) throw new Error('the sample does not validate');
  change(decoded.value);
  const again = decodeAny(name, encodeAny(name, decoded.value), place);
  if (again.ok) return [];
  return again.error.map(({ path, expected }) => `${path} ${expected.kind === 'rule' ? expected.rule : expected.kind}`);
}

describe('session-state', () => {
  it('lets orders name ids that have no entry yet', () => {
    expect(brokenBy('session-state', (state) => state.task_order.push('T3'))).toEqual([]);
  });
  it('wants every entry once in its order', () => {
    expect(brokenBy('session-state', (state) => state.task_order.push('T1'))).toEqual([
      'task_order[2] order-has-duplicate',
    ]);
    expect(brokenBy('session-state', (state) => state.task_order.shift())).toEqual(['tasks.T1 missing-from-order']);
    expect(brokenBy('session-state', (state) => state.tasks['T1']?.subtask_order.push('T1-S1'))).toEqual([
      'tasks.T1.subtask_order[3] order-has-duplicate',
    ]);
    expect(brokenBy('session-state', (state) => state.tasks['T1']?.subtask_order.shift())).toEqual([
      'tasks.T1.subtasks.T1-S1 missing-from-order',
    ]);
  });
  it('wants subtask ids to begin with the id of their task', () => {
    const broken = brokenBy('session-state', (state) => {
      const task = state.tasks['T1'];
      if (task === undefined) throw new Error('no T1');
      task.current_subtask = 'T11-S1';
      task.subtask_order.push('T2-S1');
    });
    expect(broken).toEqual(['tasks.T1.current_subtask outside-its-task', 'tasks.T1.subtask_order[3] outside-its-task']);
  });
});

describe('contracts', () => {
  it('task-breakdown: tasks once, in their order, with their own subtasks', () => {
    expect(brokenBy('task-breakdown', (plan) => plan.task_order.push('T1'))).toEqual([
      'task_order[2] order-has-duplicate',
    ]);
    expect(brokenBy('task-breakdown', (plan) => plan.task_order.pop())).toEqual(['tasks[1].id missing-from-order']);
    expect(brokenBy('task-breakdown', (plan) => plan.task_order.push('T9'))).toEqual([]);
    const broken = brokenBy('task-breakdown', ({ tasks: [first, second] }) => {
      if (first === undefined || second === undefined) throw new Error('no tasks');
      second.id = 'T1';
    });
    expect(broken).toContain('tasks[1].id duplicate-id');
    expect(broken).toContain('tasks[1].subtasks[0].id outside-its-task');
  });
  it('design-brief, design-contract, test-contract: ids once and in their task', () => {
    expect(brokenBy('design-brief', (brief) => brief.subtasks.push({ id: 'T1-S1', name: 'again' }))).toEqual([
      'subtasks[3].id duplicate-id',
    ]);
    expect(brokenBy('design-brief', (brief) => brief.subtasks.push({ id: 'T2-S1', name: 'else' }))).toEqual([
      'subtasks[3].id outside-its-task',
    ]);
    expect(brokenBy('design-contract', (contract) => contract.invariants.push({ id: 'INV-1', rule: '' }))).toEqual([
      'invariants[2].id duplicate-id',
    ]);
    expect(brokenBy('test-contract', (contract) => (contract.task_id = 'T2'))).toEqual(['subtask_id outside-its-task']);
    expect(
      brokenBy('test-contract', ({ test_cases }) => {
        for (const testCase of test_cases) testCase.id = 'TC-1';
      }),
    ).toEqual(['test_cases[1].id duplicate-id']);
  });
  it('test-result: the summary adds up', () => {
    expect(brokenBy('test-result', (result) => (result.summary.skipped = 1))).toEqual([
      'summary.total does-not-add-up',
    ]);
    expect(
      brokenBy('test-result', ({ summary }) => {
        summary.total = 5;
        summary.skipped = 3;
      }),
    ).toEqual([]);
    expect(brokenBy('test-result', (result) => (result.subtask_id = 'T2-S1'))).toEqual(['subtask_id outside-its-task']);
  });
  it('knowledge: ids once', () => {
    expect(
      brokenBy('knowledge', ({ pitfalls, decisions }) => {
        const [decision] = decisions;
        if (decision !== undefined) decisions.push(decision);
        pitfalls.push({ id: 'P2', description: '', reason: '' });
      }),
    ).toEqual(['decisions[1].id duplicate-id', 'pitfalls[2].id duplicate-id']);
  });
});

describe('auto-state', () => {
  it('knows dependencies from any list, and from checkpoints', () => {
    expect(brokenBy('auto-state', (state) => (state.dependencies['T1.1'] = ['T0.5.2']))).toEqual([]);
    expect(brokenBy('auto-state', (state) => (state.dependencies['T1.1'] = ['T9.9']))).toEqual([
      'dependencies["T1.1"][0] unknown-task',
    ]);
    expect(brokenBy('auto-state', (state) => (state.dependencies['T9.9'] = []))).toEqual([
      'dependencies["T9.9"] unknown-task',
    ]);
  });
  it('refuses a cycle and names it', () => {
    const decoded = decodeAny('auto-state', fixtureOf('auto-state').text);
    if (!decoded.ok) throw new Error('the sample does not validate');
    decoded.value.dependencies['T1.1'] = ['T1.7'];
    const again = decodeAny('auto-state', encodeAny('auto-state', decoded.value));
    const [problem] = again.ok ? [] : again.error;
    if (problem?.expected.kind !== 'rule' || problem.expected.rule !== 'cycle') throw new Error('no cycle found');
    const { cycle } = problem.expected;
    expect(cycle.at(0)).toBe(cycle.at(-1));
    for (const [i, task] of cycle.slice(0, -1).entries()) {
      expect(decoded.value.dependencies[task]).toContain(cycle[i + 1]);
    }
    expect(brokenBy('auto-state', (state) => (state.dependencies['T1.1'] = ['T1.1']))).toEqual([
      'dependencies["T1.1"] cycle',
    ]);
  });
  it('walks a chain of 100,000 tasks', () => {
    const ids = Array.from({ length: 100_000 }, (_, i) => `T1.${i}`);
    const chain = (state: DocumentOf<'auto-state'>) => {
      state.tasks = { pending: ids, ready: [], in_progress: [], completed: [], failed: [], blocked: [] };
      state.dependencies = Object.fromEntries(ids.map((id, i) => [id, i > 0 ? [`T1.${i - 1}`] : []]));
    };
    expect(brokenBy('auto-state', chain)).toEqual([]);
    const ring = (state: DocumentOf<'auto-state'>) => {
      chain(state);
      state.dependencies['T1.0'] = ['T1.99999'];
    };
    expect(brokenBy('auto-state', ring)).toHaveLength(1);
  });
  it('wants progress n/m with n at most m, and commits of 7 hex digits', () => {
    const withCheckpoint = (checkpoint: DocumentOf<'auto-state'>['checkpoints'][string]) =>
      brokenBy('auto-state', (state) => (state.checkpoints['phase_1'] = checkpoint));
    expect(withCheckpoint({ progress: '6/6' })).toEqual([]);
    expect(withCheckpoint({ progress: '7/6' })).toEqual(['checkpoints.phase_1.progress progress-over-total']);
    expect(withCheckpoint({ progress: '2 of 6' })).toEqual(['checkpoints.phase_1.progress pattern']);
    expect(withCheckpoint({ merge_commit: 'abc12345' })).toEqual(['checkpoints.phase_1.merge_commit pattern']);
    expect(withCheckpoint({ merge_commit: 'abcdefg' })).toEqual(['checkpoints.phase_1.merge_commit pattern']);
  });
});

describe('runs', () => {
  it('crp: the recommendation is one of the options, or null', () => {
    expect(brokenBy('crp', (crp) => (crp.recommendation = null))).toEqual([]);
    expect(brokenBy('crp', (crp) => (crp.recommendation = 'B'))).toEqual([]);
    expect(brokenBy('crp', (crp) => (crp.recommendation = 'C'))).toEqual(['recommendation not-an-option']);
    expect(
      brokenBy('crp', ({ options }) => {
        for (const option of options) option.id = 'A';
      }),
    ).toEqual(['options[1].id duplicate-id']);
  });
  it('vcr: the answer "other" says what', () => {
    expect(brokenBy('vcr', (vcr) => (vcr.decision = 'other'))).toEqual([]);
    expect(brokenBy('vcr', (vcr) => Object.assign(vcr, { decision: 'other', additional_notes: ' ' }))).toEqual([
      'additional_notes other-needs-notes',
    ]);
  });
  it('results and evidence: the counts add up', () => {
    expect(brokenBy('results', (results) => (results.passed += 1))).toEqual(['total does-not-add-up']);
    expect(brokenBy('evidence', (evidence) => (evidence.tests.failed = 1))).toEqual(['tests.total does-not-add-up']);
    expect(brokenBy('evidence', (evidence) => (evidence.tests.passed = 11))).toEqual([]);
  });
});

describe('the place', () => {
  const cases: [DocumentName, PlaceIds, PlaceIds, string][] = [
    ['session', { hash: 'a1b2c3d4' }, { hash: '00000000' }, 'project.hash'],
    ['knowledge', { hash: 'a1b2c3d4' }, { hash: '00000000' }, 'project.hash'],
    ['explored', { request: 'R1' }, { request: 'R2' }, 'request_id'],
    ['task-breakdown', { request: 'R1' }, { request: 'R2' }, 'request_id'],
    ['design-brief', { request: 'R1', task: 'T1' }, { request: 'R1', task: 'T2' }, 'task_id'],
    ['design-contract', { request: 'R1', task: 'T1' }, { request: 'R1', task: 'T2' }, 'task_id'],
    ['test-contract', { task: 'T1', subtask: 'T1-S2' }, { task: 'T1', subtask: 'T1-S1' }, 'subtask_id'],
    ['test-result', { task: 'T1', subtask: 'T1-S2' }, { task: 'T1', subtask: 'T1-S1' }, 'subtask_id'],
    ['run-state', { run: 'run-20240115-143022' }, { run: 'run-20240115-143023' }, 'run_id'],
    ['crp', { run: 'run-20240115-143022', crp: 'crp-001' }, { crp: 'crp-002' }, 'crp_id'],
    ['vcr', { vcr: 'vcr-001' }, { vcr: 'vcr-002' }, 'vcr_id'],
  ];
  it.each(cases)('%s has the ids of its place', (name, right, wrong, path) => {
    expect(brokenBy(name, () => {}, right)).toEqual([]);
    expect(brokenBy(name, () => {}, wrong)).toEqual([`${path} differs-from-place`]);
  });
});
