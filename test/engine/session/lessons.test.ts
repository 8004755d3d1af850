import fs from 'node:fs';
import { expect, test } from 'vitest';
import { startSessionIn } from '../../support/conduct-session.ts';
import { runProject } from '../../support/run-project.ts';
import { SHELL_CASES, shellSessionScript } from '../../support/shell-session.ts';

test('what an Implementer learned when it was sent back is the pitfall', async () => {
  const project = runProject({ files: SHELL_CASES, config: { agents: { version: 1, sandbox: 'off' } } });
  const script = shellSessionScript({});
  const [wrong, right, ...others] = script['implementer'] ?? [];
  const implementer = [
    { ...wrong },
    { ...right, say: 'Done.\n\nLesson: the file said wrong; it has to say right.' },
    ...others,
  ];
  const session = await startSessionIn(project, { roles: { ...script, implementer } });
  await session.conduct();
  expect(session.state().status).toBe('completed');
  const knowledge = fs.readFileSync(session.open.services.knowledge, 'utf8');
  expect(knowledge).toContain('the file said wrong; it has to say right.');
  expect(knowledge).toContain('Whoever reads it expects it. · R1/T1 INV-1');
  // Its sibling, the next subtask of the same task, is told.
  expect(session.prompt('T1-S2/implement#1')).toContain('the file said wrong; it has to say right.');
  // QA's report is held against the command that Orchestral itself uses.
  for (const step of ['write#1', 'implement#1', 'verify#1'])
    expect(session.prompt(`T1-S1/${step}`), step).toContain('Tests run with: `sh test/run.sh`');
  await session.close();
});
