import { describe, expect, test } from 'vitest';
import type { ChangeProof } from '../../../src/schema/change-proof.ts';
import type { Vcr } from '../../../src/schema/run/consultation.ts';
import { absorb } from '../../../src/workflows/run/absorb.ts';
import { apply } from '../../../src/workflows/run/apply.ts';
import { due } from '../../../src/workflows/run/due.ts';
import type { EventData, RunEvent } from '../../../src/workflows/run/events.ts';
import type { Run, RunState } from '../../../src/workflows/run/run-state.ts';
import { run as workflow } from '../../../src/workflows/run/run.ts';
import { show } from '../../../src/workflows/run/show.ts';
import { consultation, evidence, passed } from '../../support/run-facts.ts';

const work = { commit: 'c1', tree: 't1' };
const claims = { edge_cases_tested: [], adversarial_findings: [] };
const crp = { ...consultation.crp, status: 'pending' as const };
const vcr: Vcr = { ...(consultation.vcr as Vcr), crp_id: 'crp-001' };
const failed = { ...passed, verdict: 'FAIL' as const, findings: [{ code: 'empty_diff' as const }] };
const tests = { command: 'npm test', total: 1, failed: 0, exit_code: 0 };

const proof: ChangeProof = {
  baseline: work,
  candidate: work,
  runs: [],
  findings: [],
  proven: { tests: [], count: 0 },
};

/** A run to which things happen; each comes a second after the other. */
class Story {
  state: RunState = { kind: 'unstarted' };
  #second = 0;

  constructor(max_iterations = 2) {
    this.tell({
      type: 'run_started',
      data: { run_id: 'run-20260101-000000', max_iterations, branch: 'main', commit: 'b' },
    });
  }

