import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Answers } from './fixture/fixture-server.ts';
import type { RouteName } from '../../src/schema/api/paths.ts';
import { schemasOf } from '../../src/schema/api/routes.ts';
import { record } from '../support/scorecard.ts';
import { byTier, sampled } from '../support/tier.ts';
import { makeAnswers } from './fixture/answers.ts';
import { PACK_RUN, PROJECT, RUN } from './fixture/ids.ts';
import { runList } from './fixture/run.ts';
import { scriptPayloads } from './fixture/script-payloads.ts';
import { useFixture } from './use-fixture.ts';

const fixture = useFixture();

/** Fields that agents, people and repositories write as they like. */
const FREE = new Set([
  'title',
  'text',
  'question',
  'context',
  'label',
  'description',
  'risk',
  'reason',
  'rationale',
  'message',
  'evidence',
  'quote',
  'suggestion',
  'words',
  'last_words',
  'brief',
  'summary',
  'name',
  'prompt',
  'was',
  'now',
  'branch',
  'path',
  'folder',
  'request',
  'content_text',
  'pattern',
  'solution',
  'command',
]);

/** Every free text of all answers ends in a payload, as long as its schema allows that; of all payloads there is a run. */
function hostileAnswers(payloads: readonly string[]): { readonly answers: Answers; readonly count: () => number } {
  let count = 0;
  const before = new Map<string, string>();
  const next = (value: string): string => {
    const hostile = `${value} ${payloads[count % payloads.length] ?? ''}`;
    count += 1;
    before.set(hostile, value);
    return hostile;
  };
  const spoil = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return FREE.has(key) ? next(value) : value;
    if (Array.isArray(value)) return value.map((one: unknown) => spoil(one, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([inner, one]) => [inner, spoil(one, inner)]));
  };
  const answers = Object.entries(makeAnswers()).map(([name, make]) => [
    name,
    (asked: { query: URLSearchParams }) => {
      const path = before.get(asked.query.get('path') ?? '');
      if (path !== undefined) asked.query.set('path', path);
      const value: unknown = (make as (given: unknown) => unknown)(asked);
      const hostile = spoil(value, '');
      return schemasOf(name as RouteName).answer.safeParse(hostile).success ? hostile : value;
    },
  ]);
  const [model] = runList;
  const titled = payloads.map((title, n) => ({ ...model, title, run_id: `run-20260101-${100_000 + n}` }));
  return {
    answers: { ...Object.fromEntries(answers), 'runs.list': () => titled } as Answers,
    count: () => count,
  };
}

/** With every payload in a title of its own. */
const LIST = '/runs';
const OTHERS = [
  '/',
  `/questions/${PROJECT}/${RUN}:crp-001`,
  `/runs/${PROJECT}/${PACK_RUN}`,
  `/runs/${PROJECT}/${PACK_RUN}?tab=log`,
  `/runs/${PROJECT}/${PACK_RUN}?tab=rounds`,
  `/runs/${PROJECT}/${PACK_RUN}/review`,
  `/auto/${PROJECT}/graph`,
  `/auto/${PROJECT}/board`,
  `/auto/${PROJECT}/table?task=T2.9`,
  '/sessions',
  `/sessions/${PROJECT}/abcdef01`,
  '/worktrees',
  '/fleet',
  '/knowledge',
  '/new',
];
const PAGES = [LIST, ...sampled(OTHERS, 5)];

test('a hundred scripts in titles, logs, file names, diffs, answers and comments are shown as text', async () => {
  const payloads = scriptPayloads();
  expect(new Set(payloads).size).toBe(100);
  const { answers, count } = hostileAnswers(payloads);
  await fixture.serve(answers);
  const shown = new Set<string>();
  const wrong: string[] = [];
  for (const path of PAGES) {
    const { page, troubles } = await fixture.visit(path);
    page.on('dialog', (dialog) => {
      wrong.push(`${path}: a dialog, ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (asked) => {
      if (!asked.url().startsWith(fixture.server.url) && !asked.url().startsWith('data:'))
        wrong.push(`${path}: ${asked.url()}`);
    });
    await page.waitForSelector('#content');
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    for (const tab of await page.getByRole('tab').all()) if (path.endsWith('/review')) await tab.click();
    await page.waitForTimeout(300);
    const text = await visibleText(page);
    for (const payload of payloads) if (text.includes(payload)) shown.add(payload);
    wrong.push(
      ...troubles.map((trouble) => `${path}: ${trouble}`),
      ...(await planted(page)).map((it) => `${path}: ${it}`),
    );
    await page.context().close();
  }
  expect(wrong).toEqual([]);
  record({
    promise: 'What agents and repositories write is shown as text',
    asked: '100 stored scripts in titles, logs, file names, diffs, answers and comments: none runs',
    measured: `${new Set(payloads).size} scripts in ${count()} places, none ran`,
  });
  expect(count()).toBeGreaterThan(byTier({ usual: 100, full: 1000 }));
  expect(payloads.filter((payload) => !shown.has(payload))).toEqual([]);
});

/** What stands there as text, in attributes that are shown and in fields. */
function visibleText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const texts = [document.body.textContent];
    for (const element of document.querySelectorAll('*')) {
      for (const name of ['title', 'aria-label', 'placeholder']) texts.push(element.getAttribute(name) ?? '');
      if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) texts.push(element.value);
    }
    return texts.join('\n');
  });
}

/** What a payload has become, if it is more than text. */
function planted(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    if ('ran' in globalThis) found.push('a script ran');
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith('on')) found.push(`${element.tagName} ${name}`);
        if (
          /^(?:href|src|action|formaction|data|xlink:href)$/.test(name) &&
          /^\s*(?:javascript|data:text)/i.test(value)
        )
          found.push(`${element.tagName} ${name}=${value.slice(0, 60)}`);
      }
      if (/^(?:IFRAME|OBJECT|EMBED|BASE|MARQUEE|MATH|FRAMESET)$/.test(element.tagName)) found.push(element.tagName);
    }
    for (const script of document.scripts) if (!script.src.startsWith(location.origin)) found.push('an inline script');
    return found;
  });
}
