import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { needs } from '../support/needs.ts';
import { launchBrowser, LOOKS, openPage, settled } from './browser.ts';
import { makeAnswers } from './fixture/answers.ts';
import { startFixtureServer, type FixtureServer } from './fixture/fixture-server.ts';
import { PACK_RUN, PROJECT } from './fixture/ids.ts';

const REVIEW = `/runs/${PROJECT}/${PACK_RUN}/review`;

let browser: Browser;
let server: FixtureServer;

beforeAll(async () => {
  browser = await launchBrowser();
});

beforeEach(async (context) => {
  needs(context, 'chromium');
  server = await startFixtureServer(makeAnswers());
});

afterEach(() => server?.close());
afterAll(() => browser?.close());

/** Presses a key in the page itself; the rest of what the press sets off at once is done when this returns. */
async function pressAtOnce(page: Page, key: string): Promise<string> {
  return page.evaluate(async (pressed) => {
    const shiftKey = pressed !== pressed.toLowerCase();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, shiftKey, bubbles: true }));
    // No timer has run by then, nor anything else that the next key could come before.
    for (let n = 0; n < 20; n += 1) await Promise.resolve();
    const { activeElement } = document;
    return `${activeElement?.tagName} ${activeElement?.textContent} ${activeElement?.closest('[role="dialog"]') !== null}`;
  }, key);
}

test.for([
  [`/auto/${PROJECT}/table?task=T2.9`, 't', /^BUTTON Retry true$/],
  [REVIEW, 'A', /^BUTTON Approve [0-9a-f]{7} true$/],
  [REVIEW, 'r', /^TEXTAREA {2}true$/],
] as const)('on %s, a question that %s asks has the focus before the next key', async ([path, key, focused]) => {
  const { page } = await openPage(browser, server.url + path, LOOKS.light);
  await settled(page);
  expect(await pressAtOnce(page, key)).toMatch(focused);
});

test('Escape closes the question, and not what it was asked about', async () => {
  const { page } = await openPage(browser, `${server.url}/auto/${PROJECT}/table?task=T2.9`, LOOKS.light);
  await settled(page);
  await page.keyboard.press('t');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.getByRole('heading', { name: /^T2\.9/ }).count()).toBe(1);
});

test('Enter presses what has the focus, before it means a row of the list', async () => {
  const { page } = await openPage(browser, server.url, LOOKS.light);
  await settled(page);
  await page.getByRole('button', { name: 'Allow phase 3' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => server.changes.map(({ name }) => name)).toContain('auto.allow');
  // The list's own row, once it is gone through: the second of them is a question.
  for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('radio').first().waitFor();
});
