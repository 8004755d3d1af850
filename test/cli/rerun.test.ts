import { expect, test } from 'vitest';
import { autoProjectWith, scriptFor } from '../support/auto-project.ts';
import { startAutoIn } from '../support/conduct-auto.ts';
import { orchestral } from './orchestral.ts';
import { cliOutput, commitOf, runWithPack } from './waiting-run.ts';

test('one role does its step again, and all that follows from it', async () => {
  const builder = [{ edit: { 'answer.txt': 'right\n' } }, { edit: { 'answer.txt': 'right again\n' } }];
  const waitingRun = await runWithPack({ roles: { builder } });
  const { project, id } = waitingRun;
  const first = await commitOf(waitingRun);
  expect(await cliOutput(waitingRun, 'rerun', 'reviewer')).toMatchObject({ code: 2 });
  const gated = await cliOutput(waitingRun, 'rerun', 'gatekeeper');
  expect(gated.code, gated.all).toBe(3);
  expect(project.step('gate-2/prompt.md')).not.toBe('');
  expect(await commitOf(waitingRun)).toBe(first);
  const verified = await cliOutput(waitingRun, 'rerun', 'verifier');
  expect(verified.code, verified.all).toBe(3);
  expect(project.step('verify-2/prompt.md')).not.toBe('');
  const built = await cliOutput(waitingRun, 'rerun', 'builder', id);
  expect(built.code, built.all).toBe(3);
  expect(await commitOf(waitingRun)).not.toBe(first);
  expect(JSON.parse(project.read('state.json'))).toMatchObject({ phase: 'ready_for_merge', iteration: 1 });
  await cliOutput(waitingRun, 'approve', '--commit', await commitOf(waitingRun));
  expect(await cliOutput(waitingRun, 'rerun', 'builder', id)).toMatchObject({ code: 2 });
});

test('a task of the list is ready again, and a step of a session needs a session', async () => {
  const project = autoProjectWith('- [ ] T1: Write it\n');
  const cli = (...args: string[]) => orchestral(args, { cwd: project.folder, env: { ...project.env } });
  const { open } = await startAutoIn(project, { script: scriptFor(['T1']) });
  await open.close();
  expect(await cli('auto', 'complete', 'T1')).toMatchObject({ code: 0 });
  expect(JSON.parse((await cli('rerun', 'T1', '--json')).stdout)).toMatchObject({ verdict: 'retry', ready: [] });
  expect(await cli('rerun', 'T9')).toMatchObject({ code: 2 });
  expect(await cli('rerun', 'architect')).toMatchObject({ code: 2, stderr: expect.stringContaining('no session') });
});
