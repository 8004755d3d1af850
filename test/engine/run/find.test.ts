import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { catchFailure } from '../../../src/base/failure.ts';
import { openRun } from '../../../src/engine/descriptors/run.ts';
import { findRun } from '../../../src/engine/operations/runs/list.ts';
import { conductAll, playRun, runContext } from '../../support/conduct-run.ts';
import { rehearsed, runProject } from '../../support/run-project.ts';

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
