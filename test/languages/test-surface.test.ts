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

const PACKAGE = { name: 'a', scripts: { build: 'tsc', test: 'npm run unit', unit: 'vitest run' }, dependencies: {} };

test.each<[string, string, string, boolean]>([
  [
    'package.json',
    text(PACKAGE),
    text({ ...PACKAGE, dependencies: { a: '1' }, scripts: { ...PACKAGE.scripts, build: 'x' } }),
    false,
  ],
  ['package.json', text(PACKAGE), text({ ...PACKAGE, scripts: { ...PACKAGE.scripts, test: 'true' } }), true],
  ['package.json', text(PACKAGE), text({ ...PACKAGE, scripts: { ...PACKAGE.scripts, unit: 'true' } }), true],
  ['package.json', text(PACKAGE), text({ ...PACKAGE, scripts: { ...PACKAGE.scripts, pretest: 'rm -r test' } }), true],
  ['package.json', text(PACKAGE), text({ ...PACKAGE, jest: { testMatch: [] } }), true],
  ['package.json', text(PACKAGE), '{ broken', true],
  [
    'pyproject.toml',
    '[project]\nname = "a"\n[tool.pytest.ini_options]\naddopts = "-q"\n',
    '[project]\nname = "b"\n[tool.pytest.ini_options]\naddopts = "-q"\n',
    false,
  ],
  ['pyproject.toml', '[tool.pytest.ini_options]\nstrict = true\n', '[tool.pytest.ini_options]\nstrict = false\n', true],
  [
    'vite.config.ts',
    'export default { base: "/", test: { globals: true } }',
    'export default { base: "/x", test: { globals: true } }',
    false,
  ],
  [
    'vite.config.ts',
    'export default { test: { include: ["a"] } }',
    'export default { test: { include: ["b"] } }',
    true,
  ],
  [
    'build.gradle.kts',
    'dependencies { }\ntasks.test { useJUnitPlatform() }',
    'dependencies { api("a:b:1") }\ntasks.test { useJUnitPlatform() }',
    false,
  ],
  ['build.gradle.kts', 'tasks.test { useJUnitPlatform() }', 'tasks.test { enabled = false }', true],
  ['build.gradle', 'test { useJUnitPlatform() }', 'test { exclude "**/Cart*" }', true],
  ['pom.xml', '<project><version>1</version></project>', '<project><version>2</version></project>', false],
  [
    'pom.xml',
    '<project></project>',
    '<project><plugin><artifactId>maven-surefire-plugin</artifactId><skip>true</skip></plugin></project>',
    true,
  ],
  ['Makefile', 'build:\n\tcc a\ntest:\n\t./t\n', 'build:\n\tcc b\ntest:\n\t./t\n', false],
  ['Makefile', 'test: build\n\t./t\n', 'test: build\n\ttrue\n', true],
])('of %s only what the tests are run by counts', (name, before, after, differs) => {
  expect(testPart(name, before) !== testPart(name, after)).toBe(differs);
});

function text(value: unknown): string {
  return JSON.stringify(value);
}
