import { describe, expect, test } from 'vitest';
import { commitOf, packed, said } from './decider.ts';

const GATEKEEPER = {
  model: 'sonnet',
  pass_criteria: { tests_passing: true, no_critical_issues: true, min_test_coverage: 80 },
  auto_crp_triggers: [],
};

describe('reject', () => {
  test('needs a reason', async () => {
    const desk = await packed();
    for (const args of [['reject'], ['reject', '--reason', ' ']]) {
      const { code, all } = await said(desk, ...args);
      expect([code, all]).toEqual([2, expect.stringContaining('a rejection needs a reason')]);
    }
  });

  test('builds again with the reason, right there', async () => {
    const builder = [{ edit: { 'answer.txt': 'right\n' } }, { edit: { 'answer.txt': 'right, and more\n' } }];
    const desk = await packed({ roles: { builder } });
    const first = await commitOf(desk);
    const { code, all } = await said(desk, 'reject', desk.id, '--reason', 'say more');
    expect(code, all).toBe(3);
    expect(desk.project.step('build-2/prompt.md')).toContain('say more');
    const second = await commitOf(desk);
    expect(second).not.toBe(first);
    expect(await said(desk, 'approve', '--commit', first)).toMatchObject({
      code: 3,
      all: expect.stringContaining('nothing was merged'),
    });
    expect(await said(desk, 'approve', '--commit', second)).toMatchObject({ code: 0 });
  });

  test('after the last round it says what lets it go on', async () => {
    const desk = await packed({}, { config: { gatekeeper: { ...GATEKEEPER, max_iterations: 1 } } });
    const { code, all } = await said(desk, 'reject', '--reason', 'no');
    expect(code, all).toBe(1);
    expect(all).toContain('max_iterations');
  });
});
