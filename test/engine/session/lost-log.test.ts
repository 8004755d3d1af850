import fs from 'node:fs';
import { expect, test } from 'vitest';
import { resumeSession } from '../../../src/engine/operations/sessions/decide.ts';
import { openSessionIn, startSessionIn } from '../../support/conduct-session.ts';
import { runProject } from '../../support/run-project.ts';
import { shellSessionScript, SHELL_CASES } from '../../support/shell-session.ts';

test('a session whose log is lost goes on from its documents and its branch: nothing completed is lost or done again', async () => {
  const project = runProject({
    files: SHELL_CASES,
    config: { project: { version: 1, test_command: 'sh test/run.sh' } },
  });
  const roles = shellSessionScript({});
  const first = await startSessionIn(project, { roles });
  const stop = new AbortController();
  first.open.store.watch(({ event }) => {
    if (event.type === 'effect_started' && event.data.effect === 'R1/T1-S2/implement#1') stop.abort();
  });
  await first.conduct(stop.signal);
  const completed = project.git('rev-parse', first.state().tip?.commit ?? '');
  await first.close();
  for (const name of fs.readdirSync(first.open.folder)) if (name.startsWith('events')) fs.rmSync(first.file(name));

  const notices: string[] = [];
  const played = {
    ...roles,
    'qa-engineer': roles['qa-engineer']?.slice(-3) ?? [],
    implementer: roles['implementer']?.slice(-1) ?? [],
  };
  const second = await openSessionIn(project, { roles: played, onNotice: ({ code }) => notices.push(code) });
  expect(notices).toContain('log.quarantined');
  await second.conduct();
  expect(second.effects()).toEqual([]);
  await resumeSession(second.open);
  expect(second.state()).toMatchObject({ tip: { commit: completed }, base: { branch: 'main' } });
  await second.conduct();
  expect(second.state()).toMatchObject({ status: 'completed', failure: null });
  // The tests were in no completed commit: they are written again.
  expect(second.effects().slice(0, 3)).toEqual(['T1-S2/implement#1', 'T1-S2/write#1', 'T1-S2/red#1']);
  expect(project.git('log', '--format=%s', 'main..orchestral/session-R1').split('\n')).toEqual([
    'T1-S2: two',
    'T1-S1: one',
  ]);
  await second.close();
});
