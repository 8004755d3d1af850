import fs from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needs } from '../support/needs.ts';
import { CHROMIUM, launchBrowser, LOOKS, openPage, takeShot } from './browser.ts';
import { makeAnswers } from './fixture/answers.ts';
import { startFixtureServer, type FixtureServer } from './fixture/fixture-server.ts';
import { PACK_RUN, PROJECT, RUN } from './fixture/ids.ts';

const PAGES: Readonly<Record<string, string>> = {
  home: '/',
  question: `/questions/${PROJECT}/${RUN}:crp-001`,
  runs: '/runs',
  run: `/runs/${PROJECT}/${PACK_RUN}`,
  rounds: `/runs/${PROJECT}/${PACK_RUN}?tab=rounds`,
  review: `/runs/${PROJECT}/${PACK_RUN}/review`,
  graph: `/auto/${PROJECT}/graph`,
  timeline: `/auto/${PROJECT}/timeline`,
  board: `/auto/${PROJECT}/board`,
  table: `/auto/${PROJECT}/table?task=T2.9`,
  sessions: '/sessions',
  session: `/sessions/${PROJECT}/abcdef01`,
  worktrees: '/worktrees',
  knowledge: '/knowledge',
  costs: '/costs',
  settings: '/settings',
  new: '/new',
};

let browser: Browser;
let server: FixtureServer;

beforeAll(async () => {
  if (!fs.existsSync(CHROMIUM)) return;
  server = await startFixtureServer(makeAnswers());
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

describe.each(Object.entries(PAGES))('%s', (name, path) => {
  test.for(Object.entries(LOOKS))('%s', async ([look, options], context) => {
    needs(context, 'chromium');
    const { page, troubles } = await openPage(browser, server.url + path, options);
    await page.waitForSelector('#content', { timeout: 20_000 });
    await page.waitForLoadState('load');
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    await takeShot(page, `${name}-${look}`);
    expect(troubles).toEqual([]);
    expect(await sidewaysOverflow(page)).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
    await page.context().close();
  });
});

/** What is wider than the window, other than code in its own scrolling box. */
function sidewaysOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => (document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []));
}

async function axeViolations(page: Page): Promise<string[]> {
  // Evaluated, not added as a script: the policy forbids that, and not what the browser's own tools do.
  await page.evaluate(fs.readFileSync('node_modules/axe-core/axe.min.js', 'utf8'));
  return page.evaluate(async () => {
    interface Axe {
      run(
        options: object,
      ): Promise<{ violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] }>;
    }
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      );
  });
}
