import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { takeShot } from './browser.ts';
import { makeAnswers } from './fixture/answers.ts';
import { PACK_RUN, PROJECT, RUN } from './fixture/ids.ts';
import { useFixture } from './use-fixture.ts';

const { open, sent, serve } = useFixture();

test('runs are filtered, gone through and opened with the keyboard alone', async () => {
  const page = await open('/runs');
  await page.keyboard.press('/');
  await page.keyboard.type('prices');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await expect.poll(() => page.getByRole('row').count()).toBe(5);
  await page.keyboard.press('Enter');
  for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
  expect(await focused(page)).toBe('Round prices to the currency’s smallest unit');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/runs/${PROJECT}/${PACK_RUN}`);
});

test.for(['table', 'board', 'graph'])(
  'tasks are gone through and tried again with the keyboard alone, %s',
  async (view) => {
    const page = await open(`/auto/${PROJECT}/${view}`);
    await page.keyboard.press('/');
    await page.keyboard.type('T2.9');
    await page.keyboard.press('Enter');
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: /^T2\.9/ }).waitFor();
    await page.keyboard.press('t');
    await page.getByText('Retry T2.9?').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => sent('auto.mark')).toEqual([{ verdict: 'retry', tasks: ['T2.9'] }]);
  },
);

test('who closes a question with the keyboard is where they were', async () => {
  const page = await open(`/auto/${PROJECT}/table`);
  await page.getByRole('button', { name: 'Stop', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Stop');
});

test('the steps of a session are chosen with the keyboard, and show whose log it is', async () => {
  const page = await open(`/sessions/${PROJECT}/abcdef01?tab=steps`);
  await page.getByRole('button', { name: /^T1-S2 · Implement/, pressed: true }).waitFor();
  await page.getByLabel('Log of R2/T1-S2/implement#2').waitFor();
  await takeShot(page, 'session-steps');
  await page.keyboard.press('k');
  await page.getByLabel('Log of R2/T1-S2/implement#1').waitFor();
});

test('a session that failed says why, and is stopped only when asked twice', async () => {
  const answers = makeAnswers();
  await serve({
    ...answers,
    'sessions.read': (asked) => {
      const session = answers['sessions.read']?.(asked);
      if (session === undefined || 'refused' in session) throw new Error('no session');
      return { ...session, failure: { code: 'implementation_limit', detail: 'T1-S2 was tried three times' } };
    },
  });
  const page = await open(`/sessions/${PROJECT}/abcdef01`);
  await page.getByText('implementation_limit: T1-S2 was tried three times').waitFor();
  await takeShot(page, 'session-failed');
  await page.getByRole('button', { name: 'Stop' }).click();
  expect(sent('sessions.stop')).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => sent('sessions.stop')).toEqual([{}]);
});

test('costs are listed by day, too, the latest first', async () => {
  const page = await open('/costs');
  const days = page.locator('section').filter({ has: page.getByRole('heading', { name: 'By day' }) });
  const stamps = (await days.locator('tbody td:first-child').allInnerTexts()).map((day) => Date.parse(`${day} 2026`));
  expect(stamps.length).toBeGreaterThan(3);
  expect(stamps).toEqual(stamps.toSorted((a, b) => b - a));
});

test('a question of a kind that was answered before leads to that run, with what was chosen there', async () => {
  const answers = makeAnswers();
  await serve({
    ...answers,
    'runs.read': (asked) => {
      const run = answers['runs.read']?.(asked);
      if (run === undefined || 'refused' in run) throw new Error('no run');
      const consultations = run.consultations.map((one) => ({
        ...one,
        similar: {
          run: PACK_RUN,
          crp: { ...one.crp, options: one.crp.options.map((option) => ({ ...option, label: `Earlier ${option.id}` })) },
          vcr: {
            vcr_id: 'vcr-001',
            crp_id: 'crp-001',
            created_at: one.crp.created_at,
            decision: 'B',
            rationale: '',
            additional_notes: '',
            applies_to_future: false,
          },
        },
      }));
      return { ...run, consultations };
    },
  });
  const page = await open(`/questions/${PROJECT}/${RUN}:crp-001`);
  await page.getByText('An earlier run had a question of this kind: “Earlier B”.').waitFor();
  expect(await page.getByRole('link', { name: PACK_RUN }).getAttribute('href')).toBe(`/runs/${PROJECT}/${PACK_RUN}`);
});

function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.textContent ?? undefined);
}
