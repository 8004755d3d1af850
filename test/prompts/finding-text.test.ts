import { expect, test } from 'vitest';
import { quoteSharesIdentifier } from '../../src/languages/named-tests.ts';
import { reviewedParts } from '../../src/prompts/auto/finding-text.ts';

const ITEM = {
  key: 'test/calc.test.js > subtracts',
  file: 'test/calc.test.js',
  before: 'aa',
  after: 'bb',
  was: 'assert.equal(sub(5, 3), 2);',
};

test('a sentence releases a test by what it demands, not by its file or by our own words', () => {
  const [part] = reviewedParts([{ code: 'superseded', items: [ITEM] }]);
  const releases = (quote: string): boolean => part !== undefined && quoteSharesIdentifier(quote, part.demand);
  expect(releases('Let sub take an object')).toBe(true);
  expect(releases('It subtracts differently')).toBe(true);
  expect(releases('Add mul to src/calc.js')).toBe(false);
  expect(releases('This passed before the change')).toBe(false);
});

test('a sentence releases code that replaces assertions by what that code says', () => {
  const item = {
    key: 'src/calc.js:2',
    file: 'src/calc.js',
    before: null,
    after: 'aa',
    now: 'expect.extend({ toBeEven })',
  };
  const [part] = reviewedParts([{ code: 'tampering', items: [item] }]);
  const releases = (quote: string): boolean => part !== undefined && quoteSharesIdentifier(quote, part.demand);
  expect(part?.needsMention).toBe(true);
  expect(releases('Add a matcher toBeEven')).toBe(true);
  expect(releases('Add mul to src/calc.js')).toBe(false);
});
