import fs from 'node:fs';
import { expect, test } from 'vitest';
import { endSession, learnNow } from '../../../src/engine/operations/sessions/conduct.ts';
import { startSessionIn } from '../../support/conduct-session.ts';
import { runProject } from '../../support/run-project.ts';
import { SHELL_CASES, shellSessionScript } from '../../support/shell-session.ts';

test('a design that nothing came of is no decision: neither when the session is ended nor when a later one learns', async () => {
  const project = runProject({ files: SHELL_CASES, config: { agents: { version: 1, sandbox: 'off' } } });
  const { signal } = new AbortController();
  const roles = shellSessionScript({});
  const first = await startSessionIn(project, { roles });
  const enough = new AbortController();
  first.open.store.watch(({ event }) => event.type === 'designed' && enough.abort());
  await first.conduct(enough.signal);
  const { knowledge } = first.open.services;
  const decisions = () =>
    (fs.existsSync(knowledge) ? fs.readFileSync(knowledge, 'utf8') : '').match(/rationale: .*/g) ?? [];
  await endSession(first.open, signal);
  expect(decisions()).toEqual([]);
  await first.close();
  const second = await startSessionIn(project, { roles });
  await second.conduct();
  await learnNow(second.open, signal);
  expect(decisions()).toEqual(['rationale: "Whoever reads it expects it. · R2/T1 INV-1"']);
  await second.close();
});
