import { expect, test } from 'vitest';
import { filledFolders, isLockFile, manifestOf, SETUP_INPUTS } from '../../src/languages/manifests.ts';

test.each<[string, string, string[]]>([
  ['package.json', '{ broken', []],
  ['package.json', '{"dependencies":{"@scope/a":"1","__proto__":"1"},"scripts":{"x":"y"}}', ['@scope/a']],
  ['composer.json', '{"require":{"php":">=8","ext-json":"*","monolog/monolog":"^3"}}', ['monolog/monolog']],
  [
    'requirements-dev.txt',
    '# comment\n-r base.txt\nZope.Interface[test]>=1 ; python_version<"3"\n\n-e git+https://x/y#egg=My_Lib\n--hash=x\n',
    ['zope-interface', 'my-lib'],
  ],
  [
    'pyproject.toml',
    '[project]\nname = "x"\ndependencies = [\n  "httpx>=0.2", # why\n  \'attrs\',\n]\n[project.optional-dependencies]\ntest = ["pytest[x]"]\n[tool.poetry.group.dev.dependencies]\npython = "^3"\nblack = { version = "1" }\n[dependency-groups]\ndev = ["ruff", {include-group = "test"}]\n',
    ['httpx', 'attrs', 'pytest', 'black', 'ruff'],
  ],
  [
    'Cargo.toml',
    '[package]\nname = "x"\n[dependencies]\nserde = { version = "1", features = ["derive"] }\nanyhow.workspace = true\n[dev-dependencies.tokio]\nversion = "1"\n[target.\'cfg(unix)\'.dependencies]\nlibc = "0.2"\n[features]\ndefault = ["x"]\n',
    ['serde', 'anyhow', 'tokio', 'libc'],
  ],
  [
    'pyproject.toml',
    'project.dependencies = ["attrs"]\nproject.optional-dependencies = { dev = ["ruff"] }\ntool = { poetry = { dependencies.flask = "*" } }\ntext = """\n[project]\ndependencies = ["no"]\n"""\n',
    ['attrs', 'ruff', 'flask'],
  ],
  ['pyproject.toml', `[project]\nsize = 90071992547409930\ndependencies = ["attrs"]\n`, ['attrs']],
  ['pyproject.toml', '[project]\ndependencies = ["attrs"\n', []],
  ['Cargo.toml', `${'a.'.repeat(100_000)}b = 1\n[dependencies]\nserde = "1"\n`, ['serde']],
  [
    'go.mod',
    'module example.com/x\n\ngo 1.22\n\nrequire (\n\texample.com/a v1.0.0\n\t// comment\n\texample.com/b/v2 v2.0.0 // indirect\n)\n\nrequire example.com/c v0.1.0\n',
    ['example.com/a', 'example.com/b/v2', 'example.com/c'],
  ],
  [
    'pom.xml',
    '<project><artifactId>me</artifactId><!-- <dependency><groupId>no</groupId><artifactId>no</artifactId></dependency> --><dependencies><dependency><groupId>org.a</groupId><artifactId>b</artifactId></dependency></dependencies></project>',
    ['org.a:b'],
  ],
  [
    'build.gradle.kts',
    'plugins { id("org.x.plugin") version "1" }\ndependencies {\n  implementation("com.a:b:1.0")\n  testImplementation(libs.junit.core)\n}\n',
    ['com.a:b', 'org.x.plugin', 'libs.junit.core'],
  ],
  ['App.csproj', '<Project><PackageReference Version="1" Include="Serilog" /></Project>', ['Serilog']],
  ['Gemfile', "source 'https://x'\ngem 'rails', '~> 7'\n  gem(\"pg\")\n# gem 'no'\n", ['rails', 'pg']],
])('%s', (name, text, found) => {
  expect([...new Set(manifestOf(`below/${name}`)?.dependencies?.(text) ?? ['no manifest'])]).toEqual(found);
});

test('other files are no manifests', () => {
  for (const name of ['package-lock.json', 'tsconfig.json', 'requirements.md', 'go.sum', 'Cargo.lock']) {
    expect(manifestOf(name)).toBeUndefined();
  }
});

test('what set-up depends on: manifests, lock files and settings of package managers, each once', () => {
  expect(SETUP_INPUTS.filter((name) => !/requirements[-_/]|-requirements/.test(name)).sort()).toEqual([
    '.npmrc',
    '.yarnrc',
    '.yarnrc.yml',
    'Cargo.lock',
    'Cargo.toml',
    'Directory.Build.props',
    'Directory.Packages.props',
    'Gemfile.lock',
    'Pipfile',
    'Pipfile.lock',
    'build.gradle',
    'build.gradle.kts',
    'bun.lock',
    'bun.lockb',
    'bunfig.toml',
    'composer.lock',
    'global.json',
    'go.mod',
    'go.sum',
    'gradle.lockfile',
    'npm-shrinkwrap.json',
    'nuget.config',
    'package-lock.json',
    'package.json',
    'packages.lock.json',
    'pdm.lock',
    'pdm.toml',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'poetry.lock',
    'poetry.toml',
    'pom.xml',
    'pyproject.toml',
    'requirements.txt',
    'setup.cfg',
    'setup.py',
    'uv.lock',
    'yarn.lock',
  ]);
});

test.each(['a/package-lock.json', 'bun.lockb', 'go.work.sum', 'pdm.lock', 'packages.lock.json', 'gradle.lockfile'])(
  '%s is written by a package manager',
  (path) => {
    expect(isLockFile(path)).toBe(true);
  },
);

test.each([
  ['nothing', [], ['node_modules/', '.venv/', 'venv/', '__pycache__/']],
  ['Cargo.toml', ['Cargo.toml'], ['node_modules/', '.venv/', 'venv/', '__pycache__/', '/target/']],
])('folders that programs fill, beside %s', (_name, files, folders) => {
  const project = { has: (file: string) => files.includes(file), text: () => undefined, find: () => [] };
  expect(filledFolders(project)).toEqual(folders);
});
