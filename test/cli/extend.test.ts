import { expect, test } from 'vitest';
import { cliOutput, runWithPack } from './waiting-run.ts';

test('says when no agent is at work, and what a time looks like', async () => {
  const waitingRun = await runWithPack();
  const nothing = await cliOutput(waitingRun, 'extend', '--by', '30m');
  expect([nothing.code, nothing.all]).toEqual([2, expect.stringContaining('no agent is running here')]);
  const korean = await cliOutput(waitingRun, 'extend', 'T1.3', '--by', '30m', '--lang', 'ko');
  expect([korean.code, korean.all]).toEqual([2, expect.stringContaining('T1.3')]);
  for (const by of ['soon', '0s', '25h']) {
    const { code, all } = await cliOutput(waitingRun, 'extend', '--by', by);
    expect([code, all], by).toEqual([2, expect.stringContaining(by)]);
  }
  expect(await cliOutput(waitingRun, 'extend')).toMatchObject({ code: 2 });
});
