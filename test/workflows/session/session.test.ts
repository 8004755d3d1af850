import { describe, expect, test } from 'vitest';
import { decodeJson } from '../../../src/schema/codec.ts';
import { encodeJson } from '../../../src/schema/own-layout.ts';
import { due } from '../../../src/workflows/session/due.ts';
import type { SessionEvent } from '../../../src/workflows/session/events.ts';
import type { GateFinding } from '../../../src/workflows/session/gate-findings.ts';
import { sessionIn } from '../../../src/workflows/session/session.ts';
import type { Gate, Session, SessionState } from '../../../src/workflows/session/session-state.ts';
import type { SessionDocuments } from '../../../src/workflows/session/show.ts';

const workflow = sessionIn({ path: '/home/me/my-app', name: 'my-app', hash: 'a1b2c3d4' });
const AT = '2026-01-15T10:30:00.000Z';
const work = (name: string) => ({ commit: `commit of ${name}`, tree: `tree of ${name}` });

describe('a session', () => {
  test('looks for tests, runs them while it explores and plans, merges, and goes through every subtask in order', () => {
    const story = start();
    expect(story.due()).toEqual(['R1/prepare#1']);
    expect(story.outcome('prepare').due()).toEqual(['R1/baseline#1', 'R1/explore#1', 'R1/plan#1']);
    expect(story.outcome('plan').outcome('explore').due()).toEqual(['R1/baseline#1']);
    expect(story.outcome('baseline').due()).toEqual(['R1/merge#1']);
    story.outcome('merge');
    const steps: string[] = [];
    while (story.due().length > 0 && steps.length < 50) {
      const [effect = ''] = story.due();
      steps.push(effect);
      story.outcome(atOf(effect));
    }
    const subtask = (id: string) =>
      ['write', 'red', 'implement', 'scope', 'verify', 'green', 'judge', 'commit'].map((at) => `R1/${id}/${at}#1`);
    expect(steps).toEqual([
      'R1/T1/design#1',
      ...subtask('T1-S1'),
      ...subtask('T1-S2'),
      'R1/T2/design#1',
      ...subtask('T2-S1'),
      ...subtask('T2-S2'),
      'R1/learn#1',
    ]);
    expect(story.state()).toMatchObject({ status: 'completed', current_task: 'T2', stage: { at: 'complete' } });
    expect(story.document().tasks['T2']?.subtasks['T2-S2']).toEqual({
      name: 'second',
      status: 'completed',
      phase: 'complete',
      gates: { 'GATE-1': 'passed', 'GATE-2': 'passed', 'GATE-3': 'passed', 'GATE-4': 'passed' },
    });
  });

  test('plans again once, from what was explored, when its plan is refused', () => {
    const story = play().outcome('plan').outcome('explore');
    story.say('plan_refused', { effect: 'R1/merge#1', corrections: ['there is no auth/'] });
    expect(story.due()).toEqual(['R1/plan#2']);
    expect(story.state().corrections).toEqual(['there is no auth/']);
    story.outcome('plan');
    expect(story.due()).toEqual(['R1/merge#2']);
  });

  test('explores again before it plans again, when that is lost meanwhile', () => {
    const story = play().outcome('plan').outcome('explore');
    story.say('plan_refused', { effect: 'R1/merge#1', corrections: ['there is no auth/'] });
    story.say('contract_missing', { effect: 'R1/plan#2', document: 'explored', lines: [] });
    expect(story.due()).toEqual(['R1/explore#2']);
    expect(story.outcome('explore').due()).toEqual(['R1/plan#3']);
  });

  test('takes what failed back to whoever can put it right, and tells them', () => {
    const story = inFirstSubtask('red');
    story.measure('GATE-1', { code: 'test_file_missing', file: 'a.test.js' });
    expect(story.due()).toEqual(['R1/T1-S1/write#2']);
    expect(story.subtask()).toMatchObject({
      feedback: { from: 'GATE-1', lines: ['a.test.js is not there'] },
      tests: null,
    });
    story.outcome('write').outcome('red').outcome('implement');
    story.measure('GATE-3', { code: 'outside_scope', paths: ['x.js'] });
    expect(story.due()).toEqual(['R1/T1-S1/implement#2']);
    expect(story.subtask()).toMatchObject({ strayed: 1, tests: work('R1/T1-S1/write#2') });
    story.outcome('implement').outcome('scope').outcome('verify');
    story.outcome('green');
    story.measure('GATE-4', { code: 'interfaces_missing', names: ['Cart'] });
    expect(story.due()).toEqual(['R1/T1/design#2']);
    story.outcome('design');
    expect(story.due()).toEqual(['R1/T1-S1/write#3']);
    expect(story.subtask()).toMatchObject({ design_retries: 1, strayed: 0, gates: {} });
  });

  test('who leaves the scope twice has the design changed', () => {
    const story = inFirstSubtask('scope');
    const outside = { code: 'outside_scope' as const, paths: ['x.js'] };
    story.measure('GATE-3', outside).outcome('implement');
    expect(story.measure('GATE-3', outside).due()).toEqual(['R1/T1/design#2']);
  });

  test('remembers the tests that failed on the way, and what an agent judged of the scope', () => {
    const story = inFirstSubtask('green');
    const tests = [{ name: 'a', reason: 'b' }];
    story.measure('GATE-2', { code: 'tests_red', names: ['a'] }, { code: 'failed_tests', tests });
    expect(story.subtask()).toMatchObject({ failed_tests: tests, step: 'implement' });
    story.outcome('implement').measure('GATE-3', { code: 'within_scope', paths: ['a.js'] });
    story.outcome('verify').outcome('green');
    const quote = { file: 'a.js', quote: 'export const a' };
    story.measure('GATE-4', { code: 'rule_holds', about: 'scope', rule: 'SCOPE-1', ...quote });
    expect(story.subtask()?.notes).toMatchObject({
      'GATE-3': { state: 'passed', strength: ['judged'], lines: ['a.js', 'SCOPE-1: a.js: export const a'] },
      'GATE-4': { state: 'passed', strength: [], lines: [], at: AT },
    });
    expect(story.due()).toEqual(['R1/T1-S1/commit#1']);
  });

  describe('that has to ask', () => {
    const item = { key: 'a.test.js > adds', file: 'a.test.js', before: '1', after: '2', was: 'old', now: 'new' };
    const lost = { code: 'lost_demand' as const, items: [item, { ...item, key: 'a.test.js > sums' }] };
    const change = { findings: [lost], named: [], sent_back: [], let_pass: [], allowed: [], proven: 0 };
    const answers = (allow: boolean, ...keys: string[]) =>
      keys.map((key) => ({ code: 'lost_demand', key, allow, quote: '', reason: 'because' }));
    const KEYS = lost.items.map(({ key }) => key);

    const found = (story: Story, gate: Gate, now = change): Story => {
      const [effect = ''] = story.due();
      const data = { effect, calls: [], gate, findings: [], tree: null, strayed: 0, change: now };
      return story.say('gate_measured', data);
    };
    const asking = (step: 'red' | 'green', gate: Gate): Story => {
      const story = found(inFirstSubtask(step), gate);
      expect(story.due()).toEqual(['R1/T1-S1/ask#1']);
      return story.say('asked', { effect: 'R1/T1-S1/ask#1' });
    };

    test('waits, and goes on once all is allowed, which stays allowed', () => {
      const story = asking('red', 'GATE-1');
      expect(story.due()).toEqual([]);
      expect(story.document().tasks['T1']?.subtasks['T1-S1']).toMatchObject({
        phase: 'test_first',
        gates: { 'GATE-1': 'pending' },
      });
      story.say('answered', { answers: answers(true, KEYS[0] ?? ''), by: 'ann' });
      expect(story.due()).toEqual([]);
      expect(story.state().question?.findings).toMatchObject([{ items: [{ key: KEYS[1] }] }]);
      story.say('answered', { answers: answers(true, KEYS[1] ?? ''), by: 'ann' });
      expect(story.due()).toEqual(['R1/T1-S1/implement#1']);
      expect(story.subtask()?.gates).toEqual({ 'GATE-1': 'passed' });
      expect(story.state().allowed).toEqual(
        KEYS.map((key) => ({ code: 'lost_demand', key, before: '1', after: '2', by: 'ann' })),
      );
    });

    test.each([
      ['red', 'GATE-1'],
      ['green', 'GATE-2'],
    ] as const)('at %s, refused, goes back to QA with what the person says', (step, gate) => {
      const story = asking(step, gate).say('answered', { answers: answers(false, ...KEYS), by: 'ann' });
      expect(story.due()).toEqual(['R1/T1-S1/write#2']);
      const { feedback } = story.subtask() ?? {};
      expect([feedback?.from, feedback?.lines.slice(0, 2)]).toEqual([
        'person',
        ['because', 'demanded of the product before, and not any more: a.test.js > adds'],
      ]);
      expect(story.state().allowed).toEqual([]);
    });

    test('refused and left as it was, is not asked again', () => {
      const story = asking('red', 'GATE-1').say('answered', { answers: answers(false, ...KEYS), by: 'ann' });
      found(story.outcome('write'), 'GATE-1');
      expect(story.due()).toEqual(['R1/T1-S1/write#3']);
      expect(story.subtask()?.feedback).toMatchObject({ from: 'person' });
      expect(story.subtask()?.feedback?.lines[0]).toBe('because');
      const items = lost.items.map((one) => ({ ...one, after: '3' }));
      found(story.outcome('write'), 'GATE-1', { ...change, findings: [{ ...lost, items }] });
      expect(story.due()).toEqual(['R1/T1-S1/ask#2']);
    });

    test('is taken up again after a stop', () => {
      const story = asking('red', 'GATE-1').say('stop_requested', {}).say('resume_requested', {});
      expect(story.due()).toEqual([]);
      story.say('answered', { answers: answers(true, ...KEYS), by: 'ann' });
      expect(story.due()).toEqual(['R1/T1-S1/implement#1']);
    });

    test('about its merge, merges once it is allowed', () => {
      const story = play().outcome('explore').outcome('plan').outcome('merge');
      while (story.due()[0] !== undefined) story.outcome(atOf(story.due()[0] ?? ''));
      story.say('delivery_requested', { asked: false });
      story.say('merge_judged', { effect: 'R1/deliver#1', change });
      expect(story.due()).toEqual(['R1/ask#1']);
      story.say('asked', { effect: 'R1/ask#1' }).say('answered', { answers: answers(true, ...KEYS), by: 'ann' });
      expect(story.due()).toEqual(['R1/deliver#2']);
    });
  });

  test('QA that changes more than tests is told once, then the subtask has failed', () => {
    const story = inFirstSubtask('write');
    const files = [{ path: 'src/a.js', kind: 'product' }];
    story.say('tests_refused', { effect: 'R1/T1-S1/write#1', calls: [], files });
    expect(story.due()).toEqual(['R1/T1-S1/write#2']);
    expect(story.subtask()?.feedback).toEqual({ from: 'role', lines: ['src/a.js (product)'] });
    story.say('tests_refused', { effect: 'R1/T1-S1/write#2', calls: [], files });
    expect(story.due()).toEqual([]);
    expect(story.state()).toMatchObject({ status: 'stopped', failure: { code: 'qa_strayed' } });
    story.say('resume_requested', {});
    expect(story.due()).toEqual(['R1/T1-S1/write#3']);
  });

  test('snapshots that QA named are written between the implementation and its verification', () => {
    const story = inFirstSubtask('write');
    const named = { superseded: [], characterisation: [], snapshots: ['a.snap'] };
    story.say('tests_written', { effect: 'R1/T1-S1/write#1', calls: [], work: work('tests'), named });
    story.outcome('red').outcome('implement').outcome('scope');
    expect(story.due()).toEqual(['R1/T1-S1/snapshots#1']);
    story.say('snapshots_written', { effect: 'R1/T1-S1/snapshots#1', work: work('snapshots'), files: [] });
    expect([story.due(), story.subtask()?.work]).toEqual([['R1/T1-S1/verify#1'], work('snapshots')]);
  });

  test('a log that says itself who puts it right is gone on with', () => {
    const story = inFirstSubtask('red');
    story.gate({ 'GATE-1': 'failed' }, 'write');
    expect(story.due()).toEqual(['R1/T1-S1/write#2']);
    expect(story.subtask()).toMatchObject({ feedback: { from: 'GATE-1', lines: ['why'] } });
    story.outcome('write').gate({ 'GATE-1': 'passed' }, null);
    expect(story.subtask()).toMatchObject({ step: 'implement', gates: { 'GATE-1': 'passed' } });
  });

  test('fails a subtask whose retries are used up, stops, and begins them anew when resumed', () => {
    const story = inFirstSubtask('verify');
    for (let n = 1; n <= 4; n++) {
      story.say('verified', {
        effect: `R1/T1-S1/verify#${n}`,
        calls: [],
        action: 'retry_implementation',
        reason: 'red',
        failed: [{ name: 'a', reason: 'b' }],
      });
      if (n < 4) story.outcome('implement').outcome('scope');
    }
    expect(story.due()).toEqual([]);
    expect(story.document().request.status).toBe('stopped');
    expect(story.document().tasks['T1']).toMatchObject({ status: 'in_progress' });
    expect(story.document().tasks['T1']?.subtasks['T1-S1']?.status).toBe('failed');
    story.say('resume_requested', {});
    expect(story.due()).toEqual(['R1/T1-S1/verify#5']);
    expect(story.subtask()).toMatchObject({ implementation_retries: 0, status: 'in_progress' });
  });

  test.each([
    ['design-contract', ['R1/T1/design#2']],
    ['test-contract', ['R1/T1-S1/write#2']],
    ['design-brief', ['R1/merge#2']],
    ['task-breakdown', ['R1/plan#2']],
    ['explored', ['R1/explore#2']],
  ] as const)('goes back to whoever makes %s when it is lost', (document, expected) => {
    const story = inFirstSubtask('implement');
    story.say('contract_missing', { effect: 'R1/T1-S1/implement#1', document, lines: ['gone'] });
    expect(story.due()).toEqual(expected);
  });

  test('keeps what was completed when it merges again', () => {
    const story = inFirstSubtask('commit').outcome('commit');
    story.say('contract_missing', { effect: 'R1/T1-S2/write#1', document: 'design-brief', lines: [] });
    story.outcome('merge');
    expect(story.due()).toEqual(['R1/T1-S2/write#2']);
    expect(story.document().tasks['T1']?.subtasks['T1-S1']?.status).toBe('completed');
  });

  test('what was in flight is done again under the same id', () => {
    const story = inFirstSubtask('implement');
    story.say('effect_started', { effect: 'R1/T1-S1/implement#1' });
    expect(story.state().in_flight).toEqual(['R1/T1-S1/implement#1']);
    story.say('effect_interrupted', { effect: 'R1/T1-S1/implement#1' });
    expect(story.state().in_flight).toEqual([]);
    expect(story.due()).toEqual(['R1/T1-S1/implement#1']);
  });

  test.each([
    { auto_retry: { enabled: true, max_attempts: 1, recoverable_errors: ['crash' as const] } },
    // As older logs say it.
    { repeats: 1 },
  ])('repeats a step whose agent failed as often as it may, then stops: %o', (settings) => {
    const story = play().outcome('explore');
    const fail = (effect: string) =>
      story.say('step_failed', { effect, calls: [], kind: 'crash', message: 'it fell over', ...settings });
    fail('R1/plan#1');
    expect(story.due()).toEqual(['R1/plan#2']);
    fail('R1/plan#2');
    expect(story.due()).toEqual([]);
    expect(story.state()).toMatchObject({ status: 'stopped', failure: { code: 'crash', detail: 'it fell over' } });
  });
});

