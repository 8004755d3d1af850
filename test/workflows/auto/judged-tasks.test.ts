import { describe, expect, test } from 'vitest';
import type { ProofFinding } from '../../../src/schema/proof-finding.ts';
import { heldRepair } from '../../../src/workflows/auto/graph-state.ts';
import { judgePhase } from '../../../src/workflows/auto/judge-task.ts';
import { type GraphScenario, sha, startGraph, task } from './graph-scenario.ts';

const ITEM = { key: 'test/a.test.js > adds', file: 'test/a.test.js', before: 'aa', after: 'bb' };
const SUPERSEDED: ProofFinding = { code: 'superseded', items: [ITEM] };
const UNPROVEN: ProofFinding = { code: 'unproven', files: ['src/a.js'] };
const FLAKY: ProofFinding = { code: 'newly_flaky', tests: ['a'], own: false };
const ALLOW = { code: 'superseded', key: ITEM.key, allow: true, quote: 'Adding rounds.', reason: '' };
const POLICY = { superseded: 'review', has_acceptance: false } as const;

function worked(tasks = ['T1.1', 'T1.2: T1.1', 'T1.3']): GraphScenario {
  return startGraph(tasks).outcome('auto/T1.1/work');
}

function judged(
  scenario: GraphScenario,
  findings: readonly ProofFinding[],
  policy: { superseded: 'review' | 'ask' | 'reject'; has_acceptance: boolean } = POLICY,
): GraphScenario {
  const effect = scenario.effect('auto/T1.1/merge');
  return scenario.record('task_judged', { effect, id: 'T1.1', findings: [...findings], policy });
}

function reviewed(scenario: GraphScenario, answers: readonly (typeof ALLOW)[]): GraphScenario {
  const effect = scenario.effect('auto/T1.1/review');
  return scenario.record('task_reviewed', { effect, id: 'T1.1', calls: [], seconds: 1, answers: [...answers] });
}

describe('work that has to be looked at', () => {
  test('is reviewed, then merged, and the queue goes on meanwhile', () => {
    const scenario = judged(worked(), [SUPERSEDED]);
    expect(scenario.due()).toContain('T1.1/review#1');
    scenario.outcome('auto/T1.3/work').outcome('auto/T1.3/merge');
    reviewed(scenario, [ALLOW]);
    expect(scenario.due()).toEqual(['T1.1/merge#2']);
    expect(scenario.task('T1.1').allowed).toEqual([{ ...ALLOW, by: 'reviewer' }]);
    scenario.outcome('auto/T1.1/merge');
    expect(scenario.statuses()).toMatchObject({ 'T1.1': 'completed' });
  });

  test('is not looked at again with the same contents, and is with others', () => {
    const scenario = reviewed(judged(worked(), [SUPERSEDED]), [ALLOW]);
    judged(scenario, [{ code: 'superseded', items: [ITEM, { ...ITEM, key: 'other' }] }]);
    expect(scenario.task('T1.1').findings).toEqual([{ code: 'superseded', items: [{ ...ITEM, key: 'other' }] }]);
  });

  test('waits for a person where the reviewer releases only a part of it', () => {
    const scenario = reviewed(judged(worked(), [SUPERSEDED, FLAKY]), [ALLOW]);
    expect(scenario.task('T1.1')).toMatchObject({ next: 'hold', findings: [FLAKY] });
  });

  test('waits for a person where no answer can be had', () => {
    const scenario = judged(worked(), [SUPERSEDED]);
    const effect = scenario.effect('auto/T1.1/review');
    scenario.record('review_failed', { effect, id: 'T1.1', calls: [], seconds: 1, reason: 'no agent' });
    expect(scenario.task('T1.1').next).toBe('hold');
  });

  test('is looked at again after a new attempt: what was let pass was another work', () => {
    const scenario = judged(worked(), [FLAKY]);
    reviewed(scenario, [{ ...ALLOW, code: 'newly_flaky', key: null as never }]);
    expect(scenario.task('T1.1').let_pass).toEqual(['newly_flaky']);
    scenario.fail('T1.1').outcome('auto/T1.1/wait').outcome('auto/T1.1/work');
    expect(scenario.task('T1.1').let_pass).toBeUndefined();
  });
});

