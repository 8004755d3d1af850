import fs from 'node:fs';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

/** Where tests keep what pages look like. */
const SHOTS = '.build/screenshots';

export interface Look {
  readonly width: number;
  readonly height: number;
  readonly scheme: 'light' | 'dark';
  readonly language: 'en' | 'ko';
}

export const LOOKS = {
  light: { width: 1440, height: 900, scheme: 'light', language: 'en' },
  dark: { width: 1440, height: 900, scheme: 'dark', language: 'en' },
  wide: { width: 1920, height: 1080, scheme: 'light', language: 'en' },
  phone: { width: 390, height: 844, scheme: 'light', language: 'en' },
  korean: { width: 390, height: 844, scheme: 'dark', language: 'ko' },
} as const satisfies Record<string, Look>;

export function launchBrowser(options: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', ...options] });
}

/** The machine may be busy: what is waited for is there, or hangs. */
export async function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(5 * 60_000);
  return context;
}

export interface Visit {
  readonly page: Page;
  /** Violations of the policy, errors of scripts and of the console. */
  readonly troubles: string[];
}

export async function openPage(browser: Browser, url: string, look: Look): Promise<Visit> {
  const context = await openContext(browser, {
    viewport: { width: look.width, height: look.height },
    colorScheme: look.scheme,
    locale: look.language === 'ko' ? 'ko-KR' : 'en-GB',
    timezoneId: 'UTC',
    hasTouch: look.width < 700,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const troubles: string[] = [];
  await page.exposeFunction('reportViolation', (said: string) => troubles.push(`policy: ${said}`));
  await page.addInitScript(() => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
        (globalThis as unknown as { reportViolation(said: string): void }).reportViolation(
          `${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`,
        );
      },
    );
  });
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  await page.goto(url);
  return { page, troubles };
}

/** Once nothing is being loaded any more. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('#content');
  await page.waitForLoadState('load');
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}

/** Once it shows what it knows by now. */
export function painted(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

export async function takeShot(page: Page, name: string): Promise<void> {
  fs.mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: `${SHOTS}/${name}.png` });
}
