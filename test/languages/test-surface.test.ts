import { expect, test } from 'vitest';
import { isTestFile, testPart, testSurfaceOf } from '../../src/languages/test-surface.ts';

test.each([
  'src/a.test.ts',
  'src/a.spec.jsx',
  'src/a.test.mts',
  'test/anything/a.mjs',
  'test.js',
  '__tests__/a.js',
  'src/__snapshots__/a.test.ts.snap',
  'tests/test_a.py',
  'pkg/a_test.py',
  'conftest.py',
  'pkg/a_test.go',
  'crate/tests/it.rs',
  'src/tests.rs',
  'src/test/java/org/acme/Helper.java',
  'src/integrationTest/kotlin/A.kt',
  'app/FooTest.java',
  'App.Tests/Foo.cs',
  'App/FooTests.cs',
  'spec/models/user_spec.rb',
  'test/한글.test.ts',
  'features/login.feature',
])('%s belongs to the tests', (path) => {
  expect(isTestFile(path)).toBe(true);
});

test.each([
  'src/a.ts',
  'src/latest.ts',
  'src/contest.py',
  'src/attest/a.ts',
  'src/testing.go',
  'tests/README.md',
  'src/main/java/Latest.java',
  'src/INPUTIT.java',
  'docs/spec.md',
  'src/protest_a.py',
])('%s does not', (path) => {
  expect(isTestFile(path)).toBe(false);
});

test.each([
  ['src/latest.ts', undefined],
  ['src/contest/index.ts', undefined],
  ['src/config.ts', undefined],
  ['src/vitest-like.ts', undefined],
  ['jest.config.json', 'runner_config'],
  ['jest.setup.js', 'runner_config'],
  ['vitest.unit.config.mts', 'runner_config'],
  ['playwright.config.ts', 'runner_config'],
  ['src/setupTests.ts', 'runner_config'],
  ['.mocharc.yml', 'runner_config'],
  ['tests/conftest.py', 'test'],
  ['tox.ini', 'runner_config'],
  ['internal/testdata/a.golden', 'snapshot'],
  ['internal/testdata/a.txt', 'fixture'],
  ['A.Tests/Snapshots/B.verified.txt', 'snapshot'],
])('%s: %s', (path, kind) => {
  expect(testSurfaceOf(path)).toBe(kind);
});

test('hostile manifests end', () => {
  const long = 150_000;
  const hostile: [string, string][] = [
    ['pom.xml', '<plugin>'.repeat(long)],
    ['pom.xml', '<!--'.repeat(long)],
    ['Makefile', 'a'.repeat(8 * long)],
    ['build.gradle', 'test {'.repeat(long)],
    ['vite.config.ts', 'test: {'.repeat(long)],
    ['pyproject.toml', '['.repeat(8 * long)],
    ['package.json', `{"scripts":{"test":"${'a '.repeat(long)}"}}`],
  ];
  for (const [name, content] of hostile) expect(testPart(name, content)).toBeDefined();
});
