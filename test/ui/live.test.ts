import type { Browser } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { needs } from '../support/needs.ts';
import { launchBrowser, LOOKS, openPage, takeShot } from './browser.ts';
import { makeAnswers } from './fixture/answers.ts';
import { startFixtureServer, type FixtureServer } from './fixture/fixture-server.ts';

let browser: Browser;
let server: FixtureServer;

beforeEach(async (context) => {
  needs(context, 'chromium');
  server = await startFixtureServer(makeAnswers());
  browser = await launchBrowser();
});

afterEach(async () => {
  await browser?.close();
  await server?.close();
});

test('eight tabs share one stream, and another tab takes over when the reading one is closed', async () => {
  const { page: first } = await openPage(browser, server.url, LOOKS['light']);
  await first.getByText('Live', { exact: true }).first().waitFor();
  const others = [];
  for (let count = 0; count < 7; count++) {
    const tab = await first.context().newPage();
    await tab.goto(server.url);
    others.push(tab);
  }
  for (const tab of others) await tab.getByText('Live', { exact: true }).first().waitFor();
  expect(server.streams()).toBe(1);
  await first.close();
  await expect.poll(() => server.streams()).toBe(1);
  await others[0]?.getByText('Live', { exact: true }).first().waitFor();
});

test('without the server the page says since when, and nothing can be decided', async () => {
  const { page } = await openPage(browser, server.url, LOOKS['light']);
  await page.getByRole('button', { name: 'Allow phase 3' }).waitFor();
  await page.getByText('Live', { exact: true }).first().waitFor();
  await server.close();
  await page.getByText(/Not connected since \d\d:\d\d/).waitFor();
  expect(await page.getByRole('button', { name: 'Allow phase 3' }).isDisabled()).toBe(true);
  await takeShot(page, 'home-offline');
});
