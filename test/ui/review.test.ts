import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { takeShot } from './browser.ts';
import fs from 'node:fs';
import { makeAnswers } from './fixture/answers.ts';
import { COMMIT, PACK_RUN, PROJECT } from './fixture/ids.ts';
import { useFixture } from './use-fixture.ts';

const path = `/runs/${PROJECT}/${PACK_RUN}/review`;
const fixture = useFixture();
const { sent, visit } = fixture;
let page: Page;
let troubles: string[];

beforeEach(async () => {
  expect(fs.existsSync('dist/ui/index.html')).toBe(true);
  ({ page, troubles } = await visit(path));
  await page.getByText('halfToEven').first().waitFor();
});

describe('a review with the keyboard alone', () => {
  test('a comment is kept on the server, survives a reload and goes with a rejection', async () => {
    for (const key of ['j', 'j', 'j', 'j']) await page.keyboard.press(key);
    await page.keyboard.press('Shift+J');
    await page.keyboard.press('c');
    await page.keyboard.type('Name the unit.');
    await page.getByText(/1 comment, saved/).waitFor();
    await page.reload();
    await page.getByText('Name the unit.').first().waitFor();
    await takeShot(page, 'review-with-comment');
    await page.keyboard.press('r');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('Not yet.');
    await expect.poll(() => page.getByLabel('Exactly what the Builder will read').innerText()).toContain('Not yet.');
    await takeShot(page, 'review-reject');
    await page.getByRole('button', { name: 'Send it back' }).press('Enter');
    await expect
      .poll(() => sent('review.reject'))
      .toMatchObject([{ commit: COMMIT, reason: 'Not yet.', comments: [expect.any(String)] }]);
    const [saved] = sent('review.saveComment').slice(-1);
    expect(saved).toMatchObject({ commit: COMMIT, path: 'src/price/format.ts', side: 'after', text: 'Name the unit.' });
    expect(troubles).toEqual([]);
  });

  test('a removed line is reached and commented on, as one of the old file', async () => {
    for (const key of ['j', 'j', 'j', 'j', 'k', 'c']) await page.keyboard.press(key);
    await page.getByLabel('Old line 3').fill('Why is it gone?');
    await expect
      .poll(() => sent('review.saveComment').at(-1))
      .toMatchObject({ side: 'before', first: 3, last: 3, quote: expect.stringContaining('Math.trunc') });
    expect(troubles).toEqual([]);
  });

  test('hidden lines are shown, commented on, and still shown when the page is loaded again', async () => {
    const hidden = page.getByText('// 9 stays as it was');
    expect(await hidden.count()).toBe(0);
    await page.keyboard.press('e');
    await hidden.waitFor();
    // The next gap is still closed.
    await page.getByRole('button', { name: 'Show 7 lines' }).waitFor();
    expect(await page.getByText('// 23 stays as it was').count()).toBe(0);
    // Eight lines and the removed one of the first hunk, then the second of those that were hidden.
    for (let n = 0; n < 10; n += 1) await page.keyboard.press('j');
    await page.keyboard.press('c');
    await page.keyboard.type('This, too.');
    await expect
      .poll(() => sent('review.saveComment').at(-1))
      .toMatchObject({ side: 'after', first: 9, last: 9, quote: '// 9 stays as it was', text: 'This, too.' });
    await page.getByText(/1 comment, saved/).waitFor();
    await page.reload();
    await hidden.first().waitFor();
    await takeShot(page, 'review-hidden-lines');
    await page.getByRole('button', { name: 'Show 7 lines' }).click();
    await page.getByText('// 23 stays as it was').waitFor();
    expect(troubles).toEqual([]);
  });

  test('approving names the commit that is shown, and asks once more', async () => {
    await page.keyboard.press('Shift+A');
    await page.getByRole('dialog').waitFor();
    expect(sent('review.approve')).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(() => sent('review.approve')).toEqual([{ commit: COMMIT, allow: [1] }]);
    expect(troubles).toEqual([]);
  });
});

test('lines are chosen by dragging over their numbers', async () => {
  const gutters = page.locator('.diff-gutter-insert');
  await gutters.nth(1).hover();
  await page.mouse.down();
  await gutters.nth(5).hover();
  await page.mouse.up();
  await page.getByLabel('Lines 3 to 5').fill('All three.');
  await expect.poll(() => sent('review.saveComment').at(-1)).toMatchObject({ first: 3, last: 5, text: 'All three.' });
});

