import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { takeShot } from './browser.ts';
import { makeAnswers } from './fixture/answers.ts';
import { PACK_RUN, PROJECT, PUBLISHED_RUN, RUN } from './fixture/ids.ts';
import { useFixture } from './use-fixture.ts';

const fixture = useFixture();
const { open, sent } = fixture;

test('what failed says why and what to do about it', async () => {
  const page = await open('/');
  const row = page.getByRole('listitem').filter({ hasText: 'Import the old orders' });
  await row.getByText('tests fail: test/orders/import.test.ts > reads an order without a currency').waitFor();
  await row.getByText('try again: orchestral auto retry T2.9').waitFor();
});

test('a base that moved is said, and taken up when asked twice', async () => {
  const page = await open(`/runs/${PROJECT}/${PACK_RUN}`);
  await page.getByText('main has 3 commits that this work does not have.').waitFor();
  await page.getByRole('button', { name: 'Update now' }).click();
  expect(sent('runs.rebase')).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Update now' }).click();
  await expect.poll(() => sent('runs.rebase')).toEqual([{}]);
});

test('a step is run again with the keyboard alone', async () => {
  const page = await open(`/runs/${PROJECT}/${PACK_RUN}`);
  await page.getByRole('button', { name: 'More' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Verifier' }).waitFor();
  await takeShot(page, 'run-menu');
  await chooseVerifier(page);
  // Who says no is where they began.
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('More');
  await page.keyboard.press('Enter');
  await chooseVerifier(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => sent('runs.rerun')).toEqual([{ step: 'verify' }]);
});

/** In the open menu, once it has the focus. */
async function chooseVerifier(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role="menu"]') != null)).toBe(true);
  while ((await focused(page)) !== 'Verifier') await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText(/Rerun the Verifier/).waitFor();
}

test('a pull request shows its checks, its trouble and strangers’ words, and is looked after', async () => {
  const page = await open(`/runs/${PROJECT}/${PUBLISHED_RUN}`);
  await page.getByText('1 check fails · 1 check runs · 6 checks pass on commit fd66aab').waitFor();
  await page.getByText('github.com wants to be left alone for 15 minutes').waitFor();
  const link = page.getByRole('link', { name: 'Open the pull request' });
  expect(await link.getAttribute('href')).toBe('https://github.com/acme/webshop/pull/412');
  expect(await link.getAttribute('rel')).toContain('noopener');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect.poll(() => sent('runs.sync')).toEqual([{}]);
});

test('an address of the host that is none of the web is no link', async () => {
  const answers = makeAnswers();
  const read = answers['runs.read'];
  await fixture.serve({
    ...answers,
    'runs.read': (asked) => {
      const run = read?.(asked);
      if (run === undefined || 'refused' in run || run.pull_request === null) throw new Error('no pull request');
      return { ...run, pull_request: { ...run.pull_request, url: 'javascript:alert(1)', link: null } };
    },
  });
  const page = await open(`/runs/${PROJECT}/${PUBLISHED_RUN}`);
  await page.getByText('Pull request #412').waitFor();
  expect(await page.getByRole('link', { name: 'Open the pull request' }).count()).toBe(0);
});

test('agents at work are given more time', async () => {
  const page = await open(`/sessions/${PROJECT}/abcdef01`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: '30 minutes' }).click();
  await expect.poll(() => sent('project.extend')).toEqual([{ named: 'R2', minutes: 30 }]);
  await page.getByText('The agents have 30 more minutes.').waitFor();
});

test('a question is answered, and a task retried, with the keyboard alone', async () => {
  const question = await open(`/questions/${PROJECT}/${RUN}:crp-001`);
  await question.getByText('Sign a cookie').waitFor();
  await question.keyboard.press('b');
  await question.getByRole('button', { name: 'Answer B' }).waitFor();
  await question.keyboard.press('Control+Enter');
  await expect.poll(() => sent('runs.answer')).toMatchObject([{ decision: 'B', future: false }]);
  const auto = await open(`/auto/${PROJECT}/table?task=T2.9`);
  await auto.getByRole('button', { name: 'Retry' }).waitFor();
  await auto.keyboard.press('t');
  await auto.getByText('Retry T2.9?').waitFor();
  await auto.keyboard.press('Enter');
  await expect.poll(() => sent('auto.mark')).toEqual([{ verdict: 'retry', tasks: ['T2.9'] }]);
});

test('a decision that counts although nobody goes on with it is said once, and leaves the form', async () => {
  const message = 'it is saved, but could not be started: not trusted';
  const refused = () => ({ refused: 409, code: 'dashboard.not_conducted', message });
  await fixture.serve({ ...makeAnswers(), 'runs.answer': refused, 'review.approve': refused });
  const question = await open(`/questions/${PROJECT}/${RUN}:crp-001`);
  await question.getByText('Sign a cookie').click();
  await question.getByRole('button', { name: /^Answer / }).click();
  await question.getByText(message).waitFor();
  const review = await open(`/runs/${PROJECT}/${PACK_RUN}/review`);
  await review.getByRole('button', { name: /^Approve / }).click();
  await review
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve / })
    .click();
  await review.getByText(message).waitFor();
  await review.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => new URL(review.url()).pathname).toBe(`/runs/${PROJECT}/${PACK_RUN}`);
});

test('what was learned is changed in place, and removed only when asked twice', async () => {
  const page = await open('/knowledge');
  await page.getByRole('button', { name: 'Edit' }).first().click();
  await page.getByLabel('What was decided').fill('UTC, always.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => sent('knowledge.save'))
    .toMatchObject([
      { kind: 'decision', topic: 'Times', decision: 'UTC, always.', refs: ['src/time.ts'], sha256: 'abc' },
    ]);
  await page.getByRole('button', { name: 'Remove' }).last().click();
  expect(sent('knowledge.remove')).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => sent('knowledge.remove')).toHaveLength(1);
});

function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.textContent ?? undefined);
}
