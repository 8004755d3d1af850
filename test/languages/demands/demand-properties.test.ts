import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lostDemands } from '../../../src/languages/lost-demands.ts';
import { byTier, seed } from '../../support/tier.ts';

interface Assert {
  readonly call: string;
  readonly expected: string;
  readonly matcher: string;
}

interface Case {
  readonly title: string;
  readonly asserts: readonly Assert[];
}

const literal = fc.oneof(
  fc.integer({ min: 0, max: 999 }).map(String),
  fc.stringMatching(/^[a-z (){}[\];,/*#'-]{0,8}$/).map((text) => JSON.stringify(text)),
  fc.constantFrom('true', 'null', '[1, 2]', '{ a: 1 }'),
);
const assertion = fc.record({
  call: fc
    .tuple(fc.constantFrom('add', 'sub', 'calc.mul', 'parse'), literal, literal)
    .map(([f, a, b]) => `${f}(${a}, ${b})`),
  expected: literal,
  matcher: fc.constantFrom('toBe', 'toEqual', 'not.toBe', 'toContain'),
});
const file = fc
  .array(
    fc.record({ title: fc.string({ maxLength: 8 }), asserts: fc.array(assertion, { minLength: 1, maxLength: 4 }) }),
    { minLength: 1, maxLength: 5 },
  )
  .map((cases) => cases.map((one, at) => ({ ...one, title: `${String(at)} ${one.title}` })));

function write(
  cases: readonly Case[],
  style: { readonly semicolon: string; readonly indent: string; readonly suite: boolean; readonly wide: boolean },
): string {
  const gap = style.wide ? `\n${style.indent.repeat(3)}` : '';
  const comma = style.wide ? ',' : '';
  const tests = cases.map(({ title, asserts }) => {
    const lines = asserts.map(
      ({ call, expected, matcher }) =>
        `${style.indent}expect(${gap}${call}${comma}${gap}).${matcher}(${gap}${expected}${comma}${gap})${style.semicolon} // expect(1).toBe(2)`,
    );
    return `it(${JSON.stringify(title)}, () => {\n${lines.join('\n')}\n})${style.semicolon}\n`;
  });
  return style.suite ? `describe('all', () => {\n${tests.join('\n')}\n})\n` : tests.join('\n');
}

const PLAIN = { semicolon: ';', indent: '  ', suite: false, wide: false };
const style = fc.record({
  semicolon: fc.constantFrom(';', ''),
  indent: fc.constantFrom('', '\t', '    '),
  suite: fc.boolean(),
  wide: fc.boolean(),
});

function lost(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] {
  const found = lostDemands({ before: new Map(Object.entries(before)), after: new Map(Object.entries(after)) });
  return found.map(({ expression }) => expression);
}

const OPTIONS = { seed, numRuns: byTier({ usual: 40, full: 2000 }) };

const keyOf = ({ call, expected, matcher }: Assert): string => `${call} ${matcher} ${expected}`;

describe('any test file', () => {
  test('may be laid out anew', () => {
    fc.assert(
      fc.property(file, style, (cases, other) => {
        expect(lost({ 'a.test.js': write(cases, PLAIN) }, { 'a.test.js': write(cases, other) })).toEqual([]);
      }),
      OPTIONS,
    );
  });

  test('may have its tests in another order and in other files', () => {
    fc.assert(
      fc.property(file, fc.array(fc.nat({ max: 2 }), { minLength: 5, maxLength: 5 }), style, (cases, places, other) => {
        const after: Record<string, string> = {};
        for (const place of [0, 1, 2])
          after[`test/${String(place)}.test.js`] = write(
            cases.filter((_, at) => places[at] === place).toReversed(),
            other,
          );
        expect(lost({ 'a.test.js': write(cases, PLAIN) }, after)).toEqual([]);
      }),
      OPTIONS,
    );
  });

  test('loses a demand with any assertion that goes and stands nowhere else', () => {
    fc.assert(
      fc.property(file, fc.nat(), style, (cases, place, other) => {
        const all = cases.flatMap(({ asserts }) => asserts);
        const gone = all[place % all.length];
        if (gone === undefined || all.filter((one) => keyOf(one) === keyOf(gone)).length > 1) return;
        const after = cases.map((one) => ({ ...one, asserts: one.asserts.filter((assert) => assert !== gone) }));
        expect(lost({ 'a.test.js': write(cases, PLAIN) }, { 'a.test.js': write(after, other) })).toHaveLength(1);
      }),
      OPTIONS,
    );
  });

  test('loses every demand that is skipped or gets a condition', () => {
    const ways = [
      (text: string) => text.replaceAll('it(', 'it.skip('),
      (text: string) => text.replaceAll('() => {\n', '() => {\nif (process.env.CI) return;\n'),
      (text: string) => text.replaceAll(/^ {2}expect\(/gm, '  if (x) expect('),
      (text: string) => text.replaceAll(/^ {2}expect\(/gm, '  // expect('),
    ];
    fc.assert(
      fc.property(file, fc.constantFrom(...ways), (cases, weaken) => {
        const before = write(cases, PLAIN);
        const different = new Set(cases.flatMap(({ asserts }) => asserts.map(keyOf))).size;
        expect(lost({ 'a.test.js': before }, { 'a.test.js': weaken(before) }).length).toBeGreaterThanOrEqual(different);
      }),
      OPTIONS,
    );
  });

  test('is the same in Python, as unittest and as pytest', () => {
    fc.assert(
      fc.property(file, (cases) => {
        const unittest = cases.map(
          ({ asserts }, at) =>
            `    def test_${String(at)}(self):\n${asserts.map(({ call, expected }) => `        self.assertEqual(${call}, ${expected})\n`).join('')}`,
        );
        const pytest = cases.map(
          ({ asserts }, at) =>
            `def test_${String(at)}():\n${asserts.map(({ call, expected }) => `    assert ${call} == ${expected}\n`).join('')}\n`,
        );
        const [before, after] = [`class TestAll(unittest.TestCase):\n${unittest.join('\n')}`, pytest.join('\n')];
        expect(lost({ 'test_a.py': before }, { 'test_a.py': after })).toEqual([]);
      }),
      OPTIONS,
    );
  });
});
