import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach } from 'vitest';
import type { RouteName } from '../../src/schema/api/paths.ts';
import { needs } from '../support/needs.ts';
import { launchBrowser, type Look, LOOKS, openPage, settled, type Visit } from './browser.ts';
import { makeAnswers } from './fixture/answers.ts';
import { type Answers, type FixtureServer, startFixtureServer } from './fixture/fixture-server.ts';

/** One browser for the tests of a file: to start it takes longer than most of them. Pages are closed after each test. */
export function useBrowser(options: readonly string[] = []): () => Browser {
  let browser: Browser | undefined;
  beforeEach(async (context) => {
    needs(context, 'chromium');
    browser ??= await launchBrowser(options);
  });
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
  });
  afterAll(() => browser?.close());
  return () => browser ?? fail('browser');
}

export interface Fixture {
  readonly server: FixtureServer;
  /** From now on with other answers, at another address. */
  serve(answers: Answers): Promise<void>;
  visit(path: string, look?: Look): Promise<Visit>;
  /** Once nothing is being loaded any more. */
  open(path: string, look?: Look): Promise<Page>;
  /** What the pages sent to a route. */
  sent(name: RouteName): unknown[];
}

/** The same, with a server of made-up answers for each test. */
export function useFixture(): Fixture {
  const browser = useBrowser();
  let server: FixtureServer | undefined;
  const here = () => server ?? fail('server');
  const serve = async (answers: Answers) => {
    await server?.close();
    server = await startFixtureServer(answers);
  };
  const visit = (path: string, look: Look = LOOKS.light) => openPage(browser(), here().url + path, look);
  beforeEach(() => serve(makeAnswers()));
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });
  return {
    get server() {
      return here();
    },
    serve,
    visit,
    open: async (path, look) => {
      const { page } = await visit(path, look);
      await settled(page);
      return page;
    },
    sent: (name) =>
      here()
        .changes.filter((change) => change.name === name)
        .map(({ asked }) => asked.body),
  };
}

function fail(what: string): never {
  throw new Error(`there is no ${what} outside of a test`);
}
