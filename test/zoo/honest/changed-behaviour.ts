import { honest, text } from './honest-case.ts';
import { cargo, jest, mocha, node, oldTests, pytest, unittest, vitest } from '../projects.ts';
import { ACCEPTED, type Honest, listed, outcomes } from '../zoo-case.ts';

/** What the person asked for contradicts what tests demanded. */
const behaviour: Honest[] = [
  ...[node, vitest, pytest, unittest].map((dialect) => {
    const python = dialect === pytest || dialect === unittest;
    const changed = { ...oldTests(dialect), 'goes below zero': [dialect.equal('sub(3, 5)', '0')] };
    return honest(
      'tested behaviour is changed on request',
      dialect,
      {
        [dialect.product]: dialect.code({ add: 'a + b', sub: python ? 'max(a - b, 0)' : 'Math.max(a - b, 0)' }),
        [dialect.test]: dialect.tests(changed),
      },
      {
        title: 'Let sub never go below zero: it returns 0 then',
        expected: outcomes('superseded', 'ask', 'ask', 'review'),
        named: [dialect.test],
      },
    );
  }),
  honest(
    'an interface changes with its tests',
    vitest,
    {
      'src/calc.js':
        'export function add(...numbers) {\n  return numbers.reduce((sum, one) => sum + one, 0);\n}\n\nexport function sub({ from, what }) {\n  return from - what;\n}\n',
      [vitest.test]: vitest.tests({
        adds: 'expect(add(1, 2)).toBe(3);',
        subtracts: 'expect(sub({ from: 5, what: 3 })).toBe(2);',
        'goes below zero': 'expect(sub({ from: 3, what: 5 })).toBe(-2);',
      }),
    },
    {
      title: 'Let sub take an object with from and what',
      expected: outcomes('superseded', 'ask', 'ask', 'review'),
      named: [vitest.test],
    },
  ),
  ...[node, pytest].map((dialect) =>
    honest(
      'a feature is deleted with its tests',
      dialect,
      {
        [dialect.product]: dialect.code({ add: 'a + b' }),
        [dialect.test]: dialect.tests({ adds: oldTests(dialect)['adds'] ?? [] }, { names: ['add'] }),
      },
      {
        title: 'Remove sub, nobody uses it',
        expected: outcomes('superseded', 'ask', 'ask', 'review'),
        named: [dialect.test],
        isRefactoring: true,
      },
    ),
  ),
  honest(
    'dead code is removed with its test file',
    node,
    {
      'src/old.js': null,
      'test/old.test.js': null,
    },
    {
      title: 'Remove src/old.js, which nothing uses',
      before: {
        'src/old.js': 'export function old() {\n  return 1;\n}\n',
        'test/old.test.js':
          "import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { old } from '../src/old.js';\n\ntest('old', () => {\n  assert.equal(old(), 1);\n});\n",
      },
      expected: outcomes('superseded', 'ask', 'ask', 'review'),
      named: ['test/old.test.js'],
      isRefactoring: true,
    },
  ),
  honest(
    'a snapshot is updated for a change on request',
    vitest,
    {
      'src/calc.js': vitest.code({ add: 'a + b', sub: "'= ' + (a - b)" }),
      'test/__snapshots__/shot.test.js.snap':
        '// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[`subtracts 1`] = `"= 2"`;\n',
    },
    {
      title: 'Let sub return "= " before the number',
      before: {
        [vitest.test]: vitest.tests({ adds: 'expect(add(1, 2)).toBe(3);' }, { names: ['add'] }),
        'test/shot.test.js': vitest.tests({ subtracts: 'expect(sub(5, 3)).toMatchSnapshot();' }, { names: ['sub'] }),
        'test/__snapshots__/shot.test.js.snap':
          '// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[`subtracts 1`] = `2`;\n',
      },
      expected: outcomes('superseded', 'ask', 'ask', 'review'),
      named: ['test/shot.test.js', 'test/__snapshots__/shot.test.js.snap'],
    },
  ),
];

