import fs from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { needs } from '../support/needs.ts';
import { record } from '../support/scorecard.ts';
import { sampled } from '../support/tier.ts';
import { CHROMIUM, launchBrowser, LOOKS, openPage, settled, takeShot } from './browser.ts';
import { makeAnswers } from './fixture/answers.ts';
import { startFixtureServer, type FixtureServer } from './fixture/fixture-server.ts';
import { PACK_RUN, PROJECT, PUBLISHED_RUN, RUN } from './fixture/ids.ts';
import { axeViolations, greenWithoutTree, sidewaysOverflow } from './page-checks.ts';

const PAGES: Readonly<Record<string, string>> = {
  home: '/',
  question: `/questions/${PROJECT}/${RUN}:crp-001`,
  runs: '/runs',
  run: `/runs/${PROJECT}/${PACK_RUN}`,
  published: `/runs/${PROJECT}/${PUBLISHED_RUN}`,
  log: `/runs/${PROJECT}/${PACK_RUN}?tab=log`,
  rounds: `/runs/${PROJECT}/${PACK_RUN}?tab=rounds`,
  review: `/runs/${PROJECT}/${PACK_RUN}/review`,
  graph: `/auto/${PROJECT}/graph`,
  timeline: `/auto/${PROJECT}/timeline`,
  board: `/auto/${PROJECT}/board`,
  table: `/auto/${PROJECT}/table?task=T2.9`,
  sessions: '/sessions',
  session: `/sessions/${PROJECT}/abcdef01`,
  steps: `/sessions/${PROJECT}/abcdef01?tab=steps`,
  worktrees: '/worktrees',
  knowledge: '/knowledge',
  costs: '/costs',
  fleet: '/fleet',
  settings: '/settings',
  new: '/new',
};

let browser: Browser;
let server: FixtureServer;
let looked = 0;

beforeAll(async () => {
  if (!fs.existsSync(CHROMIUM)) return;
  server = await startFixtureServer(makeAnswers());
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const CASES = Object.keys(PAGES).flatMap((name) =>
  Object.entries(LOOKS).map(([look, options]) => ({ name, look, options })),
);

test.for(sampled(CASES, 12))('$name, $look', async ({ name, look, options }, context) => {
  needs(context, 'chromium');
  const { page, troubles } = await openPage(browser, server.url + PAGES[name], options);
  await settled(page);
  await takeShot(page, `${name}-${look}`);
  expect(troubles).toEqual([]);
  expect(await sidewaysOverflow(page)).toEqual([]);
  expect(await greenWithoutTree(page)).toEqual([]);
  expect(await axeViolations(page)).toEqual([]);
  looked += 1;
  await page.context().close();
});

test('all of them were looked at', (context) => {
  needs(context, 'chromium');
  record({
    promise: 'Everybody can use every page',
    asked:
      'no serious finding of axe-core on any page, light and dark, wide and on a phone, English and Korean; nothing cut off',
    measured: `${Object.keys(PAGES).length} pages in ${Object.keys(LOOKS).length} looks: ${looked} looked at, nothing found`,
  });
  expect(looked).toBe(sampled(CASES, 12).length);
});
