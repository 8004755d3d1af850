import { expect, test } from 'vitest';
import { startSessionIn } from '../../support/conduct-session.ts';
import {
  calculator,
  implementsIt,
  judges,
  mul,
  oneSubtask,
  verifies,
  writesTests,
} from '../../support/session-script.ts';

test('what QA says of failing tests is kept short', async () => {
  const long = 'long '.repeat(500);
  const answer = {
    execution: { command: 'npm test', timestamp: '2026-01-15T10:30:00Z', result: 'fail' },
    summary: { total: 1, passed: 0, failed: 1, skipped: 0 },
    failed_tests: Array.from({ length: 40 }, (_, n) => ({
      id: 'TC-1',
      name: `${n} ${long}`,
      reason: long,
      category: 'implementation_error',
    })),
    recommendation: { action: 'retry_implementation', reason: long },
  };
  const session = await startSessionIn(calculator(), {
    roles: oneSubtask({
      'qa-engineer': [writesTests(mul), { answer }, verifies(), judges(mul)],
      implementer: [{ edit: { 'src/mul.js': 'export const mul = (a, b) => a + b;\n' } }, implementsIt(mul)],
    }),
  });
  await session.conduct();
  const verified = session.events.flatMap(({ type, data }) => (type === 'verified' ? [data] : []));
  expect(verified[0]?.failed.length).toBe(20);
  const { failed, reason } = verified[0] ?? { failed: [], reason: '' };
  expect([failed[0]?.name, failed[0]?.reason, reason].map((text) => text?.endsWith('…'))).toEqual([true, true, true]);
  expect(Math.max(...session.events.map((event) => JSON.stringify(event).length))).toBeLessThan(50_000);
  await session.close();
});
