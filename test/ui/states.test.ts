import { expect, test } from 'vitest';
import { sampled } from '../support/tier.ts';
import { LOOKS, painted, settled, takeShot } from './browser.ts';
import { makeAnswers } from './fixture/answers.ts';
import { emptyAnswers, failingAnswers, silentAnswers } from './fixture/states.ts';
import { PACK_RUN, PROJECT } from './fixture/ids.ts';
import { axeViolations, sidewaysOverflow } from './page-checks.ts';
import { useFixture } from './use-fixture.ts';

const PAGES: Readonly<Record<string, string>> = {
  home: '/',
  runs: '/runs',
  run: `/runs/${PROJECT}/${PACK_RUN}`,
  review: `/runs/${PROJECT}/${PACK_RUN}/review`,
  auto: `/auto/${PROJECT}/graph`,
  sessions: '/sessions',
  session: `/sessions/${PROJECT}/abcdef01`,
  worktrees: '/worktrees',
  knowledge: '/knowledge',
  costs: '/costs',
  fleet: '/fleet',
  settings: '/settings',
  new: '/new',
};
const STATES = { empty: emptyAnswers, loading: silentAnswers, error: failingAnswers };
const CASES = Object.keys(PAGES).flatMap((name) =>
  (['empty', 'loading', 'error'] as const).flatMap((state) =>
    (['light', 'korean'] as const).map((look) => ({ name, state, look })),
  ),
);

const fixture = useFixture();

test.for(sampled(CASES, 4))('$name, $state, $look', async ({ name, state, look }) => {
  await fixture.serve(STATES[state](makeAnswers()));
  const { page, troubles } = await fixture.visit(PAGES[name] ?? '', LOOKS[look]);
  if (state === 'loading') {
    // A skeleton of the layout, and soon a word that it takes long.
    await page.locator('[aria-busy="true"]').first().waitFor();
    await page
      .getByText(/Still loading|아직/)
      .first()
      .waitFor();
  } else await settled(page);
  if (state === 'error') await page.getByText('The disk is full.').first().waitFor();
  await takeShot(page, `${name}-${state}-${look}`);
  const said = (await page.locator('#content').innerText()).trim();
  if (state !== 'loading') expect(said).not.toBe('');
  // Whatever its content: where one is, and the way elsewhere.
  expect((await page.getByRole('heading', { level: 1 }).innerText()).trim()).not.toBe('');
  expect(await page.getByRole('navigation').count()).toBeGreaterThan(1);
  await painted(page);
  expect(await sidewaysOverflow(page)).toEqual([]);
  expect(await axeViolations(page)).toEqual([]);
  expect(troubles.filter((trouble) => !/status of [45]\d\d/.test(trouble))).toEqual([]);
});

test('what was refused stands while it is asked again', async () => {
  let asked = 0;
  const answers = makeAnswers();
  const refused = { refused: 500, code: 'disk.full', message: 'The disk is full.' };
  const never: unknown = 'never';
  await fixture.serve({
    ...answers,
    'auto.read': () => (++asked === 1 ? refused : (never as typeof refused)),
  });
  const { page } = await fixture.visit(PAGES['auto'] ?? '');
  const said = page.locator('#content');
  await said.getByText('The disk is full.').waitFor();
  await expect.poll(() => fixture.server.streams()).toBeGreaterThan(0);
  // After a hello everything is asked for again, unless it is being asked: the stream's first may have come too early.
  fixture.server.send({ kind: 'hello', version: '0', at: '2026-11-16T09:00:00Z' });
  await expect.poll(() => asked).toBeGreaterThan(1);
  await painted(page);
  expect(await said.innerText()).toContain('The disk is full.');
  expect(await said.locator('[aria-busy="true"]').count()).toBe(0);
});

test('a page whose script is gone says so, and is there when it is loaded again', async () => {
  const page = await fixture.open('/');
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Costs' }).click();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await page.unroute('**/assets/*.js');
  await again.click();
  await page.getByRole('heading', { name: 'By day' }).waitFor();
});