describe('an edit of the documents of a session', () => {
  const edited = (story: Story, change: (documents: Editable) => void) => {
    const before = workflow.show(story.state());
    if (before === undefined) throw new Error('nothing shown');
    const after = structuredClone(before) as Editable;
    change(after);
    return workflow.absorb(story.state(), before, after);
  };

  test('says where to go on', () => {
    const story = inFirstSubtask('green');
    const events = edited(story, (documents) => {
      const subtask = documents['session-state'].tasks['T1']?.subtasks['T1-S1'];
      if (subtask !== undefined) subtask.phase = 'implementation';
    });
    if (!events.ok) throw new Error(JSON.stringify(events.error));
    for (const event of events.value) story.apply(event);
    expect(story.due()).toEqual(['R1/T1-S1/implement#2']);
  });

  const moved = (story: Story, subtask: string, phase: 'test_first' | 'implementation' | 'verification' | 'complete') =>
    story.say('moved_by_hand', { task: subtask.slice(0, 2), subtask, phase });

  test('completes a subtask by hand: what it had made is left, and the next one begins', () => {
    const story = moved(inFirstSubtask('green'), 'T1-S1', 'complete');
    expect(story.due()).toEqual(['R1/T1-S2/write#1']);
    expect(story.state().tip).toEqual(work('base'));
  });

  test('takes up a completed subtask from what the branch has now, and goes on with what is not completed', () => {
    const story = inFirstSubtask('commit').outcome('commit').outcome('write');
    moved(story, 'T1-S1', 'verification');
    expect(story.subtask()).toMatchObject({ status: 'in_progress', tests: null, work: null });
    expect(story.due()).toEqual(['R1/T1-S1/verify#2']);
    // What was begun before would undo what is committed in between.
    expect(story.state().tasks['T1']?.subtasks['T1-S2']).toMatchObject({ status: 'pending', work: null });
    for (const step of ['verify', 'green', 'judge', 'commit']) story.outcome(step);
    expect(story.due()).toEqual(['R1/T1-S2/write#2']);
  });

  test('goes to another task without forgetting the one it leaves', () => {
    const story = moved(inFirstSubtask('implement'), 'T2-S2', 'test_first').outcome('design');
    const steps = ['write', 'red', 'implement', 'scope', 'verify', 'green', 'judge', 'commit'];
    for (const step of [...steps, ...steps]) story.outcome(step);
    expect(story.document().tasks['T2']?.status).toBe('completed');
    expect(story.due()).toEqual(['R1/T1-S1/write#2']);
  });

  test('moves nothing when all is done', () => {
    const story = play().outcome('explore').outcome('plan').outcome('merge');
    while (story.due()[0] !== undefined) story.outcome(atOf(story.due()[0] ?? ''));
    expect(moved(story, 'T1-S1', 'test_first').document().tasks['T1']?.status).toBe('completed');
  });

  test('stops, and is refused where it says what did not happen', () => {
    const story = inFirstSubtask('green');
    const stopped = edited(story, (documents) => (documents.session.status = 'stopped'));
    expect(stopped).toEqual({ ok: true, value: [{ type: 'stop_requested', data: {} }] });
    const renamed = edited(story, (documents) => (documents['session-state'].request.original_request = 'else'));
    expect(renamed.ok).toBe(false);
  });
});

