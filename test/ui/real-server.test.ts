import { expect } from 'vitest';
import path from 'node:path';
import { QUESTION, rehearsed, runProject } from '../support/run-project.ts';
import { takeShot } from './browser.ts';
import { approve, openDashboard, openReview, orchestral, POLL } from './real-dashboard.ts';
import { useBrowser } from './use-fixture.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(2);

const ready = { status: 'ready', refined: '# Brief\n\nRound it.\n', clarifications: [], auto_filled: [] };
const right = { edit: { 'answer.txt': 'right\n' } };

const browser = useBrowser();

test('a run is answered, read and approved by clicking only, while nobody is in a terminal', async () => {
  const asks = { answer: { ...ready, status: 'needs_human', refined: '', crp: QUESTION } };
  const project = runProject();
  rehearsed(project.home, { refiner: [asks, { answer: ready }], builder: [right] });
  await orchestral(project, 'trust', '--yes');
  await expect(orchestral(project, 'start', 'Round it')).rejects.toMatchObject({ code: 3 });
  const { page, troubles } = await openDashboard(browser(), project);
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await page.getByText('To two places.').click();
  await page.getByRole('button', { name: 'Answer B' }).click();
  await openReview(page, project);
  await takeShot(page, 'real-review');
  await approve(page);
  await expect.poll(() => project.git('log', '-1', '--format=%s', 'main'), POLL).toMatch(/^Merge run-/);
  await expect.poll(() => JSON.parse(project.read('state.json')).phase, POLL).toBe('completed');
  expect(JSON.parse(project.read('vcr/vcr-001.json'))).toMatchObject({ decision: 'B' });
  expect(troubles).toEqual([]);
});

test('where what would run is not trusted, the answer counts, and the page says why nobody goes on', async () => {
  const asks = { answer: { ...ready, status: 'needs_human', refined: '', crp: QUESTION } };
  const project = runProject();
  rehearsed(project.home, { refiner: [asks, { answer: ready }], builder: [right] });
  await expect(orchestral(project, 'start', 'Round it', '--trust')).rejects.toMatchObject({ code: 3 });
  const { page } = await openDashboard(browser(), project);
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await page.getByText('To two places.').click();
  await page.getByRole('button', { name: 'Answer B' }).click();
  await page.getByText(/it is saved, but could not be started: .*orchestral --project .* trust/).waitFor();
  await takeShot(page, 'real-untrusted');
  expect(JSON.parse(project.read('vcr/vcr-001.json'))).toMatchObject({ decision: 'B' });
});

test('three comments on lines and the brief go to the Builder, and the next pack says what became of each', async () => {
  const project = runProject();
  const first = { edit: { 'answer.txt': 'right\nsecond\nthird\n' } };
  const replies = [
    { comment: 1, text: 'It says now what was asked.' },
    { comment: 2, text: 'It is needed.' },
    { comment: 3, text: 'Down, now.' },
  ];
  const again = { edit: { 'answer.txt': 'right, as asked\nsecond\nthird\n' }, answer: { replies } };
  rehearsed(project.home, { refiner: [{ answer: ready }], builder: [first, again] });
  await orchestral(project, 'trust', '--yes');
  await expect(orchestral(project, 'start', 'Round it')).rejects.toMatchObject({ code: 3 });
  const { page, troubles } = await openDashboard(browser(), project);
  await openReview(page, project);
  const shown = project.git('rev-parse', `refs/heads/orchestral/${path.basename(project.run())}`);
  // Keys mean the lines that are there.
  await page.locator('.diff-gutter-insert').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('c');
  await page.keyboard.type('Explain this line.');
  await page.getByText(/1 comment, saved/).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.diff-gutter-insert').nth(3).click();
  await page.keyboard.type('Why this one?');
  await page.getByText(/2 comments, saved/).waitFor();
  await page.getByRole('tab', { name: 'Brief' }).click();
  await page.getByRole('button', { name: 'Comment: Line 1' }).hover();
  await page.mouse.down();
  await page.getByRole('button', { name: 'Comment: Line 3' }).hover();
  await page.mouse.up();
  await page.getByLabel('Lines 1 to 3').waitFor();
  await page.keyboard.type('Up or down?');
  await page.getByText(/3 comments, saved/).waitFor();
  // What is written stays.
  await page.reload();
  await page.getByText('Explain this line.').first().waitFor();
  await page.keyboard.press('r');
  await page.getByRole('dialog').waitFor();
  await page.getByRole('button', { name: 'Send it back' }).press('Enter');
  await expect.poll(() => JSON.parse(project.read('state.json')).iteration, POLL).toBe(2);
  await openReview(page, project);
  expect(project.step('build-2/prompt.md')).toMatch(
    /answer\.txt:1 @ [0-9a-f]{7}[\s\S]*right[\s\S]*Explain this line\./,
  );
  expect(project.step('build-2/prompt.md')).toContain('Up or down?');
  expect(project.git('rev-parse', `refs/heads/orchestral/${path.basename(project.run())}`)).not.toBe(shown);
  await page.getByRole('tab', { name: 'Comments' }).click();
  for (const said of ['Explain this line.', 'Why this one?', 'Up or down?', ...replies.map(({ text }) => text)])
    await page.getByText(said).first().waitFor();
  await takeShot(page, 'real-comments');
  expect(await page.getByText('lines changed (measured)').count()).toBe(1);
  expect(await page.getByText('lines unchanged (measured)').count()).toBe(2);
  // The browser itself tells of answers that there is no pack just now.
  expect(troubles.filter((trouble) => !/status of 4\d\d/.test(trouble))).toEqual([]);
});
