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

test('a row opens its task, and rows that the filter does not name are dimmed', async () => {
  const page = await fixture.open(path);
  await expect.poll(() => pointsIn(page, AMBER)).toBeGreaterThan(100);
  const canvas = (await page.locator('canvas').boundingBox()) ?? { x: 0, y: 0 };
  // Below the times, the merges and the limits: the fourth row is T2.1.
  await page.mouse.click(canvas.x + 40, canvas.y + 24 + 2 * 18 + 3 * 18 + 9);
  await page.getByRole('heading', { name: /^T2\.1 / }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('Filter by id or title').fill('T1.3');
  await expect.poll(() => pointsIn(page, AMBER)).toBe(0);
});
