import { expect, test } from 'vitest';
import type { ProofFinding } from '../../../src/schema/proof-finding.ts';
import { permissionsIn } from '../../../src/workflows/proof/permission.ts';
import { asksToFix, isAboutDocuments, isAboutTests, sentencesOf } from '../../../src/workflows/proof/request-words.ts';

test.each([
  ['Write a README.', true],
  ['docs/intro.md is out of date', true],
  ['Write about rounding', true],
  ['문서를 고쳐 주세요', true],
  ['Add a multiplication', false],
])('whether “%s” is about documents', (words, expected) => {
  expect(isAboutDocuments(words)).toBe(expected);
});

test.each([
  ['Add tests of add', true],
  ['Cover what happens below zero', true],
  ['Make the flaky suite stable', true],
  ['반올림 테스트 추가', true],
  ['Add a function mul(a, b), with tests', false],
  ['Add mul and its tests\nnpm test passes', false],
  ['곱셈을 테스트와 함께 추가', false],
  ['Add a multiplication', false],
])('whether “%s” is about tests', (words, expected) => {
  expect(isAboutTests(words)).toBe(expected);
});

test.each([
  ['Make test "adds" pass', true],
  ['fix the failing test in a.test.js', true],
  ['adds 테스트를 통과시켜 주세요', true],
  ['Add a multiplication, and test "adds"', false],
])('whether “%s” wants a failing test to pass', (words, expected) => {
  expect(asksToFix(words)).toBe(expected);
});

test('sentences are told apart as people write them', () => {
  expect(sentencesOf('# Title\n\nOne. Two\nstill two!\n- three\n- four')).toEqual([
    '# Title',
    'One.',
    'Two still two!',
    'three',
    'four',
  ]);
});

const item = {
  key: 'test/calc.test.js > adds',
  file: 'test/calc.test.js',
  before: '1',
  after: '2',
  was: 'equal(multiply(1, 2), 3)',
};
const superseded: ProofFinding = { code: 'superseded', items: [item] };

test.each<[string, string, ProofFinding, string[]]>([
  ['names the test', "Add mul. The test 'adds' has to change.", superseded, ["The test 'adds' has to change."]],
  ['names the file', 'Change test/calc.test.js as needed.', superseded, ['Change test/calc.test.js as needed.']],
  [
    'speaks of tests of the same function',
    'The tests of multiply may go.',
    superseded,
    ['The tests of multiply may go.'],
  ],
  ['does not speak of tests', 'Change add.', superseded, []],
  ['speaks of other tests', 'The tests of divide may go.', superseded, []],
  ['is asked about something else', "The test 'adds' has to change.", { code: 'configuration', items: [item] }, []],
])('a request that %s', (_, words, finding, quotes) => {
  expect(permissionsIn(words, [finding])).toEqual(quotes);
});
