import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { RunProject } from '../support/run-project.ts';
import { type Look, LOOKS, openPage, type Visit } from './browser.ts';

const exec = promisify(execFile);

/** A conductor of its own needs its time. */
export const POLL = { timeout: 5 * 60_000, interval: 250 };

/** The built program, with the project's script in the place of agents. */
export function orchestral({ folder, env, home }: RunProject, ...args: string[]) {
  const own = { ...process.env, ...env, ORCHESTRAL_AGENT: `rehearsal:${home}/script.yaml`, CI: '' };
  return exec(process.execPath, [path.resolve('bin/orchestral.js'), ...args], { cwd: folder, env: own });
}

/** The server is a process of its own, and is ended with the test. */
export async function openDashboard(browser: Browser, project: RunProject, look: Look = LOOKS.light): Promise<Visit> {
  onTestFinished(async () => void (await orchestral(project, 'dashboard', '--stop')));
  const { stdout } = await orchestral(project, 'dashboard', '--json');
  return signedIn(browser, JSON.parse(stdout).url, look);
}

/** Whoever leaves before the link's token is exchanged has used it up, and is not signed in. */
export async function signedIn(browser: Browser, link: string, look: Look = LOOKS.light): Promise<Visit> {
  const visit = await openPage(browser, link, look);
  await visit.page.getByRole('navigation').first().waitFor();
  return visit;
}

export async function goTo(page: Page, to: string): Promise<void> {
  await page.goto(new URL(to, page.url()).href);
}

/** From Home, once the pack is there. */
export async function openReview(page: Page, project: RunProject): Promise<void> {
  await expect.poll(() => JSON.parse(project.read('state.json')).phase, POLL).toBe('ready_for_merge');
  await goTo(page, '/');
  await reviewFromHome(page);
}

export async function reviewFromHome(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: 'Review' })
    .or(page.getByRole('link', { name: 'Review' }))
    .first()
    .click({ timeout: POLL.timeout });
  await page.getByRole('button', { name: /^Approve / }).waitFor();
}

/** Approves what is shown, by clicking. */
export async function approve(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Approve / });
  const name = await button.innerText();
  await button.click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
}
