import { honest, text } from './honest-case.ts';
import { type Dialect, node, npm, pytest, shell, vitest, WITH_MUL } from '../projects.ts';
import { ACCEPTED, type Files, type Honest, listed, outcomes } from '../zoo-case.ts';

function packageJson(dialect: Dialect, change: (manifest: Record<string, unknown>) => object): Files {
  const own: Record<string, unknown> = JSON.parse(text(dialect, 'package.json'));
  return { 'package.json': `${JSON.stringify(change(own), null, 2)}\n` };
}

/** No code that a suite could load. */
const NOT_TESTABLE = listed('not_testable');
const besides: Honest[] = [
  honest(
    'documents',
    node,
    { 'README.md': '# Calc\n\nAdds and subtracts.\n' },
    {
      request: { title: 'Describe the functions in the README', acceptance: [], asksForCode: false },
      expected: NOT_TESTABLE,
    },
  ),
  honest(
    'a guide',
    pytest,
    { 'docs/guide.md': '# Guide\n' },
    { request: { title: 'Write docs/guide.md', acceptance: [], asksForCode: false }, expected: NOT_TESTABLE },
  ),
  honest(
    'YAML',
    node,
    { 'config/limits.yaml': 'most: 5\n' },
    { title: 'Add config/limits.yaml', expected: NOT_TESTABLE },
  ),
  honest(
    'a workflow of CI',
    vitest,
    {
      '.github/workflows/test.yml':
        'on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n',
    },
    { title: 'Run the tests on CI', expected: NOT_TESTABLE },
  ),
  honest(
    'a script of CI',
    node,
    { 'ci/run.sh': 'set -e\nnpm ci\nnpm test\n' },
    {
      title: 'Add a CI script',
      expected: { run: 'listed unproven', session: 'listed unproven', auto: 'send_back unproven' },
      isRefactoring: true,
    },
  ),
  honest(
    'a migration',
    pytest,
    { 'migrations/0002_add_column.sql': 'ALTER TABLE numbers ADD COLUMN note TEXT;\n' },
    { title: 'Add a column note', expected: NOT_TESTABLE },
  ),
  honest(
    'a linter is added',
    vitest,
    {
      ...packageJson(vitest, (own) => ({
        ...own,
        scripts: { test: 'vitest run', lint: 'oxlint' },
        devDependencies: { vitest: '4.1.0', oxlint: '1.0.0' },
      })),
      '.oxlintrc.json': '{ "rules": { "no-unused-vars": "error" } }\n',
    },
    { title: 'Add a linter', expected: NOT_TESTABLE },
  ),
  honest(
    'a linter is added',
    pytest,
    { '.ruff.toml': 'line-length = 100\n' },
    { title: 'Add ruff', expected: NOT_TESTABLE },
  ),
  honest(
    'a dependency is upgraded',
    npm,
    packageJson(npm, (own) => ({ ...own, version: '1.0.1' })),
    { title: 'Release 1.0.1', expected: NOT_TESTABLE },
  ),
  honest(
    'a dependency is upgraded',
    vitest,
    packageJson(vitest, (own) => ({ ...own, dependencies: { zod: '4.1.0' } })),
    {
      title: 'Upgrade zod',
      before: packageJson(vitest, (own) => ({ ...own, dependencies: { zod: '4.0.0' } })),
      expected: NOT_TESTABLE,
    },
  ),
  honest(
    'generated code',
    node,
    { 'src/__generated__/schema.js': '// Generated. Do not edit.\nexport const schema = { version: 2 };\n' },
    {
      title: 'Generate the schema again',
      before: { 'src/__generated__/schema.js': '// Generated. Do not edit.\nexport const schema = { version: 1 };\n' },
      expected: NOT_TESTABLE,
    },
  ),
  honest('data', node, { 'data/rates.csv': 'a,b\n1,2\n' }, { title: 'Add rates', expected: NOT_TESTABLE }),
  honest(
    'a file is made executable on request',
    shell,
    {},
    { title: 'Make calc.sh executable', executable: ['calc.sh'], expected: ACCEPTED },
  ),
  honest('code and documents', node, {
    ...node.solution,
    'README.md': '# Calc\n\nmul multiplies.\n',
    'CHANGELOG.md': '- mul\n',
  }),
];

