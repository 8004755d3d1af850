import { describe, expect, test } from 'vitest';
import { classify, type Files } from './memory-tree.ts';

const json = (value: unknown): string => JSON.stringify(value);

const PACKAGE = {
  name: 'a',
  scripts: { build: 'tsc', test: 'npm run unit', unit: 'vitest run', postinstall: 'x' },
  dependencies: { lodash: '1' },
  devDependencies: { vitest: '4', eslint: '9' },
};

describe('one file cut apart', () => {
  test.each<[string, string, string, string[]]>([
    ['package.json', json(PACKAGE), json({ ...PACKAGE, name: 'b' }), ['name modified: product']],
    [
      'package.json',
      json(PACKAGE),
      json({ ...PACKAGE, scripts: { ...PACKAGE.scripts, build: 'x' } }),
      ['scripts.build modified: product'],
    ],
    [
      'package.json',
      json(PACKAGE),
      json({ ...PACKAGE, scripts: { ...PACKAGE.scripts, test: 'true' } }),
      ['scripts.test modified: test_script'],
    ],
    [
      'package.json',
      json(PACKAGE),
      json({ ...PACKAGE, scripts: { ...PACKAGE.scripts, unit: 'true' } }),
      ['scripts.unit modified: test_script'],
    ],
    [
      'package.json',
      json(PACKAGE),
      json({ ...PACKAGE, scripts: { ...PACKAGE.scripts, pretest: 'x' } }),
      ['scripts.pretest added: test_script'],
    ],
    [
      'package.json',
      json(PACKAGE),
      json({ ...PACKAGE, scripts: { ...PACKAGE.scripts, preunit: 'x' } }),
      ['scripts.preunit added: test_script'],
    ],
    [
      'package.json',
      json(PACKAGE),
      json({ ...PACKAGE, scripts: { ...PACKAGE.scripts, prepare: 'x' } }),
      ['scripts.prepare added: install_script'],
    ],
    [
      'package.json',
      json(PACKAGE),
      json({ ...PACKAGE, scripts: { ...PACKAGE.scripts, postinstall: 'y' } }),
      ['scripts.postinstall modified: install_script'],
    ],
    ['package.json', json(PACKAGE), json({ ...PACKAGE, jest: {} }), ['jest added: runner_config']],
    ['package.json', json(PACKAGE), json({ ...PACKAGE, mocha: {} }), ['mocha added: runner_config']],
    ['package.json', json(PACKAGE), json({ ...PACKAGE, ava: {} }), ['ava added: runner_config']],
    ['package.json', json(PACKAGE), json({ ...PACKAGE, babel: {} }), ['babel added: runner_config']],
    ['package.json', json(PACKAGE), json({ ...PACKAGE, imports: { '#a': './a.js' } }), ['imports added: resolution']],
    // A package may import itself by its name.
    ['package.json', json(PACKAGE), json({ ...PACKAGE, exports: './a.js' }), ['exports added: resolution']],
    [
      'package.json',
      json(PACKAGE),
      json({ ...PACKAGE, overrides: { chai: '1' } }),
      ['overrides added: package_manager'],
    ],
    ['package.json', json(PACKAGE), json({ ...PACKAGE, resolutions: {} }), ['resolutions added: package_manager']],
    [
      'package.json',
      json(PACKAGE),
      json({ ...PACKAGE, pnpm: { patchedDependencies: {} } }),
      ['pnpm added: package_manager'],
    ],
    [
      'package.json',
      json(PACKAGE),
      json({ ...PACKAGE, packageManager: 'pnpm@9' }),
      ['packageManager added: package_manager'],
    ],
    [
      'package.json',
      json(PACKAGE),
      json({ ...PACKAGE, dependencies: { lodash: '2' } }),
      ['dependencies modified: product'],
    ],
    [
      'package.json',
      json(PACKAGE),
      json({ ...PACKAGE, devDependencies: { vitest: '4', eslint: '10' } }),
      ['devDependencies modified: product'],
    ],
    [
      'package.json',
      json(PACKAGE),
      json({ ...PACKAGE, devDependencies: { vitest: 'file:x', eslint: '9' } }),
      ['devDependencies.vitest modified: product runner'],
    ],
    [
      'package.json',
      json(PACKAGE),
      json({ ...PACKAGE, devDependencies: { vitest: '4', eslint: '9', chai: '5' } }),
      ['devDependencies.chai added: product runner'],
    ],
    ['package.json', json(PACKAGE), JSON.stringify(PACKAGE, null, 2), ['format modified: product']],
    ['package.json', json(PACKAGE), '{ broken', ['modified: product inseparable', 'modified: test_script inseparable']],
    [
      'deno.json',
      '{"tasks":{"dev":"x"}}',
      '{"tasks":{"dev":"y","test":"z"},"imports":{}}',
      ['tasks.dev modified: product', 'tasks.test added: test_script', 'imports added: resolution'],
    ],
    [
      'composer.json',
      '{}',
      '{"scripts":{"test":"x","post-install-cmd":"y"},"repositories":[],"autoload-dev":{},"type":"a"}',
      [
        'scripts.test added: test_script',
        'scripts.post-install-cmd added: install_script',
        'repositories added: package_manager',
        'autoload-dev added: resolution',
        'type added: product',
      ],
    ],
    [
      'tsconfig.json',
      '{ // why\n"compilerOptions": {"strict": true,} }',
      '{"compilerOptions":{"strict":false}}',
      ['compilerOptions.strict modified: product'],
    ],
    [
      'tsconfig.app.json',
      '{}',
      '{"compilerOptions":{"paths":{"@/*":["src/*"]},"baseUrl":"."},"extends":"./b"}',
      [
        'compilerOptions.paths added: resolution',
        'compilerOptions.baseUrl added: resolution',
        'extends added: resolution',
      ],
    ],
    ['jsconfig.json', '{}', '{"include":["a"]}', ['include added: product']],
    [
      'pnpm-workspace.yaml',
      'packages:\n  - a\n',
      'packages:\n  - b\noverrides:\n  chai: file:x\n',
      ['packages modified: product', 'overrides added: package_manager'],
    ],
    [
      'vite.config.ts',
      'export default { base: "/", test: {} }',
      'export default { base: "/x", test: {} }',
      ['base modified: product'],
    ],
    [
      'vite.config.ts',
      'export default defineConfig({ build: {}, test: { a: 1 } })',
      'export default defineConfig({ build: {}, test: { a: 2 } })',
      ['test modified: runner_config'],
    ],
    [
      'vite.config.ts',
      'export default { base: "/" }',
      'export default { base: "/", plugins: [lie()] }',
      ['plugins added: runner_config'],
    ],
    [
      'vite.config.ts',
      'export default { base: "/" }',
      'export default { base: "/", resolve: { alias: {} } }',
      ['resolve added: runner_config'],
    ],
    [
      'vite.config.ts',
      'export default { base: "/" }',
      'import x from "./x";\nexport default { base: "/" }',
      ['code modified: runner_config'],
    ],
    [
      'vite.config.ts',
      'export default defineConfig(({ mode }) => { return { base: "/" } })',
      'export default defineConfig(({ mode }) => { return { base: "/a" } })',
      ['base modified: product'],
    ],
    [
      'vite.config.ts',
      'export default make()',
      'export default make(1)',
      ['modified: product inseparable', 'modified: runner_config inseparable'],
    ],
    [
      'vite.config.ts',
      'export default { ...base }',
      'export default { ...base, test: {} }',
      ['modified: product inseparable', 'modified: runner_config inseparable'],
    ],
    [
      'pyproject.toml',
      '[project]\nname = "a"\n[tool.pytest.ini_options]\naddopts = "-q"\n',
      '[project]\nname = "b"\n[tool.pytest.ini_options]\naddopts = "-q"\n',
      ['[project] name modified: product'],
    ],
    [
      'pyproject.toml',
      '',
      '[tool.pytest.ini_options]\naddopts = "-p liar"\n',
      ['[tool.pytest.ini_options] added: runner_config'],
    ],
    [
      'pyproject.toml',
      '',
      'tool.pytest.ini_options.addopts = "-p liar"\n',
      ['[tool.pytest.ini_options] added: runner_config'],
    ],
    [
      'pyproject.toml',
      '',
      'tool = { coverage = { run = { branch = true } } }\n',
      ['[tool.coverage.run] added: runner_config'],
    ],
    ['pyproject.toml', '', '[tool.ruff]\nline-length = 100\n', ['[tool.ruff] added: product']],
    ['pyproject.toml', '', '[build-system]\nrequires = ["x"]\n', ['[build-system] added: install_script']],
    [
      'pyproject.toml',
      '',
      '[project.entry-points.pytest11]\nliar = "liar"\n',
      ['[project.entry-points.pytest11] added: runner_config'],
    ],
    [
      'pyproject.toml',
      '',
      '[tool.uv.sources]\npytest = { path = "x" }\n',
      ['[tool.uv.sources] added: package_manager'],
    ],
    ['pyproject.toml', '', '[[tool.poetry.source]]\nname = "x"\n', ['[tool.poetry.source] added: package_manager']],
    [
      'pyproject.toml',
      '[project]\ndependencies = ["httpx"]\n',
      '[project]\ndependencies = ["httpx", "attrs"]\n',
      ['[project] dependencies modified: product'],
    ],
    [
      'pyproject.toml',
      '[dependency-groups]\ndev = ["ruff"]\n',
      '[dependency-groups]\ndev = ["ruff", "pytest-mock>=3"]\n',
      ['[dependency-groups] pytest-mock added: product runner'],
    ],
    [
      'pyproject.toml',
      '[tool.poetry.group.dev.dependencies]\nblack = "1"\n',
      '[tool.poetry.group.dev.dependencies]\nblack = "1"\npytest = "8"\n',
      ['[tool.poetry.group] pytest added: product runner'],
    ],
    [
      'pyproject.toml',
      '[project]\n',
      '[project\n',
      ['modified: product inseparable', 'modified: runner_config inseparable'],
    ],
    [
      'setup.cfg',
      '[metadata]\nname = a\n',
      '[metadata]\nname = b\n[tool:pytest]\naddopts = -q\n',
      ['[metadata] modified: product', '[tool:pytest] added: runner_config'],
    ],
    ['setup.cfg', '', '[flake8]\nmax-line-length = 100\n', ['[flake8] added: product']],
    [
      'tox.ini',
      '[testenv]\ncommands = pytest\n',
      '[testenv]\ncommands = true\n[flake8]\nx = 1\n',
      ['[testenv] modified: runner_config', '[flake8] added: product'],
    ],
    [
      'Pipfile',
      '',
      '[[source]]\nurl = "x"\n[packages]\nrequests = "*"\n[dev-packages]\npytest = "*"\n',
      ['[source] added: package_manager', '[packages] added: product', '[dev-packages] pytest added: product runner'],
    ],
    [
      'requirements.txt',
      'httpx\n',
      'httpx==1\npytest==8\n--index-url https://x\n',
      ['requirements modified: product', 'options added: package_manager', 'requirements pytest added: product runner'],
    ],
    [
      'setup.py',
      'from setuptools import setup\nsetup(name="a", install_requires=["b"])',
      'from setuptools import setup\nsetup(name="a", install_requires=["b", "c"])',
      ['setup() modified: product'],
    ],
    [
      'setup.py',
      'from setuptools import setup\nsetup(name="a")',
      'from setuptools import setup\nopen("x", "w")\nsetup(name="a")',
      ['code modified: install_script'],
    ],
    [
      'Cargo.toml',
      '[package]\nname = "a"\n',
      '[package]\nname = "a"\nautotests = false\n[[test]]\nname = "x"\n[profile.test]\nopt-level = 1\n[patch.crates-io]\nserde = { path = "x" }\n[lib]\ndoctest = false\npath = "x.rs"\n',
      [
        '[package] autotests added: runner_config',
        '[test] added: runner_config',
        '[profile.test] added: runner_config',
        '[patch] added: package_manager',
        '[lib] doctest added: runner_config',
        '[lib] path added: product',
      ],
    ],
    ['go.mod', 'module a\n', 'module a\nreplace b => ./c\n', ['replace added: package_manager']],
    ['Makefile', 'build:\n\tcc a\ntest:\n\t./t\n', 'build:\n\tcc b\ntest:\n\t./t\n', ['build modified: product']],
    ['Makefile', 'unit:\n\t./t\ntest: unit\n', 'unit:\n\ttrue\ntest: unit\n', ['unit modified: test_script']],
    [
      'Makefile',
      'T = ./t\nC = cc\ntest:\n\t$(T)\n',
      'T = true\nC = gcc\ntest:\n\t$(T)\n',
      ['variables modified: test_script', 'other variables modified: product'],
    ],
    [
      'build.gradle',
      'test { useJUnitPlatform() }',
      'dependencies { api("a:b:1") }\ntest { useJUnitPlatform() }',
      ['build modified: product'],
    ],
    ['build.gradle', 'test { useJUnitPlatform() }', 'test { exclude "**/Cart*" }', ['tests modified: runner_config']],
    // Tests in sources.
    [
      'src/a.ts',
      'export const a = 1;\nif (import.meta.vitest) {\n  it("a", () => {});\n}\n',
      'export const a = 2;\nif (import.meta.vitest) {\n  it("a", () => {});\n}\n',
      ['code modified: product'],
    ],
    [
      'src/a.ts',
      'export const a = 1;\nif (import.meta.vitest) {\n  it("a", () => {});\n}\n',
      'export const a = 1;\n',
      ['tests deleted: test'],
    ],
    [
      'src/a.ts',
      'const t = import.meta.vitest;\n',
      'const t = import.meta.vitest; t?.it("a");\n',
      ['modified: product inseparable', 'modified: test inseparable'],
    ],
    [
      'src/lib.rs',
      'fn a() {}\n#[cfg(test)]\nmod tests {\n  #[test]\n  fn b() { assert!(true); }\n}\n',
      'fn a() { 1; }\n#[cfg(test)]\nmod tests {\n  #[test]\n  fn b() { assert!(true); }\n}\n',
      ['code modified: product'],
    ],
    [
      'src/lib.rs',
      'fn a() {}\n#[cfg(test)]\nmod tests {\n  fn b() { assert_eq!(1, 2); }\n}\n',
      'fn a() {}\n#[cfg(test)]\nmod tests {\n  fn b() { }\n}\n',
      ['tests modified: test'],
    ],
    [
      'src/lib.rs',
      '/// ```\n/// assert_eq!(a(), 1);\n/// ```\nfn a() {}\n',
      '/// ```\n/// a();\n/// ```\nfn a() {}\n',
      ['tests modified: test'],
    ],
    [
      'src/lib.rs',
      'fn a() {}\n',
      'fn a() { if cfg!(test) { 1 } }\n',
      ['modified: product inseparable', 'modified: test inseparable'],
    ],
    ['src/lib.rs', 'fn a() {}\n', 'fn a() { 1 }\n', ['modified: product']],
    [
      'a.py',
      'def a():\n    """\n    >>> a()\n    1\n    """\n    return 1\nimport doctest\n',
      'def a():\n    """\n    >>> a()\n    2\n    """\n    return 1\nimport doctest\n',
      ['tests modified: test'],
    ],
    [
      'a.py',
      'def a():\n    """\n    >>> a()\n    1\n    """\n    return 1\n',
      'def a():\n    """\n    >>> a()\n    2\n    """\n    return 1\n',
      ['modified: product'],
    ],
  ])('%s: %s → %s', async (path, before, after, expected) => {
    const found = await classify({ before: { [path]: before }, after: { [path]: after } });
    expect(found).toEqual(expected.map((one) => `${path} ${one}`));
  });
});

