import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeJson } from '../../../src/schema/codec.ts';
import { due } from '../../../src/workflows/session/due.ts';
import type { EventData } from '../../../src/workflows/session/events.ts';
import { sessionIn } from '../../../src/workflows/session/session.ts';
import type { Session, SessionState } from '../../../src/workflows/session/session-state.ts';
import type { SessionDocuments } from '../../../src/workflows/session/show.ts';

const workflow = sessionIn({ path: '/absolute/path/to/project', name: 'my-project', hash: 'a1b2c3d4' });
const AT = '2026-01-15T10:30:00.000Z';
const work = (name: string) => ({ commit: `commit of ${name}`, tree: `tree of ${name}` });

describe('the documents of another tool', () => {
  test.each(['', '.initial'])('are shown as they were before anything happens to the session (%o)', (which) => {
    const documents = samples(which);
    const shown = workflow.show(adopted(documents));
    expect(shown?.session.current_task).toBe('T1');
    const { tasks, ...state } = documents['session-state'];
    expect(shown?.['session-state']).toMatchObject(state);
    for (const [id, task] of Object.entries(tasks)) expect(shown?.['session-state'].tasks[id]).toMatchObject(task);
    expect(due(adopted(documents))).toEqual([]);
  });

  test('do not suffice one without the other', () => {
    const { session, 'session-state': state } = samples();
    expect(workflow.adopt({ session })).toBeUndefined();
    expect(workflow.adopt({ 'session-state': state })).toBeUndefined();
  });

  test.each([
    ['test_first', 'write'],
    ['implementation', 'implement'],
    ['verification', 'verify'],
    ['complete', 'verify'],
  ] as const)('are gone on from in the phase that they tell of: %s', (phase, step) => {
    const state = grounded(loop({ 'T1-S1': ['completed', 'complete'], 'T1-S2': ['in_progress', phase] }));
    expect(dueIn(state)).toEqual([`R1/T1-S2/${step}#1`]);
    expect(state).toMatchObject({ base: { branch: 'main', commit: 'commit of base' }, tip: work('tip') });
  });

  test('that lack names get them from the plan, and keep what is done', () => {
    const state = grounded(samples());
    expect(dueIn(state)).toEqual(['R1/merge#1']);
    const subtasks = (task: string, count: number) =>
      Array.from({ length: count }, (_, nth) => ({ id: `${task}-S${nth + 1}`, name: `planned ${nth + 1}` }));
    const merged = say(state, 'merged', {
      effect: 'R1/merge#1',
      assumptions: [],
      tasks: [
        { id: 'T1', name: 'a', subtasks: subtasks('T1', 3) },
        { id: 'T2', name: 'b', subtasks: subtasks('T2', 2) },
      ],
      task_order: ['T1', 'T2'],
    });
    expect(dueIn(merged)).toEqual(['R1/T1-S2/implement#1']);
    const { tasks } = shownState(merged);
    expect(tasks['T1']?.subtasks).toMatchObject({
      'T1-S1': { name: 'API 스펙 확인', status: 'completed', phase: 'complete', gates: { 'GATE-2': 'passed' } },
      'T1-S2': { name: '테스트 작성', status: 'in_progress', phase: 'implementation' },
      'T1-S3': { name: 'planned 3', status: 'pending', phase: 'test_first', gates: {} },
    });
    expect(Object.keys(tasks['T2']?.subtasks ?? {})).toEqual(['T2-S1', 'T2-S2']);
  });

  test('that were left between two subtasks, or two tasks, go on with the next', () => {
    const between = loop({ 'T1-S1': ['completed', 'complete'], 'T1-S2': ['pending', 'test_first'] });
    between.tasks['T1'] = { ...taskIn(between), current_subtask: 'T1-S1' };
    expect(dueIn(grounded(between))).toEqual(['R1/T1-S2/write#1']);
    const done = loop({ 'T1-S1': ['completed', 'complete'], 'T1-S2': ['completed', 'complete'] });
    expect(dueIn(grounded(done))).toEqual(['R1/learn#1']);
  });

  test('are explored and planned only where that is not there', () => {
    const fresh = samples();
    const { request } = fresh['session-state'];
    const state = { version: 2, request: { ...request, global_phase: 'global_discovery' }, tasks: {}, task_order: [] };
    const found = { ...fresh, 'session-state': state } as SessionDocuments;
    expect(dueIn(grounded(found))).toEqual(['R1/merge#1']);
    expect(dueIn(grounded(found, { is_planned: false }))).toEqual(['R1/plan#1']);
    expect(dueIn(grounded(found, { is_explored: false, is_planned: false }))).toEqual(['R1/explore#1', 'R1/plan#1']);
  });

  test('whose design is not there begin with it', () => {
    const documents = loop({ 'T1-S1': ['in_progress', 'implementation'] });
    expect(dueIn(grounded(documents, { designed: [] }))).toEqual(['R1/T1/design#1']);
  });
});

