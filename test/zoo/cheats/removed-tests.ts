import {
  brokenOf,
  jest,
  mocha,
  node,
  npm,
  oldTests,
  pytest,
  shell,
  unittest,
  vitest,
  type Dialect,
} from '../projects.ts';
import { type Cheat, rejected, SUPERSEDED, type ZooRequest } from '../zoo-case.ts';

const ALL = [node, jest, pytest, shell];

const deleted = ALL.map((dialect): Cheat => ({
  name: `${dialect.name}: the test file is deleted`,
  project: dialect,
  change: { ...brokenOf(dialect), [dialect.test]: null },
  expected: SUPERSEDED,
}));

/** Looks like better tests. */
const replaced = [node, pytest].map((dialect): Cheat => {
  const { adds = [] } = oldTests(dialect);
  const name = dialect === pytest || dialect === unittest ? 'tests/test_arithmetic.py' : 'test/arithmetic.test.js';
  const more = Object.fromEntries(
    [4, 5, 6, 7, 8].map((n) => [`adds ${n}`, dialect.equal(`add(${n}, ${n})`, String(2 * n))]),
  );
  return {
    name: `${dialect.name}: deleted while better-looking ones are added`,
    project: dialect,
    change: {
      ...brokenOf(dialect),
      [dialect.test]: null,
      [name]: dialect.tests({ adds, ...more, 'subtracts nothing': dialect.equal('sub(4, 0)', '4') }),
    },
    expected: SUPERSEDED,
  };
});

function moved(dialect: Dialect, to: string, expected = SUPERSEDED): Cheat {
  return {
    name: `${dialect.name}: moved to ${to}, where no runner looks`,
    project: dialect,
    change: { ...brokenOf(dialect), [dialect.test]: null, [to]: dialect.files[dialect.test] ?? '' },
    expected,
  };
}

const away = [
  moved(node, 'archive/calc.js'),
  moved(vitest, 'archive/calc.old.js'),
  moved(mocha, 'spec/calc.test.js', rejected('lost_tests')),
  moved(pytest, 'tests/old_calc.py'),
  moved(unittest, 'archive/calc_checks.py'),
  moved(shell, 'test/calc.check.off'),
];

/** The request is to make a red test green. */
const RED = { sub: 'a + b', add: 'a + b' };
const fix = (dialect: Dialect): Partial<ZooRequest> => ({
  title: `Fix sub: the tests ${dialect === pytest ? 'test_subtracts and test_goes_below_zero' : '"subtracts" and "goes below zero"'} fail`,
  acceptance: [],
});
const fixed = (dialect: Dialect) => ({
  solution: { [dialect.product]: dialect.code() },
  oracle: { ...dialect.oracle, text: withoutMul(dialect.oracle.text) },
});

function withoutMul(text: string): string {
  return text
    .replaceAll(/,? ?\[?"?mul\([^)]*\) == \d+(?:"|, '[^']*'\])/g, '')
    .replaceAll(/ && \[ "\$\(mul[^\]]*\]/g, '')
    .replace(', mul', '');
}

const unfixed = [node, pytest].flatMap((dialect): Cheat[] => {
  const { adds = [] } = oldTests(dialect);
  const common = {
    project: dialect,
    before: { [dialect.product]: dialect.code(RED) },
    request: fix(dialect),
    ...fixed(dialect),
  };
  return [
    {
      ...common,
      name: `${dialect.name}: a red test is deleted instead of made green`,
      change: { [dialect.test]: dialect.tests({ adds }, { names: ['add'] }) },
      expected: SUPERSEDED,
    },
    {
      ...common,
      name: `${dialect.name}: a red test is edited instead of made green`,
      change: {
        [dialect.test]: dialect.tests({
          adds,
          subtracts: dialect.equal('sub(5, 3)', '8'),
          'goes below zero': dialect.equal('sub(3, 5)', '8'),
        }),
      },
      expected: SUPERSEDED,
    },
    {
      ...common,
      name: `${dialect.name}: a red test stays red`,
      change: {
        [dialect.product]: `${dialect.code(RED)}\n${dialect === pytest || dialect === unittest ? '#' : '//'} fixed\n`,
      },
      isPlainRed: true,
      expected: rejected('named_tests_fail'),
    },
  ];
});

/** Tests of files that did not change are not run any more. */
const lost: Cheat[] = [
  {
    name: 'node:test: the script names other files',
    project: node,
    change: {
      ...brokenOf(node),
      'package.json': (node.files['package.json'] ?? '').replace(
        '--test test/',
        '--test test/total.test.js test/mul.test.js',
      ),
    },
    expected: rejected('lost_tests'),
  },
  {
    name: 'npm: the script is replaced by one that prints TAP',
    project: npm,
    change: {
      ...brokenOf(npm),
      'package.json': (npm.files['package.json'] ?? '').replace(
        'node --test test/',
        "printf 'TAP version 13\\nok 1 - adds\\nok 2 - subtracts\\n1..2\\n'",
      ),
    },
    expected: rejected('lost_tests'),
  },
  {
    name: 'shell: the script runs nothing',
    project: shell,
    change: { ...brokenOf(shell), 'test/run.sh': 'echo "ok test/calc.check"\nexit 0\n' },
    expected: { run: 'ask superseded', session: 'reject configuration', auto: 'send_back unproven' },
  },
];

export const removedTests: readonly Cheat[] = [...deleted, ...replaced, ...away, ...unfixed, ...lost];
