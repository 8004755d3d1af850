import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readStatus } from '../../../src/engine/operations/status.ts';
import { findProject } from '../../../src/engine/project.ts';
import { playRun, startRunIn } from '../../support/conduct-run.ts';
import { expectOk } from '../../support/conduct-session.ts';
import { runProject } from '../../support/run-project.ts';

test('a run whose state is edited to stopped ends what it does', { timeout: 300_000 }, async () => {
  const project = runProject();
  const started = await startRunIn(project, { roles: { builder: [{ delay_ms: 600_000, say: 'at work' }] } });
  if (!started.ok) throw new Error(started.error.code);
  const { open } = started.value;
  const state = path.join(open.folder, 'state.json');
  open.watchProgress((progress) => {
    if (progress.kind === 'check') return;
    const { role } = progress;
    const text = fs.readFileSync(state, 'utf8');
    if (role === 'builder') fs.writeFileSync(state, text.replace(/"phase": "\w+"/, '"phase": "stopped"'));
  });
  await open.conduct(new AbortController().signal);
  expect(open.state().step.at).toBe('stopped');
  await open.close();
});

test('a run that is edited to be completed is not shown as merged', async () => {
  const project = runProject();
  const { run } = await playRun(project, { approves: false });
  expect(run.step.at).toBe('ready_for_merge');
  const state = path.join(project.run(), 'state.json');
  const text = fs.readFileSync(state, 'utf8');
  fs.writeFileSync(state, text.replace(/"phase": "\w+"/, '"phase": "completed"'));
  const found = expectOk(findProject({ cwd: project.folder, named: project.folder }));
  const phaseShown = async () => (await readStatus(found, {})).runs.map(({ phase }) => phase);
  expect(await phaseShown()).toEqual(['ready_for_merge']);
  // Where there is no log, the document is all there is.
  fs.rmSync(path.join(project.run(), 'events.log'));
  expect(await phaseShown()).toEqual(['completed']);
});
