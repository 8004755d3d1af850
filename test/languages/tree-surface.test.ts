import { describe, expect, test } from 'vitest';
import { classIn, type Files } from './memory-tree.ts';

/** One project with everything that its files say of each other. */
const PROJECT: Files = {
  'package.json': JSON.stringify({
    main: './src/index.js',
    bin: { calc: 'tools/calc.js' },
    scripts: {
      pretest: 'node scripts/prepare.mjs',
      test: 'NODE_OPTIONS="--import ./hooks/env.mjs" vitest run --config configs/unit.mjs && npm run more',
      more: 'sh scripts/more.sh',
      postinstall: 'node scripts/install.mjs',
      lint: 'node scripts/lint.mjs',
    },
    devDependencies: { vitest: '4.0.0' },
  }),
  'vitest.config.ts': `export default { test: { include: ['checks/**/*.ts', 'test/**/*.test.ts'], setupFiles: ['./test/setup.ts'], globalSetup: 'boot/start.ts' } }`,
  'configs/unit.mjs': '',
  'hooks/env.mjs': '',
  'boot/start.ts': '',
  'test/setup.ts': '',
  'scripts/prepare.mjs': `import { a } from './shared.mjs';`,
  'scripts/shared.mjs': 'export const a = 1;',
  'scripts/more.sh':
    '#!/bin/sh\nnode --check src/calc.js\n"$(dirname "$0")/deep.sh"\nnode src/index.js\nnode tools/calc.js 1',
  'scripts/deep.sh': 'true',
  'scripts/install.mjs': '',
  'scripts/lint.mjs': '',
  'src/index.js': `import { add } from './calc.js';\nimport spec from '../spec/openapi.yaml';\nimport { seed } from './fixtures/seed.js';\nimport './test-data.js';`,
  'src/calc.js': 'export const add = (a, b) => a + b;',
  'src/mul.js': 'export const mul = (a, b) => a * b;',
  'src/fixtures/seed.js': `import rows from './rows.json';`,
  'src/fixtures/rows.json': '[]',
  'src/test-data.js': '',
  'src/test-utils.js': 'export const twice = (f) => f(f());',
  'src/runners/go-test.ts': '',
  'src/runners/index.ts': `import './go-test.ts';`,
  'src/matchers.js': `import { expect } from 'vitest';\nexport const near = 1;`,
  'src/eq.js': 'export function assertEqual(a, b) { if (a !== b) throw new Error(); }',
  'tools/calc.js': '',
  'tools/compare.js': 'export function same(a, b) { return a === b; }',
  'tools/release.js': '',
  'spec/openapi.yaml': 'openapi: 3',
  'spec/other.yaml': 'x: 1',
  'checks/adds.ts': `import { mul } from '../src/mul.js';`,
  'test/a.test.ts': `import { helper } from './helper.ts';\nimport { twice } from '../src/test-utils.js';\nimport '../src/matchers.js';\nimport '../src/eq.js';\nimport '../tools/compare.js';\nimport { mul } from '../src/mul.js';\nread('data/cases.json'); read('config/app.json'); read('README.md');`,
  'test/helper.ts': `export * from './inner.ts';`,
  'test/inner.ts': `export const one = () => it('is one', () => {});`,
  'test/cases.json': '[]',
  'test/fixtures/project/node_modules/vitest/index.js': '',
  'test/fixtures/project/package.json': '{}',
  'test/fixtures/project/vitest.config.ts': '',
  'test/__snapshots__/a.test.ts.snap': '',
  'data/cases.json': '[]',
  'config/app.json': '{}',
  'src/config.js': `read('config/app.json')`,
  'README.md': '',
};

