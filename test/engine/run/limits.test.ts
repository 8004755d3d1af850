import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { catchFailure } from '../../../src/base/failure.ts';
import { exitOf } from '../../../src/cli/exit.ts';
import { resumeRun } from '../../../src/engine/operations/runs/decide.ts';
import { configDefaults } from '../../../src/schema/config/defaults.ts';
import type { ConfigGlobal } from '../../../src/schema/config/settings.ts';
import { conductAll, playRun, type RunScenario, startRunIn } from '../../support/conduct-run.ts';
import { PASS, QUESTION, rehearsed, type RunProject, runProject } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(3);

const right = { edit: { 'answer.txt': 'right\n' } };
/** Longer than any of these runs may take. */
const FOR_EVER = 600_000;

describe.concurrent('an agent that takes longer than it is meant to', () => {
  test('is told of and goes on, when that warns', async () => {
    const project = runProject({ config: { global: global({ timeouts: 2_000 }) } });
    const { run, progress } = await playRun(project, {
      roles: { builder: [{ ...right, delay_ms: 3_000 }] },
      approves: false,
    });
    expect(run.step.at).toBe('ready_for_merge');
    const late = progress.filter(({ kind }) => kind === 'overtime');
    expect(late).toEqual([{ kind: 'overtime', role: 'builder', afterMs: 2_000 }]);
  });

  test('is ended all the same when it takes four times as long', async () => {
    const never = { enabled: false, max_attempts: 2, recoverable_errors: [] };
    const project = runProject({ config: { global: global({ timeouts: 1_000, auto_retry: never }) } });
    const { run } = await playRun(project, { roles: { builder: [{ delay_ms: FOR_EVER }] } });
    expect(run.step).toMatchObject({ at: 'failed', error: 'timeout' });
    expect(run.agents.builder.error).toMatch(/^timeout: ended after \d+ m?s$/);
  });

  test('is begun again, when that means retry', async () => {
    const project = runProject({ config: { global: global({ timeouts: 2_500, timeout_action: 'retry' }) } });
    const roles = { builder: [{ delay_ms: FOR_EVER }, right] };
    const { run, events } = await playRun(project, { roles, approves: false });
    expect(run).toMatchObject({ step: { at: 'ready_for_merge' }, iteration: 1 });
    expect(kindsOf(events)).toEqual(['timeout']);
    expect(fs.existsSync(path.join(project.run(), 'builder/error.flag'))).toBe(false);
    expect(project.read('builder/done.flag')).toBe('');
  });

  test('ends the run until it is resumed, when that means stop', async () => {
    const project = runProject({ config: { global: global({ timeouts: 2_500, timeout_action: 'stop' }) } });
    const open = await begun(project, { roles: { builder: [{ delay_ms: FOR_EVER }, right] } });
    await conductAll(open);
    expect(open.state().step).toMatchObject({ at: 'stopped', before: { at: 'build' } });
    expect(open.state().agents.builder.status).toBe('timeout');
    expect(flagOf(project, 'builder')).toEqual({
      agent: 'builder',
      kind: 'timeout',
      message: expect.stringMatching(/^ended after \d+ m?s$/),
      attempt: 1,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    expect(fs.existsSync(path.join(project.run(), 'builder/done.flag'))).toBe(false);
    expect((await catchFailure(() => resumeRun(open))).ok).toBe(true);
    await conductAll(open, { approves: false });
    expect(open.state().step.at).toBe('ready_for_merge');
    await open.close();
  });
});

describe.concurrent('a call that crashes', () => {
  test('is repeated as often as auto_retry says, then the run has failed, and says how often it was tried', async () => {
    const project = runProject();
    const open = await begun(project, {
      roles: { builder: [{ fail: 'crash' }, { fail: 'crash' }, { say: 'Oh.', fail: 'crash' }, right] },
    });
    await conductAll(open);
    expect(open.state().step).toMatchObject({ at: 'failed', error: 'crash' });
    expect(flagOf(project, 'builder')).toMatchObject({ kind: 'crash', message: 'Oh.', attempt: 3 });
    expect((await catchFailure(() => resumeRun(open))).ok).toBe(true);
    await conductAll(open, { approves: false });
    expect(open.state().step.at).toBe('ready_for_merge');
    await open.close();
  });

  test('for want of an account is not repeated', async () => {
    const project = runProject();
    const { run, events } = await playRun(project, { roles: { refiner: [{ fail: 'billing', say: 'why' }] } });
    expect(run.step).toMatchObject({ at: 'failed', error: 'auth' });
    expect(kindsOf(events)).toEqual(['auth']);
    expect(flagOf(project, 'briefing')).toMatchObject({ agent: 'refiner', kind: 'auth', message: 'why' });
  });
});

describe.concurrent('a limit', () => {
  test('of the provider is waited out, and is no attempt', async () => {
    const project = runProject();
    const started = await startRunIn(project);
    if (!started.ok) throw new Error(started.error.code);
    const { open, events, progress } = started.value;
    let until = Number.POSITIVE_INFINITY;
    open.store.watch(({ event }) => {
      if (event.type !== 'refined') return;
      until = Date.now() + 4_000;
      const resume_at = new Date(until).toISOString();
      rehearsed(project.home, { builder: [{ ...right, fail: 'rate_limit', resume_at }] });
    });
    await conductAll(open, { approves: false });
    expect(open.state()).toMatchObject({ step: { at: 'ready_for_merge' }, repeats: 0, iteration: 1 });
    await open.close();
    expect(kindsOf(events)).toEqual([]);
    expect(progress.some((told) => told.kind === 'agent' && told.event.type === 'limit')).toBe(true);
    expect(Date.now()).toBeGreaterThanOrEqual(until);
  });

  test('of all that may be spent, reached in the middle of a call, pauses the run, too', async () => {
    const limited = (total_cost_usd: number) => ({ version: 1, limits: { total_cost_usd } });
    const project = runProject({ config: { agents: limited(0.5) } });
    const open = await begun(project, { roles: { builder: [{ ...right, usage: { cost_usd: 0.7 } }] } });
    expect(await conductAll(open)).toMatchObject({
      ok: false,
      error: { code: 'budget.reached', params: { limit: 0.5 } },
    });
    expect(open.state().step.at).toBe('build');
    project.write({ '.orchestral/config/agents.json': JSON.stringify(limited(5)) });
    expect(await conductAll(open, { approves: false })).toEqual({ ok: true, value: undefined });
    expect(open.state()).toMatchObject({ step: { at: 'ready_for_merge' }, iteration: 1 });
    await open.close();
  });

  test('of all that may be spent pauses the run, which goes on once there is more', async () => {
    const limited = (total_cost_usd: number) => ({ version: 1, limits: { total_cost_usd } });
    const project = runProject({ config: { agents: limited(0.5) } });
    const open = await begun(project, { roles: { builder: [{ ...right, usage: { cost_usd: 0.5 } }] } });
    expect(await conductAll(open)).toMatchObject({
      ok: false,
      error: { code: 'budget.reached', params: { limit: 0.5, spent: 0.5 } },
    });
    expect(exitOf['budget.reached']).toBe(3);
    expect(open.state().step.at).toBe('verify');
    project.write({ '.orchestral/config/agents.json': JSON.stringify(limited(5)) });
    expect(await conductAll(open, { approves: false })).toEqual({ ok: true, value: undefined });
    expect(open.state()).toMatchObject({ step: { at: 'ready_for_merge' }, iteration: 1 });
    await open.close();
  });
});

describe.concurrent('a Refiner', () => {
  const ready = { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [] };
  const asking = (question: string) => ({
    answer: { ...ready, status: 'needs_human', refined: '', crp: { ...QUESTION, question } },
  });
  const filling = (category: string) => ({
    answer: { ...ready, auto_filled: [{ category, item: 'x', value: 'y', rationale: 'z' }] },
  });

  test('may ask as often as max_refinement_iterations says, then the run has failed', async () => {
    const project = runProject();
    const { run } = await playRun(project, { roles: { refiner: [asking('One?'), asking('Two?'), asking('Three?')] } });
    expect(run.consultations).toHaveLength(2);
    expect(run.step).toMatchObject({ at: 'failed', error: 'limit', before: { at: 'refine' } });
    expect(flagOf(project, 'briefing').message).toContain('max_refinement_iterations');
  });

  test('that fills in what is forbidden has it sent back', async () => {
    const project = runProject();
    const roles = { refiner: [filling('architecture'), filling('naming')] };
    const { run, events } = await playRun(project, { roles, approves: false });
    expect(run.step.at).toBe('ready_for_merge');
    const refined = events.find(({ type }) => type === 'refined');
    expect(refined?.data).toMatchObject({ calls: [{ tries: 2 }] });
    expect(JSON.parse(project.read('briefing/clarifications.json')).auto_filled).toMatchObject([
      { category: 'naming' },
    ]);
  });

  test('may fill in what is not forbidden when the briefing leaves it to it, and no more', async () => {
    const refiner = [filling('layout'), filling('security'), filling('layout')];
    const delegated = await playRun(runProject(), { briefing: '알아서 해 줘', roles: { refiner }, approves: false });
    expect(delegated.events.find(({ type }) => type === 'refined')?.data).toMatchObject({ calls: [{ tries: 1 }] });
    const stubborn = await playRun(runProject(), { briefing: 'Do it.', roles: { refiner: [filling('layout')] } });
    expect(stubborn.run.step).toMatchObject({ at: 'failed', error: 'validation' });
  });
});

test('an agent that asks again what was answered has failed, instead of asking for ever', async () => {
  const gatekeeper = [{ answer: { ...PASS, verdict: 'NEEDS_HUMAN', crp: QUESTION } }];
  const { run } = await playRun(runProject(), { roles: { gatekeeper } });
  expect(run.consultations).toHaveLength(1);
  expect(run.step).toMatchObject({ at: 'failed', error: 'limit', before: { at: 'gate' } });
});

interface Changed extends Partial<Omit<ConfigGlobal, 'timeouts'>> {
  readonly timeouts?: number;
}

/** The Builder's timeout; the others have all the time they need. */
function global({ timeouts: builder = 0, ...changed }: Changed): ConfigGlobal {
  const { timeouts, ...usual } = configDefaults.global;
  return { ...usual, ...changed, timeouts: { ...timeouts, builder } };
}

async function begun(project: RunProject, playing: RunScenario) {
  const started = await startRunIn(project, playing);
  if (!started.ok) throw new Error(started.error.code);
  return started.value.open;
}

function kindsOf(events: Awaited<ReturnType<typeof playRun>>['events']): string[] {
  return events.flatMap(({ type, data }) => (type === 'step_failed' ? [data.kind] : []));
}

function flagOf(project: RunProject, folder: string): { readonly message: string } {
  return JSON.parse(project.read(`${folder}/error.flag`)) as { readonly message: string };
}