describe('work that is held', () => {
  const held = (): GraphScenario => judged(worked(), [SUPERSEDED], { ...POLICY, superseded: 'ask' });

  test('stays in progress, has no worktree, and only what needs it waits', () => {
    const scenario = held();
    expect(scenario.statuses()).toEqual({ 'T1.1': 'in_progress', 'T1.2': 'pending', 'T1.3': 'ready' });
    expect(scenario.due()).toEqual(['T1.3/work#1']);
    expect(scenario.state.merging).toEqual([]);
  });

  test('keeps no other task from its files', () => {
    const scenario = startGraph([task('T1.1', { files: ['a'] }), task('T1.3', { files: ['a'] })]);
    judged(scenario.outcome('auto/T1.1/work'), [SUPERSEDED], { ...POLICY, superseded: 'ask' });
    expect(scenario.due()).toEqual(['T1.3/work#1']);
  });

  test('does not keep its phase from ending, nor the next from beginning', () => {
    const scenario = judged(worked(['T1.1', 'T2.1']), [SUPERSEDED], { ...POLICY, superseded: 'ask' });
    scenario.outcome('auto/phase-merge').outcome('auto/deliver').outcome('auto/begin').complete('T2.1');
    expect(scenario.statuses()).toEqual({ 'T1.1': 'in_progress', 'T2.1': 'completed' });
    scenario.outcome('auto/phase-merge').outcome('auto/deliver');
    expect(scenario.state.stage.at).toBe('done');
  });

  test('joins the phase that is here once a person allows it', () => {
    const scenario = judged(worked(['T1.1', 'T2.1']), [SUPERSEDED], { ...POLICY, superseded: 'ask' });
    scenario.outcome('auto/phase-merge').outcome('auto/deliver').outcome('auto/begin');
    scenario.record('task_answered', { id: 'T1.1', answers: [ALLOW] });
    expect(scenario.due()).toContain('T1.1/merge#2');
  });

  test('is merged after the last phase, too', () => {
    const scenario = held().complete('T1.3').outcome('auto/phase-merge').outcome('auto/deliver');
    expect(scenario.state.stage.at).toBe('done');
    scenario.record('task_answered', { id: 'T1.1', answers: [ALLOW] });
    scenario.outcome('auto/begin').outcome('auto/T1.1/merge').complete('T1.2');
    scenario.outcome('auto/phase-merge').outcome('auto/deliver');
    expect(scenario.statuses()).toEqual({ 'T1.1': 'completed', 'T1.2': 'completed', 'T1.3': 'completed' });
  });

  test('goes back to an agent when the person refuses it, with the reason', () => {
    const answers = [{ ...ALLOW, allow: false, reason: 'Callers need it.' }];
    const scenario = held().record('task_answered', { id: 'T1.1', answers });
    expect(scenario.due()).toContain('T1.1/work#2');
    expect(scenario.task('T1.1')).toMatchObject({
      findings: [SUPERSEDED],
      mishaps: null,
      refused: ['Callers need it.'],
    });
    scenario.outcome('auto/T1.1/work');
    expect(scenario.task('T1.1').refused).toBeUndefined();
  });

  test('can be skipped, completed, reopened and given up', () => {
    const [skipped, completed, reopened, failed] = [held(), held(), held(), held()];
    expect(skipped.record('task_skipped', { id: 'T1.1' }).task('T1.1').status).toBe('completed');
    expect(completed.record('task_completed', { id: 'T1.1' }).task('T1.1').status).toBe('completed');
    expect(reopened.record('task_reopened', { id: 'T1.1' }).due()).toContain('T1.1/work#2');
    expect(failed.record('task_failed', { id: 'T1.1' }).statuses()).toMatchObject({ 'T1.2': 'blocked' });
  });
});

describe('work that is sent back', () => {
  test('is no failed attempt, and is sent back once', () => {
    const scenario = judged(worked(), [UNPROVEN]);
    expect(scenario.task('T1.1')).toMatchObject({ mishaps: null, sent_back: ['unproven'], findings: [UNPROVEN] });
    scenario.outcome('auto/T1.1/work');
    judged(scenario, [UNPROVEN], { ...POLICY, has_acceptance: true });
    expect(scenario.task('T1.1').next).toBe('review');
  });

  test('is begun from where it was left', () => {
    const scenario = judged(worked(), [UNPROVEN]);
    expect(scenario.task('T1.1').work).toEqual(sha('c'));
  });
});

