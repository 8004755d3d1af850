import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { needs } from '../support/needs.ts';
import { launchBrowser, openContext } from './browser.ts';
import { makeAnswers } from './fixture/answers.ts';
import { startFixtureServer } from './fixture/fixture-server.ts';
import { home } from './fixture/home.ts';
import { PROJECT, RUN } from './fixture/ids.ts';

/** A browser whose notifications can be looked at, and whose person can look away. */
async function scene() {
  const all = home();
  const answers = { ...makeAnswers(), home: () => ({ ...all, needs: [...all.needs] }) };
  const server = await startFixtureServer(answers);
  const browser = await launchBrowser();
  onTestFinished(async () => {
    await browser.close();
    await server.close();
  });
  const context = await openContext(browser, { locale: 'en-GB' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const sent: string[] = [];
    class Recorded extends EventTarget {
      static permission = localStorage.getItem('leave') ?? 'default';
      static requestPermission(): Promise<string> {
        localStorage.setItem('leave', 'granted');
        Recorded.permission = 'granted';
        return Promise.resolve('granted');
      }
      constructor(title: string, { body, tag }: { body: string; tag: string }) {
        super();
        sent.push(`${title}: ${body} (${tag})`);
      }
    }
    Object.assign(globalThis, { Notification: Recorded, sent });
    Object.defineProperty(document, 'visibilityState', {
      get: () => document.documentElement.dataset['seen'] ?? 'visible',
    });
  });
  let count = 0;
  /** Something new needs the person. */
  const need = async () => {
    count += 1;
    const common = { project: PROJECT, branch: null, since: null, holds_up: 0 };
    all.needs.push({
      kind: 'question',
      key: `new-${count}`,
      title: `New ${count}?`,
      ...common,
      run: RUN,
      crp: 'crp-9',
    });
    const log = { workflow: 'run', id: RUN, seq: 1, at: '2026-11-16T09:00:00Z' } as const;
    server.send({ kind: 'changed', project: PROJECT, ...log, types: ['asked'], count: 1 });
    await page.waitForFunction((wanted) => document.title.startsWith(`(${wanted})`), all.needs.length);
  };
  const lookAway = () => page.evaluate(() => void (document.documentElement.dataset['seen'] = 'hidden'));
  const open = async (path: string) => {
    await page.goto(server.url + path);
    await page.getByText('Live', { exact: true }).first().waitFor();
  };
  return { page, open, need, lookAway };
}

function sentOn(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { sent: string[] }).sent);
}

test('nobody is notified who did not ask, and who did is told only of what is new while they look away', async (context) => {
  needs(context, 'chromium');
  const { page, open, need, lookAway } = await scene();
  await open('/');
  await lookAway();
  await need();
  expect(await sentOn(page)).toEqual([]);
  await open('/settings');
  await page.getByRole('button', { name: 'Notify me when something needs me' }).click();
  await page.getByRole('button', { name: 'Stop notifying me' }).waitFor();
  await need();
  expect(await sentOn(page)).toEqual([]);
  await lookAway();
  await need();
  expect(await sentOn(page)).toEqual(['Question: New 3? (new-3)']);
  await page.getByRole('button', { name: 'Stop notifying me' }).click();
  await need();
  expect(await sentOn(page)).toEqual(['Question: New 3? (new-3)']);
});
