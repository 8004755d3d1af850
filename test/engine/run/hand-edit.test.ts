import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startRunIn } from '../../support/conduct-run.ts';
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
