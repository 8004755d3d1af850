import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { takeShot } from './browser.ts';
import { makeAnswers } from './fixture/answers.ts';
import { PROJECT } from './fixture/ids.ts';
import { useFixture } from './use-fixture.ts';

const fixture = useFixture();

/** How many points of the canvas have exactly this colour. */
function pointsIn(page: Page, hex: string): Promise<number> {
  return page.evaluate((wanted) => {
    const canvas = document.querySelector('canvas');
    const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(wanted.slice(at, at + 2), 16));
    let count = 0;
    for (let at = 0; at < data.length; at += 4)
      if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count += 1;
    return count;
  }, hex);
}

const AMBER = '#f5b301';
const path = `/auto/${PROJECT}/timeline`;

test('waits for the person are amber, and what is expected is outlined', async () => {
  const page = await fixture.open(path);
  await expect.poll(() => pointsIn(page, AMBER)).toBeGreaterThan(100);
  const outlined = await pointsIn(page, '#5b6472');
  await takeShot(page, 'timeline-waits');
  const answers = makeAnswers();
  const attempts = answers['auto.attempts'];
  const forecast = answers['auto.forecast'];
  await fixture.serve({
    ...answers,
    'auto.attempts': (asked) => ({ ...Object(attempts?.(asked)), held: [] }),
    'auto.forecast': (asked) => ({ ...Object(forecast?.(asked)), tasks: [] }),
  });
  const without = await fixture.open(path);
  await expect.poll(() => pointsIn(without, '#0b62c4')).toBeGreaterThan(100);
  expect(await pointsIn(without, AMBER)).toBe(0);
  expect(await pointsIn(without, '#5b6472')).toBeLessThan(outlined);
});