/** How tests run, because that was asked for. */
const CONFIGURATION = outcomes('configuration', 'ask', 'ask', 'review');
const configuration: Honest[] = [
  honest(
    'an option of vitest',
    vitest,
    {
      'vitest.config.js':
        "import { defineConfig } from 'vitest/config';\n\nexport default defineConfig({ test: { testTimeout: 20_000 } });\n",
    },
    {
      title: 'Raise the time limit of tests in vitest.config.js',
      expected: CONFIGURATION,
      named: ['vitest.config.js'],
    },
  ),
  honest(
    'the runner is switched',
    node,
    {
      ...packageJson(vitest, (own) => own),
      [node.test]: text(vitest, vitest.test),
      'test/total.test.js': text(vitest, 'test/total.test.js'),
    },
    {
      title: 'Switch from node:test to vitest',
      expected: CONFIGURATION,
      named: ['package.json', 'test/calc.test.js', 'test/total.test.js'],
      project: { ...node, packages: 'vitest' },
    },
  ),
  honest(
    'a configuration at the root of a monorepo',
    vitest,
    {
      'vitest.config.js':
        "import { defineConfig } from 'vitest/config';\n\nexport default defineConfig({ test: { include: ['test/**/*.test.js', 'packages/*/test/**/*.test.js'] } });\n",
    },
    {
      title: 'Let the root configuration find the tests of packages',
      expected: CONFIGURATION,
      named: ['vitest.config.js'],
    },
  ),
  honest(
    'the script of the tests checks types first',
    node,
    packageJson(node, (own) => ({ ...own, scripts: { test: 'node --check src/calc.js && node --test test/' } })),
    { title: 'Check the syntax before the tests', expected: CONFIGURATION, named: ['package.json'] },
  ),
];

/** Projects that had nothing that could be run. */
const none = (dialect: Dialect): Files => ({
  [dialect.test]: null,
  ...(dialect === pytest ? { 'tests/test_total.py': null, 'pytest.ini': null } : { 'test/total.test.js': null }),
});
const first: Honest[] = [
  honest(
    'a project without tests gets a function',
    node,
    { 'src/calc.js': node.code(WITH_MUL) },
    {
      before: { ...none(node), 'package.json': '{ "name": "calc", "type": "module" }\n' },
      expected: outcomes('no_test_command', 'listed', 'ask', 'listed'),
    },
  ),
  honest(
    'the first test of a project',
    node,
    { ...node.solution, 'package.json': text(node, 'package.json') },
    {
      before: { ...none(node), 'package.json': '{ "name": "calc", "type": "module" }\n' },
      expected: listed('not_measured'),
    },
  ),
  honest(
    'the first test of a project',
    pytest,
    { ...pytest.solution, 'pytest.ini': text(pytest, 'pytest.ini') },
    {
      before: none(pytest),
      expected: listed('not_measured'),
    },
  ),
];

/** Tests that fail now and then, before as after. */
const flaky: Honest[] = [
  honest('a suite with a flaky test', node, node.solution, {
    before: {
      'test/flaky.test.js':
        "import assert from 'node:assert/strict';\nimport fs from 'node:fs';\nimport test from 'node:test';\n\ntest('depends on the clock', () => {\n  const nanoseconds = Number(process.hrtime.bigint() % 2n);\n  assert.ok(nanoseconds >= 0);\n});\n",
    },
    expected: ACCEPTED,
  }),
  honest('a test that is red for other reasons', vitest, vitest.solution, {
    before: {
      'test/red.test.js':
        "import { expect, test } from 'vitest';\n\ntest('needs a service', () => {\n  expect(1).toBe(2);\n});\n",
    },
    expected: listed('failed_before'),
  }),
];

export const besidesCode: readonly Honest[] = [...besides, ...configuration, ...first, ...flaky];