describe('in one project', () => {
  test.each([
    ['test/a.test.ts', 'test'],
    ['checks/adds.ts', 'test'],
    ['test/__snapshots__/a.test.ts.snap', 'snapshot'],
    ['test/helper.ts', 'support'],
    ['test/inner.ts', 'support'],
    ['test/cases.json', 'fixture'],
    ['data/cases.json', 'fixture'],
    ['config/app.json', 'product'],
    ['test/fixtures/project/node_modules/vitest/index.js', 'fixture'],
    ['test/fixtures/project/package.json', 'fixture'],
    ['test/fixtures/project/vitest.config.ts', 'fixture'],
    ['vitest.config.ts', 'runner_config'],
    ['configs/unit.mjs', 'runner_config'],
    ['test/setup.ts', 'runner_config'],
    ['boot/start.ts', 'runner_config'],
    ['hooks/env.mjs', 'test_script'],
    ['scripts/prepare.mjs', 'test_script'],
    ['scripts/shared.mjs', 'test_script'],
    ['scripts/more.sh', 'test_script'],
    ['scripts/deep.sh', 'test_script'],
    ['scripts/install.mjs', 'install_script'],
    ['scripts/lint.mjs', 'product'],
    ['src/index.js', 'product'],
    ['src/calc.js', 'product'],
    ['src/mul.js', 'product'],
    ['src/fixtures/seed.js', 'product'],
    ['src/fixtures/rows.json', 'product'],
    ['src/test-data.js', 'product'],
    ['src/test-utils.js', 'support'],
    ['src/runners/go-test.ts', 'product'],
    ['src/matchers.js', 'support'],
    ['src/eq.js', 'support'],
    ['tools/calc.js', 'product'],
    ['tools/compare.js', 'support'],
    ['tools/release.js', 'product'],
    ['spec/openapi.yaml', 'product'],
    ['spec/other.yaml', 'product'],
    ['README.md', 'product'],
  ])('%s: %s', async (path, expected) => {
    expect(await classIn(PROJECT, path)).toBe(expected);
  });
});

describe('by its path alone', () => {
  test.each([
    // Controls.
    ['.orchestral/config/project.json', 'control'],
    ['.claude/settings.json', 'control'],
    ['.mcp.json', 'control'],
    ['TASKS.md', 'control'],
    ['.gitattributes', 'control'],
    ['packages/a/.gitattributes', 'control'],
    ['.gitmodules', 'control'],
    // How tests are run.
    ['vitest.workspace.ts', 'runner_config'],
    ['packages/a/vitest.unit.config.mts', 'runner_config'],
    ['jest.config.cjs', 'runner_config'],
    ['jest.setup.js', 'runner_config'],
    ['src/setupTests.ts', 'runner_config'],
    ['.mocharc.yml', 'runner_config'],
    ['ava.config.mjs', 'runner_config'],
    ['playwright.config.ts', 'runner_config'],
    ['pytest.ini', 'runner_config'],
    ['.pytest.ini', 'runner_config'],
    ['tox.ini', 'runner_config'],
    ['conftest.py', 'runner_config'],
    ['tests/unit/conftest.py', 'runner_config'],
    ['babel.config.js', 'runner_config'],
    ['.babelrc', 'runner_config'],
    ['.swcrc', 'runner_config'],
    ['turbo.json', 'runner_config'],
    ['nx.json', 'runner_config'],
    ['bunfig.toml', 'runner_config'],
    ['.cargo/config.toml', 'runner_config'],
    ['.config/nextest.toml', 'runner_config'],
    ['phpunit.xml', 'runner_config'],
    // Package managers.
    ['.npmrc', 'package_manager'],
    ['packages/a/.npmrc', 'package_manager'],
    ['.yarnrc', 'package_manager'],
    ['.yarnrc.yml', 'package_manager'],
    ['.yarn/patches/vitest.patch', 'package_manager'],
    ['.yarn/plugins/liar.cjs', 'package_manager'],
    ['.pnpmfile.cjs', 'package_manager'],
    ['.pnp.cjs', 'package_manager'],
    ['patches/vitest+4.0.0.patch', 'package_manager'],
    ['pip.conf', 'package_manager'],
    ['uv.toml', 'package_manager'],
    ['go.work', 'package_manager'],
    // What takes the place of the runner.
    ['node_modules/vitest/index.js', 'shadow'],
    ['packages/a/node_modules/chai/index.js', 'shadow'],
    ['pytest.py', 'shadow'],
    ['pytest/__init__.py', 'shadow'],
    ['_pytest/python.py', 'shadow'],
    ['src/pytest.py', 'shadow'],
    ['tests/pytest.py', 'shadow'],
    ['unittest.py', 'shadow'],
    ['unittest/__init__.py', 'shadow'],
    ['re.py', 'shadow'],
    ['tests/inspect.py', 'shadow'],
    ['sitecustomize.py', 'shadow'],
    ['src/usercustomize.py', 'shadow'],
    ['hooks.pth', 'shadow'],
    ['liar.egg-info/entry_points.txt', 'shadow'],
    ['.venv/lib/x.py', 'shadow'],
    // Where things are looked for.
    ['.env', 'resolution'],
    ['.env.test', 'resolution'],
    ['.env.example', 'product'],
    // Tests by convention.
    ['src/a.test.ts', 'test'],
    ['pkg/a_test.go', 'test'],
    ['test/a.bats', 'test'],
    ['test/test_a.sh', 'test'],
    ['test/lib.sh', 'support'],
    ['tests/test_a.py', 'test'],
    ['src/test/java/org/acme/Helper.java', 'test'],
    ['internal/testdata/a.golden', 'snapshot'],
    ['tests/__snapshots__/test_a.ambr', 'snapshot'],
    ['internal/testdata/a.txt', 'fixture'],
    ['tests/expected/out.txt', 'fixture'],
    ['internal/testdata/a.json', 'fixture'],
    ['__mocks__/fs.js', 'support'],
    // Product.
    ['src/types.py', 'shadow'],
    ['src/mypkg/types.py', 'product'],
    ['mypkg/logging.py', 'product'],
    ['src/latest.ts', 'product'],
    ['src/contest/index.ts', 'product'],
    ['docs/spec.md', 'product'],
    ['tests/README.md', 'product'],
    ['.github/workflows/ci.yml', 'product'],
    ['.gitignore', 'product'],
    ['db/schema.sql', 'product'],
    ['babel.js', 'product'],
  ])('%s: %s', async (path, expected) => {
    expect(await classIn({ [path]: '' }, path)).toBe(expected);
  });
});