type Editable = { -readonly [K in keyof SessionDocuments]: SessionDocuments[K] };

/** A session that is played by outcomes; after each, its documents are valid. */
class Story {
  #state: SessionState = workflow.begin();

  apply(event: SessionEvent): this {
    const read = workflow.readEvent(event.type, JSON.parse(JSON.stringify(event.data)));
    if (read === undefined) throw new Error(`no event: ${JSON.stringify(event)}`);
    this.#state = workflow.apply(this.#state, read, AT);
    expect(workflow.readState(JSON.parse(JSON.stringify(this.#state)))).toEqual(this.#state);
    const shown = workflow.show(this.#state);
    if (shown !== undefined)
      for (const name of ['session', 'session-state'] as const)
        expect(decodeJson(name, encodeJson(shown[name])), name).toMatchObject({ ok: true });
    return this;
  }

  say<T extends SessionEvent['type']>(type: T, data: Extract<SessionEvent, { type: T }>['data']): this {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- type and data belong together by the signature
    return this.apply({ type, data } as SessionEvent);
  }

  /** The usual outcome of what is due at this step. */
  outcome(at: string): this {
    const effect = this.due().find((id) => atOf(id) === at);
    if (effect === undefined) throw new Error(`${at} is not due, but ${this.due().join(', ')}`);
    return this.apply(usual(at, effect));
  }

  measure(gate: Gate, ...findings: GateFinding[]): this {
    const [effect = ''] = this.due();
    const { strayed = 0 } = this.subtask() ?? {};
    return this.say('gate_measured', { effect, calls: [], gate, findings, tree: null, strayed });
  }

  /** As older logs have it. */
  gate(states: Partial<Record<Gate, 'passed' | 'failed'>>, to: Back): this {
    const [effect = ''] = this.due();
    return this.say('gated', { effect, calls: [], notes: notes(states), back_to: to, failed: [] });
  }

  due(): string[] {
    return due(this.#state).map(({ id }) => id);
  }

  state(): Session {
    if (this.#state.kind === 'none') throw new Error('not started');
    return this.#state;
  }

  subtask() {
    return this.state().tasks['T1']?.subtasks['T1-S1'];
  }

  document(): SessionDocuments['session-state'] {
    const shown = workflow.show(this.#state);
    if (shown === undefined) throw new Error('nothing shown');
    return shown['session-state'];
  }
}

type Back = 'write' | 'implement' | 'design' | null;

function play(): Story {
  return start().outcome('prepare').outcome('baseline');
}

function start(): Story {
  return new Story().say('session_started', {
    request_id: 'R1',
    original_request: 'XX컨트롤러 구현해줘',
    manifest: { claude_md: true, agents_md: false },
    branch: 'main',
    base: work('base'),
    limits: { implementation: 3, design: 2 },
  });
}

function inFirstSubtask(step: string): Story {
  const story = play().outcome('explore').outcome('plan').outcome('merge').outcome('design');
  while (story.subtask()?.step !== step) story.outcome(story.subtask()?.step ?? '');
  return story;
}

function atOf(effect: string): string {
  return effect.slice(effect.lastIndexOf('/') + 1, effect.lastIndexOf('#'));
}

function notes(states: Partial<Record<Gate, 'passed' | 'failed'>>) {
  const note = (state: 'passed' | 'failed') => ({ state, strength: [], lines: ['why'], tree: null, at: AT });
  return Object.fromEntries(Object.entries(states).map(([gate, state]) => [gate, note(state)]));
}

function usual(at: string, effect: string): SessionEvent {
  const calls: [] = [];
  const passed = (gate: Gate): SessionEvent => ({
    type: 'gate_measured',
    data: { effect, calls, gate, findings: [], tree: null, strayed: 0 },
  });
  switch (at) {
    case 'prepare':
      return { type: 'prepared', data: { effect, command: 'npm test' } };
    case 'baseline':
      return { type: 'baseline_measured', data: { effect, total: 3, failed: 0 } };
    case 'explore':
      return { type: 'explored', data: { effect, calls } };
    case 'plan':
      return { type: 'planned', data: { effect, calls } };
    case 'merge': {
      const subtasks = (task: string) => [
        { id: `${task}-S1`, name: 'first' },
        { id: `${task}-S2`, name: 'second' },
      ];
      const tasks = ['T1', 'T2'].map((id) => ({ id, name: `task ${id}`, subtasks: subtasks(id) }));
      return { type: 'merged', data: { effect, assumptions: [], tasks, task_order: ['T1', 'T2'] } };
    }
    case 'design':
      return { type: 'designed', data: { effect, calls } };
    case 'write':
      return { type: 'tests_written', data: { effect, calls, work: work(effect) } };
    case 'red':
      return passed('GATE-1');
    case 'implement':
      return { type: 'implemented', data: { effect, calls, work: work(effect) } };
    case 'scope':
      return passed('GATE-3');
    case 'verify':
      return { type: 'verified', data: { effect, calls, action: 'complete', reason: 'all green', failed: [] } };
    case 'green':
      return passed('GATE-2');
    case 'judge':
      return passed('GATE-4');
    case 'commit':
      return { type: 'subtask_committed', data: { effect, tip: work(effect) } };
    case 'learn':
      return { type: 'learned', data: { effect } };
    default:
      throw new Error(`no outcome for ${at}`);
  }
}