  tell(event: RunEvent): this {
    expect(workflow.readEvent(event.type, event.data), event.type).toEqual(event);
    this.state = apply(this.state, event, new Date(Date.UTC(2026, 0, 1, 0, 0, this.#second++)).toISOString());
    // What a snapshot keeps is all there is.
    this.state = workflow.readState(JSON.parse(JSON.stringify(this.state))) ?? { kind: 'unstarted' };
    return this;
  }

  /** The outcome of what is due. */
  outcome(event: Outcome): this {
    const effect = due(this.state)[0]?.id ?? 'none';
    this.tell({ type: 'effect_started', data: { effect } });
    return this.tell({
      type: event.type,
      data: { effect, ...('calls' in event ? { calls: [] } : {}), ...event.data },
    } as RunEvent);
  }

  to(step: 'refine' | 'build' | 'verify' | 'test' | 'gate' | 'ready_for_merge'): this {
    const max_iterations = this.run.configured_iterations;
    const gate = { ...usual.gate, data: { judgement: passed, max_iterations } };
    while (this.run.step.at !== step) this.outcome({ ...usual, gate }[this.run.step.at as keyof typeof usual]);
    return this;
  }

  get run(): Run {
    if (this.state.kind === 'unstarted') throw new Error('unstarted');
    return this.state;
  }

  get shown() {
    const documents = show(this.state);
    if (documents === undefined) throw new Error('nothing shown');
    return documents['run-state'];
  }
}

interface Outcome {
  readonly type: RunEvent['type'];
  readonly data: object;
  readonly calls?: true;
}

const usual = {
  prepare: { type: 'prepared', data: { tests } },
  refine: { type: 'refined', data: {}, calls: true },
  build: { type: 'built', data: { work }, calls: true },
  verify: { type: 'tests_written', data: { work, files: ['t'], claims }, calls: true },
  test: { type: 'tested', data: { evidence: { ...evidence, proof } } },
  gate: { type: 'gated', data: { judgement: passed, max_iterations: 2 }, calls: true },
  pack: { type: 'packed', data: {} },
  merge: { type: 'merged', data: { merge: 'm' } },
} as const satisfies Record<string, Outcome>;

const never = { enabled: false, max_attempts: 2, recoverable_errors: ['crash' as const] };
const fails = (kind: EventData<'step_failed'>['kind'], more: Partial<EventData<'step_failed'>> = {}): Outcome => ({
  type: 'step_failed',
  data: { kind, message: 'why', auto_retry: never, ...more },
  calls: true,
});
const asks = (precedent: Vcr | null = null): Outcome => ({
  type: 'asked',
  data: { crp, about: [], precedent },
  calls: true,
});
const refuted = (max_iterations = 2): Outcome => ({
  type: 'gated',
  data: { judgement: failed, max_iterations },
  calls: true,
});
const resume = (max_iterations = 2): RunEvent => ({ type: 'resume_requested', data: { max_iterations } });
const stop: RunEvent = { type: 'stop_requested', data: {} };

test('work that a version without proofs measured is measured again before it is judged', () => {
  const story = new Story().to('test').outcome({ type: 'tested', data: { evidence } });
  expect(due(story.state)).toMatchObject([{ id: 'run-20260101-000000/test#2', step: { at: 'test', work } }]);
  story.outcome(usual.test);
  expect(due(story.state)).toMatchObject([{ id: 'run-20260101-000000/gate#1', step: { at: 'gate' } }]);
  expect(story.run.proof).toEqual(proof);
});

describe('a run', () => {
  test('goes from step to step, each effect with a name of its own', () => {
    const story = new Story().to('gate').outcome(refuted());
    expect(due(story.state).map(({ id }) => id)).toEqual(['run-20260101-000000/build#2']);
    expect(story.run).toMatchObject({ iteration: 2, feedback: { from: 'gate', findings: failed.findings } });
    expect(story.shown.agents.builder).toEqual({ status: 'pending' });
    story
      .to('ready_for_merge')
      .tell({ type: 'approved', data: { commit: 'c1' } })
      .outcome(usual.merge);
    expect(story.shown).toMatchObject({ phase: 'completed', iteration: 2, pending_crp: null });
    expect(story.shown.history.map(({ phase, result }) => `${phase} ${result}`)).toEqual([
      'refine completed',
      'build completed',
      'verify completed',
      'gate FAIL',
      'build completed',
      'verify completed',
      'gate PASS',
      'ready_for_merge approved',
      'ready_for_merge merged',
    ]);
    expect(due(story.state)).toEqual([]);
  });

  test('that was stopped in the middle of a step goes on with that step', () => {
    const story = new Story().to('build');
    const [before] = due(story.state);
    story.tell({ type: 'effect_started', data: { effect: before?.id ?? '' } }).tell(stop);
    expect([story.shown.phase, story.shown.agents.builder.status, due(story.state)]).toEqual([
      'stopped',
      'pending',
      [],
    ]);
    expect(story.tell(resume()).run.step.at).toBe('build');
    expect(due(story.state)[0]?.id).toBe(before?.id);
  });

  test('that was stopped while it waited waits again, unless it was answered meanwhile', () => {
    const waiting = new Story().to('refine').outcome(asks()).tell(stop);
    expect(waiting.tell(resume()).shown).toMatchObject({
      phase: 'waiting_human',
      pending_crp: 'crp-001',
      agents: { refiner: { status: 'waiting_human' } },
    });
    const answered = new Story().to('refine').outcome(asks()).tell(stop).tell({ type: 'answered', data: { vcr } });
    expect(answered.shown).toMatchObject({ phase: 'stopped', pending_crp: null });
    expect(answered.tell(resume()).run.step).toEqual({ at: 'refine' });
  });

  test.each(['ready_for_merge'] as const)('that waits for approval is not stopped', (at) => {
    expect(new Story().to(at).tell(stop).run.step.at).toBe(at);
  });
});

describe('a step that failed', () => {
  test('is repeated as often as it may be, then the run has failed; resuming counts anew', () => {
    const story = new Story().to('build');
    const twice = fails('crash', { auto_retry: { ...never, enabled: true } });
    story.outcome(twice).outcome(twice);
    expect(story.run.step.at).toBe('build');
    expect(story.shown.agents.builder).toMatchObject({ status: 'failed', error: 'crash: why' });
    story.outcome(twice);
    expect(story.run.step).toMatchObject({ at: 'failed', error: 'crash', before: { at: 'build' } });
    expect(story.shown.phase).toBe('failed');
    story.tell(resume());
    expect([story.run.step.at, story.run.repeats, story.shown.agents.builder.status]).toEqual(['build', 0, 'pending']);
    expect(due(story.state)[0]?.id).toBe('run-20260101-000000/build#4');
  });

  test('by a limit that no repeating helps with fails the run at once', () => {
    expect(new Story().to('verify').outcome(fails('limit')).run.step).toMatchObject({ at: 'failed', error: 'limit' });
  });

  test('because it changed what it may not is tried once more with the list; resuming counts anew', () => {
    const strayed = { type: 'strayed', calls: true, data: { files: ['src/a.ts'], message: 'why' } } satisfies Outcome;
    const story = new Story().to('verify').outcome(strayed);
    expect(story.run).toMatchObject({ step: { at: 'verify' }, strayed: ['src/a.ts'] });
    story.outcome(strayed);
    expect(story.run.step).toMatchObject({ at: 'failed', before: { at: 'verify' } });
    expect(story.tell(resume()).run.strayed).toBeUndefined();
    const again = new Story().to('verify').outcome(strayed).to('test');
    expect(again.run.strayed).toBeUndefined();
  });

  test('in a log that says itself how often it is repeated, is', () => {
    const older = fails('crash', { repeats: 1, otherwise: 'stopped' });
    const story = new Story().to('build').outcome(older);
    expect(story.run.step.at).toBe('build');
    expect(story.outcome(older).run.step).toMatchObject({ at: 'stopped', before: { at: 'build' } });
  });

  test('for want of time may stop the run instead', () => {
    const story = new Story().to('gate').outcome(fails('timeout', { timeout_action: 'stop' }));
    expect(story.run.step).toMatchObject({ at: 'stopped', before: { at: 'gate' } });
    expect(story.shown.agents.gatekeeper).toMatchObject({ status: 'timeout' });
    expect(story.tell(resume()).run.step.at).toBe('gate');
  });
});

describe('a question', () => {
  test('holds the run until it is answered, then the step that asked comes again', () => {
    const story = new Story().to('build').outcome(asks());
    expect(story.shown).toMatchObject({ phase: 'waiting_human', pending_crp: 'crp-001' });
    expect(due(story.state)).toEqual([]);
    story.tell({ type: 'answered', data: { vcr: { ...vcr, crp_id: 'crp-009' } } });
    expect(story.run.step.at).toBe('waiting');
    story.tell({ type: 'answered', data: { vcr } });
    expect(story.run).toMatchObject({ step: { at: 'build' }, consultations: [{ vcr, crp: { status: 'resolved' } }] });
    story.tell({ type: 'answered', data: { vcr: { ...vcr, decision: 'B' } } });
    expect(story.run.consultations[0]?.vcr?.decision).toBe('A');
  });

  test('that an earlier run answered is answered at once, and says so', () => {
    const story = new Story().to('gate').outcome(asks(vcr));
    expect(story.run).toMatchObject({ step: { at: 'gate' }, consultations: [{ vcr, by_precedent: true }] });
    expect(story.shown.history.slice(-2).map(({ result }) => result)).toEqual(['NEEDS_HUMAN', 'answered']);
  });
});

describe('a person', () => {
  test('who rejects at the last round ends the run, until there are more rounds', () => {
    const story = new Story(1).to('ready_for_merge').tell({ type: 'rejected', data: { reason: 'Too slow.' } });
    expect(story.run).toMatchObject({ step: { at: 'failed', error: 'max_iterations' }, iteration: 1 });
    expect(story.tell(resume(1)).run.step.at).toBe('failed');
    story.tell({ type: 'limit_changed', data: { max_iterations: 2 } }).tell(resume(1));
    expect(story.run).toMatchObject({
      step: { at: 'build' },
      iteration: 2,
      feedback: { from: 'person', reason: 'Too slow.' },
    });
  });

  test('who rejects before that has it built again with the reason', () => {
    const story = new Story().to('ready_for_merge').tell({ type: 'rejected', data: { reason: 'Too slow.' } });
    expect(story.run).toMatchObject({ step: { at: 'build' }, iteration: 2, feedback: { reason: 'Too slow.' } });
  });

  test('approves exactly the commit that was shown', () => {
    const story = new Story().to('ready_for_merge').tell({ type: 'approved', data: { commit: 'another' } });
    expect(story.run.step.at).toBe('ready_for_merge');
  });

  test('can decide again after a merge that was refused, and bring what was left alone', () => {
    const story = new Story().to('ready_for_merge').tell({ type: 'approved', data: { commit: 'c1' } });
    story.outcome({ type: 'merge_refused', data: { why: 'conflict', detail: ['a'] } });
    expect(story.run.step).toMatchObject({ at: 'ready_for_merge', refusal: { why: 'conflict', detail: ['a'] } });
    story.tell({ type: 'approved', data: { commit: 'c1' } });
    story.outcome({ type: 'left_alone', data: { merge: 'm', why: 'changed_files', detail: '' } });
    expect(story.run.step.at).toBe('undelivered');
    story.tell({ type: 'apply_requested', data: {} });
    expect(story.run.step).toMatchObject({ at: 'merge', asked: true });
  });

  test('may edit the limit and stop the run, in the document; the rest is not theirs to say', () => {
    const story = new Story().to('build');
    const before = { 'run-state': story.shown };
    const edit = (change: object) => absorb(story.state, before, { 'run-state': { ...story.shown, ...change } });
    expect(edit({ max_iterations: 5 })).toEqual({
      ok: true,
      value: [{ type: 'limit_changed', data: { max_iterations: 5 } }],
    });
    expect(edit({ phase: 'stopped' })).toEqual({ ok: true, value: [stop] });
    for (const refused of [{ max_iterations: 0 }, { phase: 'completed' }, { iteration: 2 }, { history: [] }])
      expect(edit(refused).ok, JSON.stringify(refused)).toBe(false);
  });

  test('is told that there is nothing to stop, rather than not heard', () => {
    const story = new Story().to('ready_for_merge');
    const stopped = { 'run-state': { ...story.shown, phase: 'stopped' as const } };
    expect(absorb(story.state, { 'run-state': story.shown }, stopped)).toMatchObject({
      ok: false,
      error: [{ path: 'phase' }],
    });
  });
});

describe('the limit of rounds', () => {
  test('that the configuration names anew holds from the next gate on', () => {
    expect(new Story(3).to('gate').outcome(refuted(1)).run.step).toMatchObject({
      at: 'failed',
      error: 'max_iterations',
    });
    expect(new Story(1).to('gate').outcome(refuted(2)).run).toMatchObject({ step: { at: 'build' }, max_iterations: 2 });
  });

  test('that a person changed stays, while the configuration says what it said', () => {
    const story = new Story(2).to('gate').tell({ type: 'limit_changed', data: { max_iterations: 5 } });
    expect(story.outcome(refuted(2)).run.max_iterations).toBe(5);
  });

  test('that was reached and then configured higher lets the run go on when resumed', () => {
    const story = new Story(1).to('gate').outcome(refuted(1));
    expect(story.tell(resume(3)).run).toMatchObject({ step: { at: 'build' }, iteration: 2, max_iterations: 3 });
  });
});