const TWO: Files = { 'src/a.js': '', 'checks/one.js': '', 'checks/lib/two.js': '', 'other/one.js': '' };

describe("by the project's own patterns", () => {
  test.each<[string, Files, string, string]>([
    [
      'vitest include',
      { 'vitest.config.js': `export default { test: { include: ['checks/*.js'] } }` },
      'checks/one.js',
      'test',
    ],
    [
      'not below it',
      { 'vitest.config.js': `export default { test: { include: ['checks/*.js'] } }` },
      'checks/lib/two.js',
      'product',
    ],
    [
      'vitest exclude',
      { 'vitest.config.js': `export default { test: { include: ['checks/**'], exclude: ['**/lib/**'] } }` },
      'checks/lib/two.js',
      'product',
    ],
    [
      'not coverage.include',
      { 'vitest.config.js': `export default { test: { coverage: { include: ['src/**'] } } }` },
      'src/a.js',
      'product',
    ],
    [
      'vite.config',
      { 'vite.config.js': `export default defineConfig({ test: { include: ["checks/**/*.js"] } })` },
      'checks/lib/two.js',
      'test',
    ],
    [
      'a workspace',
      { 'vitest.workspace.js': `export default [{ test: { include: ['checks/*.js'] } }]` },
      'checks/one.js',
      'test',
    ],
    [
      'a package of a workspace',
      {
        'packages/b/vitest.config.js': `export default { test: { include: ['checks/*.js'] } }`,
        'packages/b/checks/x.js': '',
      },
      'packages/b/checks/x.js',
      'test',
    ],
    [
      'only in its folder',
      { 'packages/b/vitest.config.js': `export default { test: { include: ['checks/*.js'] } }` },
      'checks/one.js',
      'product',
    ],
    [
      'jest testMatch',
      { 'jest.config.js': `module.exports = { testMatch: ['<rootDir>/checks/**/*.js'] }` },
      'checks/lib/two.js',
      'test',
    ],
    ['jest testRegex', { 'jest.config.json': `{ "testRegex": "/checks/.*\\\\.js$" }` }, 'checks/one.js', 'test'],
    [
      'jest roots',
      { 'jest.config.js': `module.exports = { roots: ['<rootDir>/checks'], testMatch: ['**/one.js'] }` },
      'other/one.js',
      'product',
    ],
    ['jest in package.json', { 'package.json': `{"jest":{"testMatch":["**/checks/*.js"]}}` }, 'checks/one.js', 'test'],
    [
      'jest testPathIgnorePatterns',
      { 'package.json': `{"jest":{"testMatch":["**/checks/**/*.js"],"testPathIgnorePatterns":["/lib/"]}}` },
      'checks/lib/two.js',
      'product',
    ],
    ['mocha spec', { '.mocharc.json': `{ "spec": "checks/*.js" }` }, 'checks/one.js', 'test'],
    ['mocha spec in YAML', { '.mocharc.yml': `spec:\n  - 'checks/**/*.js'\n` }, 'checks/lib/two.js', 'test'],
    ['mocha spec, a folder', { '.mocharc.cjs': `module.exports = { spec: ['checks'] }` }, 'checks/lib/two.js', 'test'],
    [
      'mocha arguments',
      { 'package.json': `{"scripts":{"test":"mocha --timeout 5 'checks/*.js'"}}` },
      'checks/one.js',
      'test',
    ],
    [
      'node --test with a pattern',
      { 'package.json': `{"scripts":{"test":"node --test 'checks/**/*.js'"}}` },
      'checks/lib/two.js',
      'test',
    ],
    [
      'node --test with a folder',
      { 'package.json': `{"scripts":{"test":"node --test checks/"}}` },
      'checks/one.js',
      'test',
    ],
    ['ava files', { 'package.json': `{"ava":{"files":["checks/*.js"]}}` }, 'checks/one.js', 'test'],
    ['tape arguments', { 'package.json': `{"scripts":{"test":"tape checks/*.js"}}` }, 'checks/one.js', 'test'],
    [
      'python_files',
      { 'pytest.ini': '[pytest]\npython_files = check_*.py\n  *_check.py\n', 'pkg/x_check.py': '' },
      'pkg/x_check.py',
      'test',
    ],
    [
      'python_files in pyproject',
      { 'pyproject.toml': '[tool.pytest.ini_options]\npython_files = ["check_*.py"]\n', 'pkg/check_x.py': '' },
      'pkg/check_x.py',
      'test',
    ],
    [
      'python_files in setup.cfg',
      { 'setup.cfg': '[tool:pytest]\npython_files=check_*.py\n', 'pkg/check_x.py': '' },
      'pkg/check_x.py',
      'test',
    ],
    [
      'a plugin of pytest',
      { 'pytest.ini': '[pytest]\naddopts = -q -p liar\n', 'liar.py': '' },
      'liar.py',
      'runner_config',
    ],
    ['mocha require', { '.mocharc.json': `{ "require": ["./boot.js"] }`, 'boot.js': '' }, 'boot.js', 'runner_config'],
    [
      'jest setupFilesAfterEnv',
      { 'jest.config.js': `module.exports = { setupFilesAfterEnv: ['<rootDir>/boot.js'] }`, 'boot.js': '' },
      'boot.js',
      'runner_config',
    ],
    [
      'jest transform',
      { 'jest.config.js': `module.exports = { transform: { '\\\\.js$': './lie.js' } }`, 'lie.js': '' },
      'lie.js',
      'runner_config',
    ],
    [
      'jest moduleNameMapper of the product',
      { 'jest.config.js': `module.exports = { moduleNameMapper: { '^a$': '<rootDir>/src/a.js' } }` },
      'src/a.js',
      'product',
    ],
  ])('%s', async (_name, files, path, expected) => {
    expect(await classIn({ 'package.json': '{"scripts":{"test":"x"}}', ...TWO, ...files }, path)).toBe(expected);
  });

  test.each([
    ['pytest checks/all.py', 'test'],
    ['python -m pytest checks/all.py::test_one', 'test'],
    ["python -m unittest discover -s checks -p 'al*.py'", 'test'],
    ['python3 -m unittest checks.all', 'test'],
    ['python checks/all.py', 'test_script'],
    ['python -m checks.all', 'test_script'],
    ['python -m compileall checks/all.py', 'product'],
  ])('%s: %s', async (command, expected) => {
    expect(await classIn({ 'checks/all.py': 'print(1)' }, 'checks/all.py', [command])).toBe(expected);
  });
});

