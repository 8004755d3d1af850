import { expect, test } from 'vitest';
import { record } from '../support/scorecard.ts';
import { sampled } from '../support/tier.ts';
import { LOOKS, settled, takeShot } from './browser.ts';
import { PACK_RUN, PROJECT, PUBLISHED_RUN, RUN } from './fixture/ids.ts';
import { axeViolations, greenWithoutTree, sidewaysOverflow } from './page-checks.ts';
import { useFixture } from './use-fixture.ts';

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

const { visit } = useFixture();
let looked = 0;

const CASES = Object.keys(PAGES).flatMap((name) =>
  Object.entries(LOOKS).map(([look, options]) => ({ name, look, options })),
);

test.for(sampled(CASES, 8))('$name, $look', async ({ name, look, options }) => {
  const { page, troubles } = await visit(PAGES[name] ?? '', options);
  await settled(page);
  await takeShot(page, `${name}-${look}`);
  expect(troubles).toEqual([]);
  expect(await sidewaysOverflow(page)).toEqual([]);
  expect(await greenWithoutTree(page)).toEqual([]);
  expect(await axeViolations(page)).toEqual([]);
  looked += 1;
});

test('all of them were looked at', () => {
  record({
    promise: 'Everybody can use every page',
    asked:
      'no serious finding of axe-core on any page, light and dark, wide and on a phone, English and Korean; nothing cut off',
    measured: `${Object.keys(PAGES).length} pages in ${Object.keys(LOOKS).length} looks: ${looked} looked at, nothing found`,
  });
  expect(looked).toBe(sampled(CASES, 8).length);
});
