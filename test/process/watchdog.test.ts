import { expect, test } from 'vitest';
import { startWatchdog } from '../../src/process/watchdog.ts';

test('time that is added while it runs moves the end', async () => {
  const began = performance.now();
  let extra = 0;
  const limit = await new Promise<string>((ended) => {
    startWatchdog({ limits: { wallMs: 40, extraMs: () => extra }, cpuSeconds: () => undefined, onLimit: ended });
    extra = 200;
  });
  expect(limit).toBe('wall');
  expect(performance.now() - began).toBeGreaterThanOrEqual(240);
});

test('and the patience with one that says nothing', async () => {
  const began = performance.now();
  const limits = { idleMs: 40, extraMs: () => 200 };
  const limit = await new Promise<string>((ended) => {
    const dog = startWatchdog({
      limits,
      cpuSeconds: () => undefined,
      onLimit: (reached) => {
        dog.stop();
        ended(reached);
      },
    });
  });
  expect(limit).toBe('idle');
  expect(performance.now() - began).toBeGreaterThanOrEqual(240);
});

test.each([
  [0.01, 'idle'],
  [0.02, 'wall'],
])('%d seconds of CPU at each look, where the kernel counts in steps of 0.01: %s', async (step, expected) => {
  let cpu = 0;
  const limit = await new Promise<string>((ended) => {
    const dog = startWatchdog({
      limits: { idleMs: 40, wallMs: 2_000 },
      cpuSeconds: () => new Map([['1', (cpu += step)]]),
      onLimit: (reached) => {
        dog.stop();
        ended(reached);
      },
    });
  });
  expect(limit).toBe(expected);
});
