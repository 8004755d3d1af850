import fs from 'node:fs';
import { expect } from 'vitest';
import { startSessionIn } from '../../support/conduct-session.ts';
import { calculator, mul, oneSubtask, plans } from '../../support/session-script.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(2);

const wrong = ['The tests lie in spec/', 'It begins in lib/main.js'];

test('a plan of which half is assumed wrongly is made again once, from what was explored and with corrections', async () => {
  const roles = oneSubtask({ planner: [plans({ T1: [mul] }, { assumptions: wrong })] });
  const session = await startSessionIn(calculator(), { roles });
  const enough = new AbortController();
  const spoilt: string[] = [];
  session.open.store.watch(({ event }) => {
    if (event.type === 'shown') return;
    const last = session.effects().at(-1) ?? '';
    const [isRefused, isMerged] = [event.type === 'plan_refused', last === 'merge#2'];
    const lost = isRefused ? 'explored.yaml' : isMerged ? 'T1/design-brief.yaml' : undefined;
    if (last === 'merge#3') enough.abort();
    if (lost === undefined || spoilt.includes(lost)) return;
    spoilt.push(lost);
    fs.rmSync(session.file(`contracts/R1/${lost}`));
  });
  await session.conduct(enough.signal);
  // It needs what was explored, so that is made again first; a brief that is lost later sends no plan back.
  expect(session.effects().slice(2)).toEqual(
    ['merge#1', 'plan#2', 'explore#2', 'plan#3', 'merge#2'].concat('T1/design#1', 'merge#3'),
  );
  expect(session.prompt('plan#1')).not.toContain('src/add.js');
  const again = session.prompt('plan#3');
  expect(again).toContain('path: "src/add.js"');
  for (const assumption of wrong) expect(again).toContain(`${assumption} → `);
  expect(session.state()).toMatchObject({ stage: { at: 'loop' }, task_order: ['T1'] });
  await session.close();
});

test.each(['Write tests', '테스트 작성'])('a subtask that is only "%s" is sent back once, then taken', async (name) => {
  const planner = [plans({ T1: [mul, { id: 'T1-S2', name }] })];
  const session = await startSessionIn(calculator(), { roles: oneSubtask({ planner }) });
  const enough = new AbortController();
  session.open.store.watch(({ event }) => event.type === 'merged' && enough.abort());
  await session.conduct(enough.signal);
  expect(session.effects().slice(2)).toEqual(['merge#1', 'plan#2', 'merge#2']);
  expect(session.prompt('plan#2')).toContain(`T1-S2 (${name}): no subtask of its own is needed for tests`);
  expect(session.prompt('plan#2')).toContain('The plan does not fit the project.');
  expect(session.prompt('plan#2')).toContain('path: "src/add.js"');
  expect(session.state().tasks['T1']?.subtask_order).toEqual(['T1-S1', 'T1-S2']);
  await session.close();
});

test('a smaller mistake is corrected in the brief, and told to the Architect and to whoever asks for more', async () => {
  const assumptions = ['Sums are in lib/add.js', 'Tests are in test/', 'package.json is there'];
  const objectives = { T1: 'Multiply, as lib/add.js adds' };
  const planned = plans({ T1: [mul] }, { assumptions, objectives });
  const project = calculator();
  const session = await startSessionIn(project, { roles: oneSubtask({ planner: [planned] }) });
  const enough = new AbortController();
  session.open.store.watch(({ event }) => event.type === 'designed' && enough.abort());
  await session.conduct(enough.signal);
  expect(session.effects()).not.toContain('plan#2');
  const brief = fs.readFileSync(session.file('contracts/R1/T1/design-brief.yaml'), 'utf8');
  expect(brief).toContain('as src/add.js adds');
  expect(brief).not.toContain('lib/add.js');
  const correction = 'Sums are in lib/add.js → lib/add.js: not found; found: src/add.js';
  expect(session.prompt('T1/design#1')).toContain(correction);
  expect(session.state().corrected).toEqual([correction]);
  await session.close();
  expect(JSON.parse(fs.readFileSync(session.file('state.json'), 'utf8'))).toMatchObject({
    tasks: {
      T1: {
        subtasks: {
          'T1-S1': { gates: { 'GATE-1': 'pending', 'GATE-2': 'pending', 'GATE-3': 'pending', 'GATE-4': 'pending' } },
        },
      },
    },
  });
});
