import { describe, expect, test } from 'vitest';
import { commitOf, runWithPack, cliOutput } from './waiting-run.ts';

const GATEKEEPER = {
  model: 'sonnet',
  pass_criteria: { tests_passing: true, no_critical_issues: true, min_test_coverage: 80 },
  auto_crp_triggers: [],
};

describe('reject', () => {
  test('needs a reason', async () => {
    const waitingRun = await runWithPack();
    for (const args of [['reject'], ['reject', '--reason', ' ']]) {
      const { code, all } = await cliOutput(waitingRun, ...args);
      expect([code, all]).toEqual([2, expect.stringContaining('a rejection needs a reason')]);
    }
  });

  test('builds again with the reason, right there', async () => {
    const builder = [{ edit: { 'answer.txt': 'right\n' } }, { edit: { 'answer.txt': 'right, and more\n' } }];
    const waitingRun = await runWithPack({ roles: { builder } });
    const first = await commitOf(waitingRun);
    const { code, all } = await cliOutput(waitingRun, 'reject', waitingRun.id, '--reason', 'say more');
    expect(code, all).toBe(3);
    expect(waitingRun.project.step('build-2/prompt.md')).toContain('say more');
    const second = await commitOf(waitingRun);
    expect(second).not.toBe(first);
    expect(await cliOutput(waitingRun, 'approve', '--commit', first)).toMatchObject({
      code: 3,
      all: expect.stringContaining('nothing was merged'),
    });
    expect(await cliOutput(waitingRun, 'approve', '--commit', second)).toMatchObject({ code: 0 });
  });

  test('after the last round it says what lets it go on', async () => {
    const waitingRun = await runWithPack({}, { config: { gatekeeper: { ...GATEKEEPER, max_iterations: 1 } } });
    const { code, all } = await cliOutput(waitingRun, 'reject', '--reason', 'no');
    expect(code, all).toBe(1);
    expect(all).toContain('max_iterations');
  });
});