describe('a change of several files', () => {
  const BASE: Files = {
    'package.json': json({ scripts: { test: 'vitest run' }, main: 'src/index.js' }),
    'src/index.js': '',
    'test/a.test.js': `import { check } from './check.js';`,
    'test/check.js': 'export const check = 1;',
  };

  test('a support file stays one, whoever imports it in the candidate', async () => {
    const after = { ...BASE, 'src/index.js': `import '../test/check.js';`, 'test/check.js': '' };
    expect(await classify({ before: BASE, after })).toEqual([
      'src/index.js modified: product',
      'test/check.js modified: support',
    ]);
  });

  test('a script stays one when the test command no longer reaches it', async () => {
    const before = { ...BASE, 'package.json': json({ scripts: { test: 'sh run.sh' } }), 'run.sh': 'exit 1' };
    const after = { ...before, 'package.json': json({ scripts: { test: 'true' } }), 'run.sh': 'exit 0' };
    expect(await classify({ before, after })).toEqual([
      'package.json scripts.test modified: test_script',
      'run.sh modified: test_script',
    ]);
  });

  test('a test that is renamed stays a test', async () => {
    const { 'test/a.test.js': text = '', ...rest } = BASE;
    const after = { ...rest, 'test/b.test.js': text };
    expect(await classify({ before: BASE, after, renamed: { 'test/b.test.js': 'test/a.test.js' } })).toEqual([
      'test/b.test.js renamed: test',
    ]);
  });

  test('a test that is renamed to something else is deleted', async () => {
    const { 'test/a.test.js': text = '', ...rest } = BASE;
    const after = { ...rest, 'src/old.js': text };
    expect(await classify({ before: BASE, after, renamed: { 'src/old.js': 'test/a.test.js' } })).toEqual([
      'test/a.test.js deleted: test',
      'src/old.js added: product',
    ]);
  });

  test('commands of acceptance criteria are followed, too', async () => {
    const before = { ...BASE, 'verify.sh': 'exit 1' };
    const after = { ...BASE, 'verify.sh': 'exit 0' };
    expect(await classify({ before, after, commands: ['npm test', 'sh verify.sh'] })).toEqual([
      'verify.sh modified: test_script',
    ]);
    expect(await classify({ before, after })).toEqual(['verify.sh modified: product']);
  });

  test('a pattern that leaves a test out in the candidate takes nothing from it', async () => {
    const before = {
      ...BASE,
      'vitest.config.js': `export default { test: { include: ['checks/*.js'] } }`,
      'checks/a.js': '1',
    };
    const after = {
      ...before,
      'vitest.config.js': `export default { test: { include: ['none/*.js'] } }`,
      'checks/a.js': '2',
    };
    expect(await classify({ before, after })).toEqual([
      'vitest.config.js modified: runner_config',
      'checks/a.js modified: test',
    ]);
  });
});
