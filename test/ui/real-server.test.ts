import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { needs } from '../support/needs.ts';
import { QUESTION, rehearsed, type RunProject, runProject } from '../support/run-project.ts';
import { launchBrowser, LOOKS, openPage, takeShot } from './browser.ts';

const exec = promisify(execFile);
const ready = { status: 'ready', refined: '# Brief\n\nRound it.\n', clarifications: [], auto_filled: [] };
const right = { edit: { 'answer.txt': 'right\n' } };

let browser: Browser;

beforeEach(async (context) => {
  needs(context, 'chromium');
  browser = await launchBrowser();
});

afterEach(() => browser?.close());

test('a run is answered, read and approved by clicking only, while nobody is in a terminal', async () => {
  const asks = { answer: { ...ready, status: 'needs_human', refined: '', crp: QUESTION } };
  const project = runProject();
  rehearsed(project.home, { refiner: [asks, { answer: ready }], builder: [right] });
  await orchestral(project, 'trust', '--yes');
  await expect(orchestral(project, 'start', 'Round it')).rejects.toMatchObject({ code: 3 });
  const { page, troubles } = await openDashboard(project);
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await page.getByText('To two places.').click();
  await page.getByRole('button', { name: 'Answer B' }).click();
  await openReview(page, project);
  const commit = await approveButton(page);
  await takeShot(page, 'real-review');
  await page.getByRole('dialog').getByRole('button', { name: commit }).click();
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
  const { page } = await openDashboard(project);
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await page.getByText('To two places.').click();
  await page.getByRole('button', { name: 'Answer B' }).click();
  await page.getByText(/it is saved, but could not be started: .*orchestral trust/).waitFor();
  await takeShot(page, 'real-untrusted');
  expect(JSON.parse(project.read('vcr/vcr-001.json'))).toMatchObject({ decision: 'B' });
});

test('a comment on a line goes to the Builder, and the next pack says what became of it', async () => {
  const project = runProject();
  const replies = [{ comment: 1, text: 'It says now what was asked.' }];
  const again = { edit: { 'answer.txt': 'right, as asked\n' }, answer: { replies } };
  rehearsed(project.home, { refiner: [{ answer: ready }], builder: [right, again] });
  await orchestral(project, 'trust', '--yes');
  await expect(orchestral(project, 'start', 'Round it')).rejects.toMatchObject({ code: 3 });
  const { page, troubles } = await openDashboard(project);
  await openReview(page, project);
  const first = project.git('rev-parse', `refs/heads/orchestral/${path.basename(project.run())}`);
  // Keys mean the lines that are there.
  await page.locator('.diff-gutter-insert').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('c');
  await page.keyboard.type('Explain this line.');
  await page.getByText(/1 comment, saved/).waitFor();
  // What is written stays.
  await page.reload();
  await page.getByText('Explain this line.').first().waitFor();
  await page.keyboard.press('r');
  await page.getByRole('dialog').waitFor();
  await page.getByRole('button', { name: 'Send it back' }).press('Enter');
  await expect.poll(() => JSON.parse(project.read('state.json')).iteration, POLL).toBe(2);
  await openReview(page, project);
  expect(project.git('rev-parse', `refs/heads/orchestral/${path.basename(project.run())}`)).not.toBe(first);
  await page.getByRole('tab', { name: 'Comments' }).click();
  await page.getByText('Explain this line.').first().waitFor();
  await takeShot(page, 'real-comments');
  await page
    .getByText(/lines changed/i)
    .first()
    .waitFor();
  await page.getByText('It says now what was asked.').waitFor();
  await takeShot(page, 'real-comments');
  // The browser itself tells of answers that there is no pack just now.
  expect(troubles.filter((trouble) => !/status of 4\d\d/.test(trouble))).toEqual([]);
});

/** From Home, once the pack is there. */
async function openReview(page: Page, project: RunProject): Promise<void> {
  await expect.poll(() => JSON.parse(project.read('state.json')).phase, POLL).toBe('ready_for_merge');
  await page.goto(new URL('/', page.url()).href);
  await page
    .getByRole('button', { name: 'Review' })
    .or(page.getByRole('link', { name: 'Review' }))
    .first()
    .click();
  await page.getByRole('button', { name: /^Approve / }).waitFor();
}

/** A conductor of its own needs its time. */
const POLL = { timeout: 120_000, interval: 250 };

async function approveButton(page: Page): Promise<string> {
  const button = page.getByRole('button', { name: /^Approve / });
  const name = await button.innerText();
  await button.click();
  return name;
}

/** The server is a process of its own, and is ended with the test. */
async function openDashboard(project: RunProject) {
  onTestFinished(async () => void (await orchestral(project, 'dashboard', '--stop')));
  const { stdout } = await orchestral(project, 'dashboard', '--json');
  const visit = await openPage(browser, JSON.parse(stdout).url, LOOKS['light']);
  // Whoever leaves before the link's token is exchanged has used it up, and is not signed in.
  await visit.page.getByRole('navigation').first().waitFor();
  return visit;
}

function orchestral({ folder, env, home }: RunProject, ...args: string[]) {
  const own = { ...process.env, ...env, ORCHESTRAL_AGENT: `rehearsal:${home}/script.yaml`, CI: '' };
  return exec(process.execPath, [path.resolve('bin/orchestral.js'), ...args], { cwd: folder, env: own });
}
