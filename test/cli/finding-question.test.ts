import { expect, test } from 'vitest';
import { findingQuestionLines } from '../../src/cli/report/finding-question.ts';
import { coloursFor } from '../../src/cli/terminal/colours.ts';
import { widthOf } from '../../src/cli/terminal/width.ts';
import { en } from '../../src/i18n/en/index.ts';
import { ko } from '../../src/i18n/ko/index.ts';
import type { ProofFinding } from '../../src/schema/proof-finding.ts';
import { type OpenQuestion, questionItems } from '../../src/workflows/proof/question-items.ts';

const FINDINGS: ProofFinding[] = [
  {
    code: 'superseded',
    items: [
      {
        key: 'test/price.test.mjs > 가격을 내림한다',
        file: 'test/price.test.mjs',
        before: '1',
        after: '2',
        was: 'assert.equal(round(1.5), 1);\nassert.equal(round(2.5), 2);',
        now: 'assert.equal(round(1.5), 2); // \u001b[31mred\u001b[0m',
      },
    ],
  },
  { code: 'newly_flaky', tests: ['waits'], own: false },
];

const QUESTION: OpenQuestion = {
  workflow: 'auto',
  id: 'T1.1',
  title: 'Round prices up',
  findings: FINDINGS,
  items: questionItems(FINDINGS),
  quotes: ['Prices are rounded up.'],
  conductor: null,
};

const colours = coloursFor({ color: true, env: { NO_COLOR: '1' }, output: { isTTY: true } });

test('the old demand and the new one stand beside each other', () => {
  const lines = findingQuestionLines(QUESTION, { words: en, colours, columns: 80 });
  expect(lines).toContain('     assert.equal(round(1.5), 1);         │ assert.equal(round(1.5), 2); //');
  expect(lines.join('\n')).toContain('2  tests that always passed are flaky now: waits');
  expect(lines.join('\n')).toContain('the request says: “Prices are rounded up.”');
});

test.for([
  ['English', en, 20],
  ['Korean', ko, 20],
  ['Korean', ko, 80],
] as const)('in %s nothing is wider than the terminal, and nothing of others reaches it', ([, words, columns]) => {
  const lines = findingQuestionLines(QUESTION, { words, colours, columns });
  expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
  expect(lines.join('\n')).not.toContain('\u001b');
  expect(lines.join('').replaceAll(/\s/g, '')).toContain('round(2.5),2');
});
