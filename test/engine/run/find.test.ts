import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { catchFailure } from '../../../src/base/failure.ts';
import { openRun } from '../../../src/engine/descriptors/run.ts';
import { findRun } from '../../../src/engine/operations/runs/list.ts';
import { pendingQuestions } from '../../../src/engine/operations/runs/pending.ts';
import { conductAll, playRun, runContext, startRunIn } from '../../support/conduct-run.ts';
import { expectOk } from '../../support/conduct-session.ts';
import { QUESTION, rehearsed, runProject } from '../../support/run-project.ts';

test('a question that is recorded waits, though the document does not show it yet', async () => {
  const project = runProject();
  const ready = { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [] };
  const roles = { refiner: [{ answer: { ...ready, status: 'needs_human', crp: QUESTION } }] };
  const { open } = expectOk(await startRunIn(project, { roles }));
  const document = path.join(project.run(), 'state.json');
  await expect.poll(() => fs.existsSync(document)).toBe(true);
  const before = fs.readFileSync(document);
  expectOk(await conductAll(open, { answers: () => undefined }));
  expectOk(await open.close());
  fs.writeFileSync(document, before);
  const { mtimeMs } = fs.statSync(path.join(project.run(), 'events.log'));
  fs.utimesSync(document, new Date(), mtimeMs / 1000 - 1);
  const tools = runContext(project);
  const id = path.basename(project.run());
  expect(findRun(tools.project, undefined, 'answer')).toBe(id);
  expect(await pendingQuestions(tools)).toMatchObject({ questions: [{ run: id, crp: { crp_id: 'crp-001' } }] });
});

test('a run that was killed before it was first shown can be resumed without naming it', async () => {
  const project = runProject();
  await playRun(project, { approves: false });
  const started = await playRun(project, { roles: { refiner: [{ fail: 'auth' }] } });
  const { run_id } = started.run;
  for (const name of ['state.json', 'state.json.bak']) fs.rmSync(path.join(project.run(), name), { force: true });
  const tools = runContext(project, { options: { agent: rehearsed(project.home, {}) } });
  expect(await catchFailure(async () => findRun(tools.project, undefined, 'resume'))).toEqual({
    ok: true,
    value: run_id,
  });
  expect(await catchFailure(async () => findRun(tools.project, undefined, 'approve'))).not.toEqual({
    ok: true,
    value: run_id,
  });
  const open = await catchFailure(() => openRun(run_id, tools));
  if (!open.ok) throw new Error(open.error.code);
  expect(open.value.state().step.at).toBe('failed');
  expect((await conductAll(open.value)).ok).toBe(true);
  await open.value.close();
  expect(JSON.parse(project.read('state.json'))).toMatchObject({ run_id, phase: 'failed' });
});