test('a comment that says nothing leaves nothing, and one that is deleted at once does not come back', async () => {
  const gutters = page.locator('.diff-gutter-insert');
  const without = page.getByRole('status').filter({ hasText: /^No comments$/ });
  await gutters.nth(1).click();
  await page.getByLabel('Line 3').waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('Line 3').waitFor({ state: 'detached' });
  expect(await page.getByText(/^Line 3 · saved/).count()).toBe(0);
  expect(fixture.server.changes).toEqual([]);
  await gutters.nth(1).click();
  await page.keyboard.type('No.');
  await page.getByRole('button', { name: 'Delete' }).click();
  await without.waitFor();
  // While it is on its way to the server.
  const before = sent('review.saveComment').length;
  await gutters.nth(1).click();
  await page.keyboard.type('No.');
  await expect.poll(() => sent('review.saveComment').length).toBeGreaterThan(before);
  await page.getByRole('button', { name: 'Delete' }).click();
  await without.waitFor();
  const named = (name: string) =>
    fixture.server.changes.filter((change) => change.name === name).map(({ asked }) => asked.params['comment']);
  await expect
    .poll(() => {
      const deleted = named('review.deleteComment');
      return named('review.saveComment').filter((comment) => !deleted.includes(comment));
    })
    .toEqual([]);
});

test('what is written goes on to a server that was started again, once the browser is signed in there', async () => {
  let refusals = 0;
  let isKnown = false;
  const answers = makeAnswers();
  const save = answers['review.saveComment'];
  const session = answers['session.read'];
  if (save === undefined || session === undefined) throw new Error('no answers');
  await fixture.serve({
    ...answers,
    // As one that gave the page another token before.
    'review.saveComment': (asked) => {
      if (isKnown) return save(asked);
      refusals += 1;
      return { refused: 403, code: 'http.csrf', message: 'the token for changes is missing or wrong' };
    },
    'session.read': (asked) => {
      isKnown = refusals > 0;
      return session(asked);
    },
  });
  ({ page } = await visit(path));
  await page.locator('.diff-gutter-insert').nth(1).click();
  await page.keyboard.type('It stays.');
  await page.getByText(/1 comment, saved/).waitFor();
});

test('comments that cannot be loaded are not none: nothing is decided until they are there', async () => {
  const answers = makeAnswers();
  const comments = answers['review.comments'];
  let isBroken = true;
  const refused = { refused: 500, code: 'disk.full', message: 'The disk is full.' };
  await fixture.serve({
    ...answers,
    'review.comments': (asked) => (isBroken || comments === undefined ? refused : comments(asked)),
  });
  ({ page } = await visit(`${path}?panel=comments`));
  await page.getByText('Your comments could not be loaded, so you cannot decide yet.').waitFor();
  await page.getByText('The disk is full.').waitFor();
  await takeShot(page, 'review-comments-lost');
  expect(await page.getByText(/No comments/).count()).toBe(0);
  for (const name of [/^Approve /, /^Reject/]) expect(await page.getByRole('button', { name }).isDisabled()).toBe(true);
  await page.getByText('halfToEven').first().waitFor();
  for (const key of ['Shift+A', 'r']) await page.keyboard.press(key);
  expect(await page.getByRole('dialog').count()).toBe(0);
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).last().click();
  await page.getByText('This rounds towards zero.').waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: /^No comments$/ })
    .waitFor();
  await page.getByRole('button', { name: /^Approve / }).click();
  await page.getByRole('dialog').waitFor();
});

test('an unproven hunk shows in the strip, the files and the lane, with equal counts', async () => {
  await page.getByText('1 hunk unproven').waitFor();
  expect(await page.getByTitle('1 unproven', { exact: true }).count()).toBe(1);
  expect(await page.getByRole('button', { name: /^Unproven: / }).count()).toBe(1);
});

test('u chooses the next unproven lines, its mark says in the panel what was found out, and a comment leads to its lines', async () => {
  const chosen = page.locator('.line-selected');
  await page.keyboard.press('u');
  await expect.poll(() => chosen.count()).toBe(3);
  expect(await chosen.first().innerText()).toContain('17');
  const found = page.getByRole('status').filter({ hasText: 'Unproven: all tests pass without it' });
  expect(await found.count()).toBe(0);
  await page.getByRole('button', { name: /^Unproven: / }).click();
  await expect.poll(() => found.innerText()).toMatch(/format\.ts · Lines 17 to 19[^]*3f2a91c[^]*npx vitest run/);
  await takeShot(page, 'review-chosen-mark');
  await page.keyboard.press('c');
  await page.keyboard.type('Test this.');
  await page.getByText(/1 comment, saved/).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.keyboard.press('n');
  await page.getByRole('tab', { name: /^Comments/ }).click();
  await page.getByRole('button', { name: 'src/price/format.ts:' }).click();
  await expect.poll(() => chosen.count()).toBe(3);
  expect(await page.locator('[aria-current="true"]', { hasText: 'format.ts' }).count()).toBe(1);
});