test('what one agent wrote with its own tests is probed before it is merged', () => {
  const scenario = startGraph(['T1.1']);
  const effect = scenario.effect('auto/T1.1/work');
  const data = { effect, id: 'T1.1', calls: [], seconds: 1, work: sha('c'), result: null, probe: true };
  scenario.record('worked', data);
  expect(scenario.due()).toEqual(['T1.1/probe#1']);
  scenario.outcome('auto/T1.1/probe').outcome('auto/T1.1/merge');
  expect(scenario.statuses()).toEqual({ 'T1.1': 'completed' });
});

test('what was accepted with a note is kept with the task', () => {
  const scenario = worked();
  const effect = scenario.effect('auto/T1.1/merge');
  const listed: ProofFinding[] = [{ code: 'flaky', tests: ['a'] }];
  scenario.record('task_merged', { effect, id: 'T1.1', tip: sha('d'), listed });
  expect(scenario.task('T1.1').findings).toEqual(listed);
});

test('what a reviewer allows of a repair is not raised again, and is reported', () => {
  const scenario = startGraph(['T1.1']).complete('T1.1');
  const mishap = { kind: 'tests_red', message: 'a', evidence: '', fingerprint: 'a' };
  scenario.record('phase_red', { effect: scenario.effect('auto/phase-merge-1'), mishap, retry_limit: 3 });
  const effect = scenario.effect('auto/repair-1');
  scenario.record('repaired', { effect, calls: [], tip: sha('e'), findings: [SUPERSEDED], answers: [ALLOW] });
  expect(scenario.state.allowed).toEqual([{ code: 'superseded', key: ITEM.key, before: 'aa', after: 'bb' }]);
  expect(scenario.state.repairs).toEqual([{ phase: 1, ...ALLOW, by: 'reviewer' }]);
  expect(judgePhase(scenario.state, [SUPERSEDED]).verdict).toBe('accept');
  expect(judgePhase(scenario.state, [{ ...SUPERSEDED, items: [{ ...ITEM, after: 'cc' }] }]).verdict).toBe('review');
});

describe('a repair that waits for a person', () => {
  const held = (): GraphScenario => {
    const scenario = startGraph(['T1.1']).complete('T1.1');
    const mishap = { kind: 'tests_red', message: 'a', evidence: '', fingerprint: 'a' };
    scenario.record('phase_red', { effect: scenario.effect('auto/phase-merge-1'), mishap, retry_limit: 3 });
    const effect = scenario.effect('auto/repair-1');
    const findings = [SUPERSEDED, FLAKY];
    return scenario.record('repair_held', { effect, calls: [], tip: sha('e'), findings, answers: [ALLOW] });
  };
  const answer = { ...ALLOW, code: 'newly_flaky', key: null as never };

  test('rests until it is answered, whoever starts it again', () => {
    const scenario = held();
    const base = { branch: 'main', ...sha('a') };
    scenario.record('started', { base, mode: 'ultra-thin', plan: 'TASKS.md' });
    expect(scenario.due()).toEqual([]);
    expect(heldRepair(scenario.state)).toMatchObject({ id: 'phase-1', findings: [FLAKY] });
    expect(scenario.state.repairs).toEqual([{ phase: 1, ...ALLOW, by: 'reviewer' }]);
  });

  test('is merged as it is once all of it is allowed', () => {
    const scenario = held().record('repair_answered', { answers: [answer] });
    expect(scenario.state.tip).toEqual(sha('e'));
    expect(scenario.due()).toEqual(['phase-merge-1#2']);
    expect(scenario.state.repairs?.map(({ by }) => by)).toEqual(['reviewer', 'person']);
  });

  test('is done again, with the reason, when it is refused', () => {
    const scenario = held().record('repair_answered', { answers: [{ ...answer, allow: false, reason: 'Not so.' }] });
    expect(scenario.due()).toEqual(['repair-1#2']);
    expect(scenario.state.stage).toMatchObject({ mishaps: { count: 2, last: { message: 'Not so.' } } });
  });
});

test.each<readonly [ProofFinding, string]>([
  [{ code: 'new_failures', tests: [{ id: 'a', reason: '' }] }, 'reject'],
  [{ code: 'lost_tests', tests: ['a'] }, 'reject'],
  [{ code: 'newly_flaky', tests: ['a'], own: false }, 'review'],
  [{ code: 'failed_before', tests: ['a'] }, 'accept'],
  [UNPROVEN, 'accept'],
])('of a phase: %j: %s', (finding, verdict) => {
  expect(judgePhase({}, [finding]).verdict).toBe(verdict);
});
