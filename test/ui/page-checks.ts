import fs from 'node:fs';
import type { Page } from 'playwright-core';

/** Whatever is cut off at the right edge of the window, other than code in a box that scrolls. */
export function sidewaysOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isScrolled = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX)
        ? element.id !== 'content'
        : isScrolled(element.parentElement));
    const isText = ({ childNodes }: Element): boolean =>
      [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
    const cut = [...document.querySelectorAll('body *')].filter(
      (element) => isText(element) && element.getBoundingClientRect().right > innerWidth + 1 && !isScrolled(element),
    );
    const said = cut.map(({ textContent }) => `cut off: ${textContent.slice(0, 80)}`);
    return document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways', ...said] : said;
  });
}

/** What axe-core finds to be serious or critical. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Evaluated, not added as a script: the policy forbids that, and not what the browser's own tools do.
  await page.evaluate(fs.readFileSync('node_modules/axe-core/axe.min.js', 'utf8'));
  return page.evaluate(async () => {
    interface Axe {
      run(
        options: object,
      ): Promise<{ violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] }>;
    }
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      );
  });
}

/**
 * Marks in the colour of what is proven that name no tree, and words of agents in that colour. A tree is seven digits or more;
 * marks without a word stand beside one (files that were viewed, tasks whose row names the tree).
 */
export function greenWithoutTree(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const green = getComputedStyle(document.documentElement).getPropertyValue('--done').trim();
    const probe = document.createElement('span');
    probe.style.color = green;
    document.body.append(probe);
    const colour = getComputedStyle(probe).color;
    probe.remove();
    const marks = [...document.querySelectorAll('[data-state="done"]')].filter(
      (mark) => !/[0-9a-f]{7}/.test(mark.parentElement?.textContent ?? ''),
    );
    const quotes = [...document.querySelectorAll('q, q *')].filter((quote) => getComputedStyle(quote).color === colour);
    return [...marks, ...quotes].map(({ textContent }) => textContent);
  });
}
