import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { LOOKS, takeShot } from './browser.ts';
import { PACK_RUN, PROJECT } from './fixture/ids.ts';
import { useFixture } from './use-fixture.ts';

const { open } = useFixture();

test('all seven columns of the board stand beside each other, to the bottom of the page', async () => {
  const page = await open(`/auto/${PROJECT}/board`, LOOKS.wide);
  const columns = await boxes(page.locator('section').filter({ has: page.getByRole('heading', { level: 2 }) }));
  await takeShot(page, 'board-seven-columns');
  expect(columns).toHaveLength(7);
  expect(new Set(columns.map(({ y }) => y)).size).toBe(1);
  for (const { height } of columns) expect(height).toBeGreaterThan(700);
});

test.for([
  ['light', ['Refine the brief', 'Build · round 1', 'Build · round 2', 'Pack · round 2']],
  ['korean', ['브리핑 다듬기', '구현 · 1라운드', '구현 · 2라운드', '검토 자료 만들기 · 2라운드']],
] as const)('a stage is named by what is done in it and by its round, %s', async ([look, names]) => {
  const page = await open(`/runs/${PROJECT}/${PACK_RUN}`, LOOKS[look]);
  for (const name of names) expect(await page.getByText(name, { exact: true }).count(), name).toBe(1);
});

test('the chosen stage is in view: at first, by its address, and with the keyboard', async () => {
  const narrow = { ...LOOKS.light, width: 1000 };
  const page = await open(`/runs/${PROJECT}/${PACK_RUN}`, narrow);
  const chosen = page.locator('ol button[aria-pressed="true"]');
  const isInStrip = () =>
    chosen.evaluate((card) => {
      const [box, strip] = [card.getBoundingClientRect(), card.closest('ol')?.getBoundingClientRect()];
      return strip !== undefined && box.left >= strip.left && box.right <= strip.right;
    });
  expect(await chosen.innerText()).toContain('Judge · round 2');
  await takeShot(page, 'run-chosen-stage');
  await expect.poll(isInStrip).toBe(true);
  for (let n = 0; n < 9; n++) await page.keyboard.press('k');
  await page.getByRole('button', { name: /^Prepare/, pressed: true }).waitFor();
  await expect.poll(isInStrip).toBe(true);
  expect(await page.locator('#content').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
});

test.for(['phone', 'korean'] as const)(
  'on a phone the buttons for what was learned stand below it, in one row, large enough for a finger, %s',
  async (look) => {
    const page = await open('/knowledge', LOOKS[look]);
    const buttons = await boxes(page.getByRole('button', { name: /^(Edit|Remove|Revoke|고치기|삭제|취소)/ }));
    await takeShot(page, `knowledge-buttons-${look}`);
    const texts = await boxes(page.locator('#content b').locator('xpath=..'));
    expect([texts.length, buttons.length]).toEqual([3, 5]);
    // Two buttons for each thing that was learned, one for an answer.
    for (const [n, button] of buttons.entries()) {
      const text = texts[Math.floor(n / 2)];
      if (text === undefined) throw new Error(`no text for button ${n}`);
      expect(button.y).toBeGreaterThanOrEqual(text.y + text.height);
      expect(button.height).toBeGreaterThanOrEqual(44);
    }
    expect(buttons[0]?.y).toBe(buttons[1]?.y);
  },
);

async function boxes(found: Locator) {
  await found.first().waitFor();
  const all = await Promise.all((await found.all()).map((one) => one.boundingBox()));
  return all.filter((box) => box !== null);
}
