import { describe, expect, test } from 'vitest';
import { screenSvg } from '../../../scripts/terminal-svg.mjs';
import { sceneLines } from '../../../src/cli/live-view/scene.ts';
import { coloursFor } from '../../../src/cli/terminal/colours.ts';
import { widthOf } from '../../../src/cli/terminal/width.ts';
import { en } from '../../../src/i18n/en/index.ts';
import { ko } from '../../../src/i18n/ko/index.ts';
import { moments } from './moments.ts';

const languages = { en, ko };
const coloured = coloursFor({ color: true, env: { FORCE_COLOR: '1' }, output: { isTTY: true } });
const plain = coloursFor({ color: false, env: {}, output: { isTTY: false } });
const cases = Object.entries(moments).flatMap(([name, moment]) =>
  (['en', 'ko'] as const).map((language) => ({ name, moment, language, words: languages[language] })),
);

/** The pictures of `docs/images/screens/`; `npx vitest run test/cli/screens -u` draws them again. */
describe('what people see', () => {
  test.each(cases)('$name in $language, at 40, 80 and 200 columns', async ({ name, moment, language, words }) => {
    for (const columns of [40, 80, 200]) {
      const lines = moment({ words, columns, colours: coloured, rows: 24 });
      const file = `../../../docs/images/screens/${name}-${language}-${columns}.svg`;
      await expect(screenSvg(lines.join('\n'), { columns })).toMatchFileSnapshot(file);
    }
  });

  test.each(cases)('$name in $language is not broken at 20 columns', ({ moment, words }) => {
    for (const columns of [20, 40, 80, 200])
      for (const line of moment({ words, columns, colours: plain, rows: 24 })) {
        // Commands that people copy are not cut.
        if (!line.includes('orchestral')) expect(widthOf(line), line).toBeLessThanOrEqual(columns);
      }
  });

  test('rows stay where they are, however long what agents say is', () => {
    const step = { name: 'T1.1', title: 'Prices', facts: [], elapsedMs: 0, warnings: [] };
    const rows = ['Edit src/price.ts', 'a'.repeat(500), '가격을 '.repeat(80)].map((lastLine) =>
      sceneLines(
        { steps: [{ ...step, lastLine }], facts: ['1/2'] },
        { words: en, columns: 40, colours: plain, rows: 24 },
      ),
    );
    expect(rows.map((lines) => lines.length)).toEqual([3, 3, 3]);
    for (const line of rows.flat()) expect(widthOf(line)).toBeLessThanOrEqual(40);
  });
});