/** Product that the test command runs is what it tests. */
describe('what a shell script or an acceptance command executes', () => {
  const files: Files = {
    'calc.sh': 'echo $(($1 + $2))',
    'calc.js': 'console.log(1)',
    'unit.sh': 'exit 1',
    'lib.sh': 'add() { echo 1; }',
    'assert.sh': 'same() { [ "$1" = "$2" ]; }',
    'ci/steps.sh': 'true',
    'run.js': '',
  };
  test.each([
    ['sh test.sh', 'test.sh', 'exit 0', 'test_script'],
    ['sh test.sh', 'calc.sh', '[ "$(sh calc.sh 1 2)" = 3 ]', 'product'],
    ['sh test.sh', 'calc.sh', './calc.sh 1 2 | grep 3', 'product'],
    ['sh test.sh', 'calc.js', 'node calc.js | diff - expected', 'product'],
    ['sh test.sh', 'calc.js', 'OUT=`node calc.js`', 'product'],
    ['sh test.sh', 'unit.sh', 'sh ./unit.sh || exit 1', 'test_script'],
    ['sh test.sh', 'unit.sh', 'sh ./unit.sh --fast', 'test_script'],
    ['sh test.sh', 'lib.sh', '. ./lib.sh', 'product'],
    ['sh test.sh', 'assert.sh', '. ./assert.sh', 'test_script'],
    ['sh test.sh', 'ci/steps.sh', 'X=$(sh ci/steps.sh a)', 'test_script'],
    ['node calc.js 2 3', 'calc.js', '', 'product'],
    ['node calc.js 2 3 | grep -q 5', 'calc.js', '', 'product'],
    ['test "$(node calc.js)" = 1', 'calc.js', '', 'product'],
    ['node run.js', 'run.js', '', 'test_script'],
    ['node run.js && node run.js a', 'run.js', '', 'test_script'],
    ['node run.js a && node run.js', 'run.js', '', 'test_script'],
  ])('%s: %s (%s): %s', async (command, path, text, expected) => {
    expect(await classIn({ ...files, 'test.sh': text }, path, [command])).toBe(expected);
  });
});

