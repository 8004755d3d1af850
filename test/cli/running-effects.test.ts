import { expect, test } from 'vitest';
import { RunningEffects } from '../../src/cli/live-view/running-effects.ts';
import { en } from '../../src/i18n/en/index.ts';
import { ko } from '../../src/i18n/ko/index.ts';

test.each([en, ko])('says of a step which run of the tests is on', ({ checks }) => {
  const running = new RunningEffects({ redact: (text) => text, now: () => 0, onAgentEvent: () => undefined });
  running.begin('run-1/test#1', '2026-01-01T00:00:00Z');
  for (const text of Object.values(checks)) {
    running.showCheck('run-1/test#1', text);
    expect(running.list()[0]?.lastLine).toBe(text);
  }
  // One that is over has nothing to say.
  running.showCheck('run-1/prepare#1', checks.baseline);
  expect(running.list()).toHaveLength(1);
});
