import fs from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDashboardPlace } from '../../src/engine/door/dashboard.ts';
import { terminal } from '../cli/terminal/terminal.ts';
import { autoProjectWith, scriptFor } from '../support/auto-project.ts';
import { expectOk } from '../support/conduct-session.ts';
import { needs } from '../support/needs.ts';
import { QUESTION, rehearsed, runProject } from '../support/run-project.ts';
import { launchBrowser, LOOKS, takeShot } from './browser.ts';
import {
  approve,
  goTo,
  openDashboard,
  openReview,
  orchestral,
  POLL,
  reviewFromHome,
  signedIn,
} from './real-dashboard.ts';

const PROGRAM = path.resolve('bin/orchestral.js');
const ready = { status: 'ready', refined: '# Brief\n\nRound it.\n', clarifications: [], auto_filled: [] };
const asks = { answer: { ...ready, status: 'needs_human', refined: '', crp: QUESTION } };
const right = { edit: { 'answer.txt': 'right\n' } };

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

beforeEach((context) => {
  needs(context, 'chromium');
  needs(context, 'tmux');
});

afterAll(() => browser?.close());

/** The link that a command at a terminal prints. */
function linkIn(screen: string): string | undefined {
  return /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+/.exec(screen.replaceAll('\n', ''))?.[0];
}

test('the demo is watched from its start to its approval by clicking only', async () => {
  const { env } = runProject();
  const view = terminal({
    columns: 200,
    rows: 50,
    run: [PROGRAM, 'demo'],
    env: { ...env, ORCHESTRAL_DASHBOARD: '', CI: '' },
  });
  const screen = await view.until((shown) => linkIn(shown) !== undefined);
  const { page, troubles } = await signedIn(browser, linkIn(screen) ?? '');
  await page.getByRole('button', { name: 'Answer', exact: true }).click({ timeout: POLL.timeout });
  await takeShot(page, 'demo-question');
  await page.getByRole('radio').first().click();
  await page.getByRole('button', { name: /^Answer [A-C]$/ }).click();
  await page.getByRole('link', { name: 'Home' }).first().click();
  await reviewFromHome(page);
  await takeShot(page, 'demo-review');
  await approve(page);
  expect(await view.until((shown) => /exit \d/.test(shown))).toContain('exit 0');
  await page.getByText('merged').first().waitFor();
  await takeShot(page, 'demo-merged');
  expect(troubles.filter((trouble) => !/status of 4\d\d/.test(trouble))).toEqual([]);
});

test('a question that waits in a terminal is answered in the browser, and the terminal goes on', async () => {
  const project = runProject();
  const agent = rehearsed(project.home, { refiner: [asks, { answer: ready }], builder: [right] });
  const view = terminal({
    columns: 120,
    rows: 50,
    run: [PROGRAM, 'start', 'Round it', '--trust', '--no-dashboard', '--project', project.folder],
    env: { ...project.env, ORCHESTRAL_AGENT: agent },
  });
  await view.until((shown) => shown.includes('Round or not?') && shown.includes('To two places'));
  const { page } = await openDashboard(browser, project);
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  // With the keyboard alone: the second card, then send.
  await page.getByText('To two places.').waitFor();
  await page.keyboard.press('b');
  await page.getByRole('button', { name: 'Answer B' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await view.until((shown) => /approve|review/i.test(shown.slice(shown.lastIndexOf('To two places'))));
  expect(JSON.parse(project.read('vcr/vcr-001.json'))).toMatchObject({ decision: 'B' });
});

test('drafts survive a reload, a server that is killed, and another device', async () => {
  const project = runProject();
  rehearsed(project.home, { refiner: [{ answer: ready }], builder: [right] });
  await orchestral(project, 'trust', '--yes');
  await expect(orchestral(project, 'start', 'Round it')).rejects.toMatchObject({ code: 3 });
  const { page } = await openDashboard(browser, project);
  await openReview(page, project);
  await page.locator('.diff-gutter-insert').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('c');
  await page.keyboard.type('Not yet said.');
  await page.getByText(/1 comment, saved/).waitFor();
  await page.reload();
  await page.getByText('Not yet said.').first().waitFor();
  const place = expectOk(openDashboardPlace({ ...process.env, ...project.env }));
  const killed = place.read()?.pid;
  process.kill(killed ?? 0, 'SIGKILL');
  await page.getByText(/Not connected since/).waitFor();
  const { page: phone } = await openDashboard(browser, project, LOOKS.phone);
  expect(place.read()?.pid).not.toBe(killed);
  await openReview(phone, project);
  await phone.getByRole('tab', { name: 'Comments' }).click();
  await phone.getByText('Not yet said.').first().waitFor();
  await takeShot(phone, 'real-phone-drafts');
});

test('a list of tasks is started in the browser and shown live', async () => {
  const plan = '# Tasks\n\n## Phase 1\n\n- [ ] T1.1 First\n- [ ] T1.2 Second (depends: T1.1)\n- [ ] T1.3 Third\n';
  const project = autoProjectWith(plan);
  fs.writeFileSync(path.join(project.home, 'script.yaml'), JSON.stringify(scriptFor(['T1.1', 'T1.2', 'T1.3'])));
  await orchestral(project, 'trust', '--yes');
  const { page, troubles } = await openDashboard(browser, project);
  await goTo(page, '/new');
  await page.getByText('Task list', { exact: true }).click();
  await page.getByText('TASKS.md: 0 of 3 are done.').waitFor();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('img', { name: 'Graph of 3 tasks in 1 phase' }).waitFor({ timeout: POLL.timeout });
  await takeShot(page, 'real-auto-graph');
  // Nobody reloads: the stream says what changed.
  await page.keyboard.press('4');
  const done = page.getByText(/^Done · [0-9a-f]{7}$/);
  await expect.poll(() => done.count(), POLL).toBe(3);
  await page.getByText('Phase 1 · 3 of 3').waitFor();
  await takeShot(page, 'real-auto-table');
  expect(troubles.filter((trouble) => !/status of 4\d\d/.test(trouble))).toEqual([]);
});

test('an invalid setting is explained at its field, and the file stays as it is', async () => {
  const project = runProject({ config: { global: { max_iterations: 4 } } });
  const file = path.join(project.folder, '.orchestral/config/global.json');
  const before = fs.readFileSync(file, 'utf8');
  await orchestral(project, 'trust', '--yes');
  const { page } = await openDashboard(browser, project);
  await goTo(page, '/settings');
  const field = page.getByLabel('max_iterations');
  await field.fill('0');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  await takeShot(page, 'real-setting-invalid');
  expect(fs.readFileSync(file, 'utf8')).toBe(before);
  await field.fill('5');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect.poll(() => JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual({ max_iterations: 5 });
});