describe('a small project without any configuration', () => {
  test.each<[string, Files, string, string]>([
    [
      'node:test',
      { 'calc.js': '', 'test.js': `import { test } from 'node:test';\nimport './calc.js';` },
      'calc.js',
      'product',
    ],
    [
      'node:test',
      { 'calc.js': '', 'test.js': `import { test } from 'node:test';\nimport './calc.js';` },
      'test.js',
      'test',
    ],
    ['src and test', { 'src/calc.js': '', 'test/calc.test.js': `import '../src/calc.js';` }, 'src/calc.js', 'product'],
    [
      'a script of assertions',
      { 'package.json': '{"scripts":{"test":"node test/run.js"}}', 'test/run.js': `assert.equal(add(1, 2), 3);` },
      'test/run.js',
      'test',
    ],
    [
      'a script that starts tests',
      { 'package.json': '{"scripts":{"test":"node test/run.js"}}', 'test/run.js': `run({ files });` },
      'test/run.js',
      'test_script',
    ],
    [
      'what such a script imports',
      {
        'package.json': '{"scripts":{"test":"node test/run.js"}}',
        'test/run.js': `import '../calc.js';`,
        'calc.js': '',
      },
      'calc.js',
      'product',
    ],
    [
      'Python',
      { 'calc.py': 'def add(a, b): return a + b', 'test_calc.py': 'from calc import add' },
      'calc.py',
      'product',
    ],
    [
      'a package of Python',
      { 'pkg/calc.py': '', 'tests/test_calc.py': 'from pkg.calc import add' },
      'pkg/calc.py',
      'product',
    ],
    [
      'a helper of Python',
      { 'tests/helpers.py': 'def make(): return 1', 'tests/test_calc.py': 'from tests.helpers import make' },
      'tests/helpers.py',
      'support',
    ],
    [
      'a helper of Python that the product imports',
      { 'tests/helpers.py': 'def make(): return 1', 'pkg/a.py': 'from tests.helpers import make' },
      'tests/helpers.py',
      'product',
    ],
    [
      'a module for tests of Python',
      { 'pkg/testing.py': 'import pytest', 'tests/test_a.py': 'from pkg.testing import x' },
      'pkg/testing.py',
      'support',
    ],
    [
      'a helper behind an alias',
      {
        'tsconfig.json': '{"compilerOptions":{"paths":{"@/*":["src/*"]}}}',
        'src/testing/make.ts': '',
        'src/index.ts': `import '@/testing/make';`,
      },
      'src/testing/make.ts',
      'product',
    ],
    [
      'a helper through a folder',
      {
        'test/support/index.js': `export * from './deep.js';`,
        'test/support/deep.js': '',
        'test/a.test.js': `import { x } from './support';`,
      },
      'test/support/deep.js',
      'support',
    ],
    [
      'a pair of helpers that import each other',
      { 'test/x.js': `import './y.js';`, 'test/y.js': `import './x.js';` },
      'test/x.js',
      'support',
    ],
  ])('%s: %s', async (_name, files, path, expected) => {
    expect(await classIn(files, path)).toBe(expected);
  });
});

test('a crate of tests is one, whatever the product is called', async () => {
  const files = { 'Cargo.toml': '[package]\nname = "calc"\n', 'src/lib.rs': 'pub fn mul() {}\n', 'tests/mul.rs': '' };
  expect(await classIn(files, 'tests/mul.rs', ['cargo test'])).toBe('test');
});