type Subtasks = Record<string, readonly [status: string, phase: string]>;

function loop(subtasks: Subtasks): SessionDocuments['session-state'] {
  const { request } = samples()['session-state'];
  const T1 = {
    name: 'a task',
    status: 'in_progress',
    current_subtask: Object.keys(subtasks).at(-1) ?? '',
    subtasks: Object.fromEntries(
      Object.entries(subtasks).map(([id, [status, phase]]) => [id, { name: `the ${id}`, status, phase, gates: {} }]),
    ),
    subtask_order: Object.keys(subtasks),
  };
  return { version: 2, request, tasks: { T1 }, task_order: ['T1'] } as SessionDocuments['session-state'];
}

function taskIn({ tasks }: SessionDocuments['session-state']) {
  const { T1 } = tasks;
  if (T1 === undefined) throw new Error('no T1');
  return T1;
}

function adopted(documents: SessionDocuments): SessionState {
  const state = workflow.adopt(documents);
  if (state === undefined) throw new Error('not taken over');
  const again = workflow.readState(JSON.parse(JSON.stringify(state)));
  expect(again).toEqual(state);
  return state;
}

function grounded(
  given: SessionDocuments | SessionDocuments['session-state'],
  found: Partial<EventData<'grounded'>> = {},
): Session {
  const documents = 'session' in given ? given : { ...samples(), 'session-state': given };
  const ground = say(adopted(documents), 'grounded', {
    branch: 'main',
    base: work('base'),
    tip: work('tip'),
    is_explored: true,
    is_planned: true,
    designed: ['T1'],
    ...found,
  });
  if (ground.stage.at === 'learn') return ground;
  expect(dueIn(ground)).toEqual(['R1/prepare#1']);
  const ready = say(ground, 'prepared', { effect: 'R1/prepare#1', command: 'npm test' });
  return say(ready, 'baseline_measured', { effect: 'R1/baseline#1', total: 1, failed: 0 });
}

function say(state: SessionState, type: string, data: object): Session {
  const event = workflow.readEvent(type, data);
  if (event === undefined) throw new Error(`not an event: ${type}`);
  const next = workflow.apply(state, event, AT);
  if (next.kind === 'none') throw new Error('no session');
  return next;
}

function dueIn(state: SessionState): string[] {
  return due(state).map(({ id }) => id);
}

function shownState(state: SessionState): SessionDocuments['session-state'] {
  const shown = workflow.show(state);
  if (shown === undefined) throw new Error('nothing shown');
  return shown['session-state'];
}

/** As the format's description has them. */
function samples(which = ''): SessionDocuments {
  const folder = path.join(import.meta.dirname, '../../fixtures/documents');
  const session = decodeJson('session', fs.readFileSync(path.join(folder, `session${which}.json`), 'utf8'));
  const state = decodeJson('session-state', fs.readFileSync(path.join(folder, `session-state${which}.json`), 'utf8'));
  if (!session.ok || !state.ok) throw new Error('the samples are not valid');
  return { session: session.value, 'session-state': state.value };
}
