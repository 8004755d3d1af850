import { expect, test } from 'vitest';
import { cliOutput, commitOf, runWithPack } from './waiting-run.ts';

test('one role does its step again, and all that follows from it', async () => {
  const builder = [{ edit: { 'answer.txt': 'right\n' } }, { edit: { 'answer.txt': 'right again\n' } }];
  const waitingRun = await runWithPack({ roles: { builder } });
  const { project, id } = waitingRun;
  const first = await commitOf(waitingRun);
  expect(await cliOutput(waitingRun, 'rerun', 'gatekeeper')).toMatchObject({ code: 2 });
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