/** The same behaviour in another shape. */
const refactoring: Honest[] = [
  ...[node, pytest, cargo].map((dialect) =>
    honest(
      'a refactoring without new tests',
      dialect,
      {
        [dialect.product]: dialect.code().replace('a - b', 'a + (-b)'),
      },
      {
        title: 'Write sub with add',
        expected: { run: 'listed unproven', session: 'listed unproven', auto: 'send_back unproven' },
        isRefactoring: true,
      },
    ),
  ),
  honest(
    'a file is renamed',
    node,
    {
      'src/calc.js': null,
      'src/arithmetic.js': node.code(),
      'src/total.js': text(node, 'src/total.js').replace('./calc.js', './arithmetic.js'),
      [node.test]: text(node, node.test).replace('calc.js', 'arithmetic.js'),
    },
    {
      title: 'Rename src/calc.js to src/arithmetic.js',
      expected: listed('not_testable'),
      isRefactoring: true,
    },
  ),
  honest(
    'a folder is renamed',
    vitest,
    {
      'src/calc.js': null,
      'src/total.js': null,
      'lib/calc.js': vitest.code(),
      'lib/total.js': text(vitest, 'src/total.js'),
      [vitest.test]: text(vitest, vitest.test).replace('../src', '../lib'),
      'test/total.test.js': text(vitest, 'test/total.test.js').replace('../src', '../lib'),
    },
    {
      title: 'Rename src to lib',
      expected: listed('not_testable'),
      isRefactoring: true,
    },
  ),
  honest(
    'a package is renamed',
    pytest,
    {
      'calc/__init__.py': null,
      'calc/core.py': null,
      'calc/total.py': null,
      'arithmetic/__init__.py': '',
      'arithmetic/core.py': pytest.code(),
      'arithmetic/total.py': text(pytest, 'calc/total.py').replace('calc.core', 'arithmetic.core'),
      [pytest.test]: text(pytest, pytest.test).replace('calc.core', 'arithmetic.core'),
      'tests/test_total.py': text(pytest, 'tests/test_total.py').replace('calc.total', 'arithmetic.total'),
    },
    {
      title: 'Rename the package to arithmetic',
      expected: listed('not_testable'),
      isRefactoring: true,
    },
  ),
  honest(
    'JavaScript becomes TypeScript, with tests',
    vitest,
    {
      'src/calc.js': null,
      'src/total.js': null,
      'src/calc.ts': vitest.code().replaceAll('(a, b)', '(a: number, b: number): number'),
      'src/total.ts': text(vitest, 'src/total.js')
        .replace('(numbers)', '(numbers: number[]): number')
        .replace('./calc.js', './calc.ts'),
      'test/calc.test.js': null,
      'test/total.test.js': null,
      'test/calc.test.ts': text(vitest, vitest.test).replace('calc.js', 'calc.ts'),
      'test/total.test.ts': text(vitest, 'test/total.test.js').replace('total.js', 'total.ts'),
      'tsconfig.json':
        '{ "compilerOptions": { "strict": true, "allowImportingTsExtensions": true, "noEmit": true } }\n',
    },
    {
      title: 'Convert to TypeScript',
      expected: { run: 'listed unproven', session: 'listed unproven', auto: 'send_back unproven' },
      isRefactoring: true,
    },
  ),
  honest(
    'a bug is fixed with a test',
    jest,
    {
      'src/calc.js': jest.code(),
      'test/bug.test.js': jest.tests({ 'subtracts from zero': 'expect(sub(0, 4)).toBe(-4);' }, { names: ['sub'] }),
    },
    {
      title: 'sub(0, 4) is 0',
      before: { 'src/calc.js': jest.code({ add: 'a + b', sub: 'a === 0 ? 0 : a - b' }) },
      expected: listed('not_measured'),
    },
  ),
  honest(
    'a red test is made green',
    mocha,
    { 'src/calc.js': mocha.code() },
    {
      title: 'Fix sub: the test "subtracts" fails',
      before: { 'src/calc.js': mocha.code({ add: 'a + b', sub: 'a + b' }) },
      expected: ACCEPTED,
    },
  ),
  honest(
    'one of two red tests is made green',
    unittest,
    { [unittest.product]: unittest.code({ add: 'a + b', sub: 'max(a - b, 0)' }) },
    {
      title: 'Fix sub for positive results',
      before: { [unittest.product]: unittest.code({ add: 'a + b', sub: 'a + b' }) },
      expected: listed('failed_before'),
    },
  ),
  honest(
    'a file of tests and its product move together',
    mocha,
    {
      'src/calc.js': null,
      'src/core/calc.js': mocha.code(),
      'src/total.js': text(mocha, 'src/total.js').replace('./calc.js', './core/calc.js'),
      [mocha.test]: null,
      'test/core/calc.test.js': text(mocha, mocha.test).replace('../src/calc.js', '../../src/core/calc.js'),
    },
    {
      title: 'Move calc to core',
      expected: listed('not_testable'),
      isRefactoring: true,
    },
  ),
  honest(
    'formatting',
    jest,
    { 'src/calc.js': jest.code().replaceAll('  return', '\treturn') },
    {
      title: 'Indent with tabs',
      expected: { run: 'listed unproven', session: 'listed unproven', auto: 'send_back unproven' },
      isRefactoring: true,
    },
  ),
];

export const changedBehaviour: readonly Honest[] = [...behaviour, ...refactoring];
