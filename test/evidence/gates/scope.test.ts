import { expect, test } from 'vitest';
import { type Scope, scopeOf } from '../../../src/evidence/gates/scope.ts';
import { must, scene } from '../../git/scene.ts';
import { designOf, type Sketch } from '../../support/contracts.ts';

type Files = Record<string, string | null>;

async function scopeAfter(
  before: Files,
  after: Files,
  sketch: Sketch,
  testFiles: readonly string[] = [],
): Promise<Scope> {
  const here = await scene();
  here.commit(before);
  const from = here.user('rev-parse', 'HEAD^{tree}');
  here.commit(after);
  const to = here.user('rev-parse', 'HEAD^{tree}');
  return must(await scopeOf(here.git, here.repository, { from, to, design: designOf(sketch), testFiles }));
}

test('within: files of brief and contract, paths in the scope, nothing else', async () => {
  const scope = await scopeAfter(
    { 'src/other/x.ts': 'x', 'src/cart/old.ts': 'x' },
    {
      'src/cart/total.ts': 'new',
      'src/brief.ts': 'new',
      'src/payments/pay.ts': 'new',
      'lib/money/sum.ts': 'new',
      'src/other/x.ts': 'changed',
      'src/cart/old.ts': null,
      'readme.md': 'changed',
    },
    {
      refs: { total: './src/cart/total.ts', pay: 'src/payments/' },
      briefRefs: { brief: 'src/brief.ts' },
      scopeIn: ['`lib/money`의 합계', 'the total of a cart'],
    },
  );
  expect(scope).toEqual({
    within: ['lib/money/sum.ts', 'src/brief.ts', 'src/cart/total.ts', 'src/payments/pay.ts'],
    outOfScope: [],
    frozen: [],
    outside: ['readme.md', 'src/cart/old.ts', 'src/other/x.ts'],
  });
});

test('what a scope rules out by its path is out, even below a folder that is in; prose rules out nothing here', async () => {
  const scope = await scopeAfter(
    { 'src/auth/login.ts': 'x' },
    { 'src/auth/login.ts': 'y', 'src/api/a.ts': 'y', 'src/api/deep/b.ts': 'y', 'src/log.ts': 'y' },
    {
      refs: { src: 'src' },
      scopeOut: ['auth/ 디렉토리의 인증 로직', 'Everything in src/api/deep/', 'log messages of Node.js'],
    },
  );
  expect(scope.outOfScope).toEqual([
    { path: 'src/api/deep/b.ts', named: 'src/api/deep' },
    { path: 'src/auth/login.ts', named: 'auth' },
  ]);
  expect(scope.within).toEqual(['src/api/a.ts', 'src/log.ts']);
});

test('an Architect may name a file that another task names, too', async () => {
  const sketch = { scopeOut: ['Change `src/api.ts`'], briefRefs: { api: 'src/api.ts' } };
  expect((await scopeAfter({ 'src/api.ts': 'w' }, { 'src/api.ts': 'x' }, sketch)).outOfScope).toHaveLength(1);
  const named = { ...sketch, refs: { api: 'src/api.ts' } };
  expect((await scopeAfter({ 'src/api.ts': 'w' }, { 'src/api.ts': 'x' }, named)).within).toEqual(['src/api.ts']);
});

test('a name in the scope that can be several places allows none of them', async () => {
  const files = { 'src/a/auth/x.ts': 'x', 'src/b/auth/x.ts': 'x' };
  const scope = await scopeAfter(files, { 'src/a/auth/x.ts': 'y' }, { scopeIn: ['the folder auth/'] });
  expect(scope.outside).toEqual(['src/a/auth/x.ts']);
});

test('tests, snapshots, fixtures and settings of runners are frozen, wherever they are named', async () => {
  const after = {
    'test/a.test.ts': 'weakened',
    'src/__snapshots__/a.ts.snap': 'x',
    'src/fixtures/a.json': '{}',
    'vitest.config.ts': 'export default {}',
    'checks/own.ts': 'x',
    '.orchestral/config/project.json': '{}',
  };
  const refs = Object.fromEntries(Object.keys(after).map((path) => [path, path]));
  const scope = await scopeAfter({ 'test/a.test.ts': 'strong' }, after, { refs }, ['./checks/own.ts']);
  expect(scope.within).toEqual([]);
  expect(scope.frozen.map(({ path, kind }) => [path, kind])).toEqual([
    ['.orchestral/config/project.json', 'runner_config'],
    ['checks/own.ts', 'test'],
    ['src/__snapshots__/a.ts.snap', 'snapshot'],
    ['src/fixtures/a.json', 'fixture'],
    ['test/a.test.ts', 'test'],
    ['vitest.config.ts', 'runner_config'],
  ]);
});

test('a test that is moved away or deleted was touched', async () => {
  const here = await scene();
  here.commit({ 'test/a.test.ts': 'a long enough text to be found again\n'.repeat(5), 'test/b.test.ts': 'b' });
  const from = here.user('rev-parse', 'HEAD^{tree}');
  here.user('mv', 'test/a.test.ts', 'src/a-old.ts');
  here.user('rm', '--quiet', 'test/b.test.ts');
  here.user('commit', '--quiet', '-m', 'away');
  const to = here.user('rev-parse', 'HEAD^{tree}');
  const design = designOf({ refs: { old: 'src/a-old.ts' } });
  const scope = must(await scopeOf(here.git, here.repository, { from, to, design, testFiles: [] }));
  expect(scope.frozen.map(({ path }) => path).sort()).toEqual(['test/a.test.ts', 'test/b.test.ts']);
  expect(scope.within).toEqual(['src/a-old.ts']);
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
])('of %s only what the tests are run by is frozen', async (name, before, after, frozen) => {
  const scope = await scopeAfter({ [name]: before }, { [name]: after }, { refs: { manifest: name } });
  expect(scope.frozen).toEqual(frozen ? [{ path: name, kind: 'test_script' }] : []);
  expect(scope.within).toEqual(frozen ? [] : [name]);
});

test('a lock file goes with a manifest that may change, and changed', async () => {
  const both = {
    'package-lock.json': '{"a":1}',
    'packages/a/package.json': '{"dependencies":{"x":"1"}}',
    'Cargo.lock': 'x',
  };
  const files = { 'package-lock.json': '{}', 'packages/a/package.json': '{}', 'Cargo.lock': '' };
  const named = { refs: { manifest: 'packages/a/package.json', cargo: 'Cargo.toml' } };
  expect(await scopeAfter(files, both, named)).toMatchObject({
    within: ['package-lock.json', 'packages/a/package.json'],
    outside: ['Cargo.lock'],
  });
  expect((await scopeAfter(files, both, {})).outside).toHaveLength(3);
});

function text(value: unknown): string {
  return JSON.stringify(value);
}
