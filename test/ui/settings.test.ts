import { expect, test } from 'vitest';
import { needs } from '../support/needs.ts';
import { launchBrowser, LOOKS, openPage } from './browser.ts';
import { makeAnswers } from './fixture/answers.ts';
import { startFixtureServer } from './fixture/fixture-server.ts';

test('an invalid setting is explained at its field', async (context) => {
  needs(context, 'chromium');
  const server = await startFixtureServer(makeAnswers());
  const browser = await launchBrowser();
  try {
    const { page } = await openPage(browser, `${server.url}/settings`, LOOKS.light);
    const field = page.getByLabel('max_iterations');
    await field.fill('0');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await page.getByText('expected a number of at least 1, got 0').waitFor();
    expect(server.changes.map(({ asked }) => asked.body)).toEqual([
      { sha256: 'abc', value: { max_iterations: 0, log_level: 'info', notifications: { bell: true } } },
    ]);
  } finally {
    await browser.close();
    await server.close();
  }
});
