import http from 'node:http';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { takeShot } from './browser.ts';
import { makeAnswers } from './fixture/answers.ts';
import { home } from './fixture/home.ts';
import { PACK_RUN, PROJECT } from './fixture/ids.ts';
import { useFixture } from './use-fixture.ts';

const fixture = useFixture();

test('eight tabs share one stream, and another tab takes over when the reading one is closed', async () => {
  let isLater = false;
  const { needs: all, ...rest } = home();
  await fixture.serve({
    ...makeAnswers(),
    home: () => ({ ...rest, needs: isLater ? all.slice(1) : all }),
  });
  const { page: first } = await fixture.visit('/');
  await first.getByText('Live', { exact: true }).first().waitFor();
  const others: Page[] = [];
  for (let count = 0; count < 7; count++) {
    const tab = await first.context().newPage();
    await tab.goto(fixture.server.url);
    others.push(tab);
  }
  for (const tab of others) await tab.getByText('Live', { exact: true }).first().waitFor();
  // A reader of whom nothing was heard for long is relieved; for a moment, both read.
  await expect.poll(() => fixture.server.streams()).toBe(1);
  await first.close();
  isLater = true;
  await expect
    .poll(() => {
      fixture.server.send({ kind: 'projects' });
      return Promise.all(others.map((tab) => tab.title()));
    })
    .toEqual(others.map(() => expect.stringMatching(`^\\(${all.length - 1}\\) `)));
  await expect.poll(() => fixture.server.streams()).toBe(1);
});

test('without the server the page says since when, and nothing can be decided', async () => {
  const { page } = await fixture.visit('/');
  await page.getByRole('button', { name: 'Allow phase 3' }).waitFor();
  await page.getByText('Live', { exact: true }).first().waitFor();
  await fixture.server.close();
  await page.getByText(/Not connected since \d\d:\d\d/).waitFor();
  expect(await page.getByRole('button', { name: 'Allow phase 3' }).isDisabled()).toBe(true);
  await takeShot(page, 'home-offline');
  // Started again it knows nobody, and the page says what to do.
  const again = http.createServer((_, response) => {
    const error = { code: 'http.signed_out', params: {}, message: 'no', hint: null, path: null, problems: [] };
    response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  });
  await new Promise<void>((resolve) => again.listen(Number(new URL(fixture.server.url).port), '127.0.0.1', resolve));
  try {
    await page.getByText('orchestral dashboard --open').waitFor();
    await takeShot(page, 'home-signed-out');
  } finally {
    again.closeAllConnections();
    again.close();
  }
});

test('at 200 events a second no row moves; what is new waits, and enters when nobody touches anything', async () => {
  const answers = makeAnswers();
  let isLater = false;
  await fixture.serve({
    ...answers,
    home: (asked) => {
      const home = answers.home?.(asked);
      if (home === undefined || 'refused' in home) throw new Error('there is no home');
      if (!isLater) return home;
      const [first] = home.needs;
      const fresh = first === undefined ? [] : [{ ...first, key: 'another', title: 'Came later' }];
      return { ...home, needs: [...fresh, ...home.needs.toReversed()], running: home.running.toReversed() };
    },
  });
  const { page } = await fixture.visit('/');
  await page.getByText('Live', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Allow phase 3' }).waitFor();
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('#content li')].map((row) => {
        const { top, left } = row.getBoundingClientRect();
        return `${row.querySelector('a, button')?.textContent} ${top} ${left}`;
      }),
    );
  const before = await places();
  expect(before.length).toBeGreaterThan(8);
  await takeShot(page, 'home-before-events');
  isLater = true;
  const log = { project: PROJECT, workflow: 'run', id: PACK_RUN } as const;
  let sent = 0;
  const sending = setInterval(() => {
    for (let n = 0; n < 10; n += 1)
      fixture.server.send({
        kind: 'changed',
        ...log,
        types: ['built'],
        count: 1,
        seq: ++sent,
        at: new Date().toISOString(),
      });
  }, 50);
  try {
    await page.getByRole('button', { name: '1 new' }).waitFor();
    // As long as somebody uses the list.
    let moves = 0;
    await expect
      .poll(async () => {
        await page.mouse.move(700, 400 + (++moves % 2));
        return sent;
      })
      .toBeGreaterThanOrEqual(5 * 200);
    expect(await places()).toEqual(before);
    await takeShot(page, 'home-after-events');
    await page.getByText('Came later').waitFor();
  } finally {
    clearInterval(sending);
  }
});
