import fs from 'node:fs';
import { expect, test } from 'vitest';
import { openSessionIn, type PlayedSession, startSessionIn } from '../../support/conduct-session.ts';
import {
  calculator,
  implementsIt,
  judges,
  mul,
  oneSubtask,
  verifies,
  writesTests,
} from '../../support/session-script.ts';

/** The first implementation, and the first verification, would last until somebody says otherwise. */
const again = { 'test/again.txt': '', ...writesTests(mul).edit };
const roles = oneSubtask({
  'qa-engineer': [
    writesTests(mul),
    { ...writesTests(mul), edit: again },
    { ...verifies(), run: 'grep -q again src/mul.js || sleep 60' },
    judges(mul),
  ],
  implementer: [
    { ...implementsIt(mul), run: 'test -e test/again.txt || sleep 60' },
    { edit: { 'src/mul.js': `${mul.code}// again\n` } },
  ],
});

test('a session goes on where a person says so in state.json, between runs and while it runs', async () => {
  const project = calculator();
  const first = await startSessionIn(project, { roles });
  during(first, 'T1-S1/implement#1', (text) => text.replace('"status": "active"', '"status": "stopped"'));
  await first.conduct();
  expect(first.effects().at(-1)).toBe('T1-S1/red#1');
  await first.close();
  for (const name of ['session.json', 'state.json'])
    expect(JSON.stringify(documentOf(first, name))).toContain('"status":"stopped"');
  edit(first, (text) =>
    text
      .replace('"status": "stopped"', '"status": "active"')
      .replace('"phase": "implementation"', '"phase": "test_first"'),
  );

  const second = await openSessionIn(project, { roles });
  during(second, 'T1-S1/verify#1', (text) => text.replace('"phase": "verification"', '"phase": "implementation"'));
  await second.conduct();
  const before = ['write#2', 'red#2', 'implement#1', 'scope#1'];
  const steps = [...before, 'implement#2', 'scope#2', 'verify#1', 'green#1', 'judge#1', 'commit#1'];
  expect(second.effects()).toEqual([...steps.map((step) => `T1-S1/${step}`), 'learn#1']);
  expect(second.state()).toMatchObject({ status: 'completed', failure: null });
  await second.close();
  expect(documentOf(second, 'state.json')).toMatchObject({
    request: { status: 'completed', global_phase: 'complete' },
  });
  expect(project.git('show', 'orchestral/session-R1:src/mul.js')).toContain('// again');
});

/** Once, when an effect has begun. */
function during(session: PlayedSession, effect: string, change: (text: string) => string): void {
  const unwatch = session.open.store.watch(({ event }) => {
    if (event.type !== 'effect_started' || event.data.effect !== `R1/${effect}`) return;
    unwatch();
    editSoon(session, change);
  });
}

/** Documents are written a little after the event is told; and no person edits in the second in which that is. */
function editSoon(session: PlayedSession, change: (text: string) => string): void {
  const isNow = fs.readFileSync(session.file('state.json'), 'utf8').includes(new Date().toISOString().slice(0, 19));
  if (isNow || !edit(session, change)) setTimeout(() => editSoon(session, change), 5);
}

/** Whether there was something to change. */
function edit(session: PlayedSession, change: (text: string) => string): boolean {
  const file = session.file('state.json');
  const text = fs.readFileSync(file, 'utf8');
  if (change(text) === text) return false;
  fs.writeFileSync(file, change(text));
  return true;
}

function documentOf(session: PlayedSession, name: string): unknown {
  return JSON.parse(fs.readFileSync(session.file(name), 'utf8'));
}
