import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCommands } from '../../src/evidence/project-commands.ts';
import type { ConfigProject } from '../../src/schema/config/settings.ts';

type Files = Readonly<Record<string, string | object>>;

function project(files: Files): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'project-'));
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

/** Runner, line, and whether it takes arguments. */
function testsOf(files: Files, config?: Partial<ConfigProject>): string | undefined {
  const { tests } = findCommands(project(files), config === undefined ? undefined : { version: 1, ...config });
  return tests && `${tests.runner.name}${tests.detected.takesArguments ? '' : ' as is'}: ${tests.detected.line}`;
}

const script = (test: string, more: object = {}): Files => ({ 'package.json': { scripts: { test }, ...more } });

describe("a package's own script", () => {
  it.each([
    ['vitest run', 'vitest: npm test --'],
    ['vitest', 'vitest: npm test --'],
    ['NODE_ENV=test npx vitest run --project "the unit"', 'vitest: npm test --'],
    ['vitest --watch', 'any-command as is: npm test'],
    ['vitest run --outputFile=x.json', 'any-command as is: npm test'],
    ['jest', 'jest: npm test --'],
    ['cross-env CI=1 node_modules/.bin/jest --runInBand', 'jest: npm test --'],
    ['mocha test/*.js', 'mocha: npm test --'],
    ['mocha --reporter dot', 'any-command as is: npm test'],
    ['node --test', 'node-test: node --test'],
    ['node --import tsx --test test/*.ts', 'node-test: node --import tsx --test test/*.ts'],
    ['node --test --test-reporter=dot', 'any-command as is: npm test'],
    ['tsc && vitest run', 'any-command as is: npm test'],
    ['vitest run; true', 'any-command as is: npm test'],
    ['jest | tee out.txt', 'any-command as is: npm test'],
    ['jest $FLAGS', 'any-command as is: npm test'],
    ['make check', 'any-command as is: npm test'],
  ])('%s', (test, expected) => {
    expect(testsOf(script(test))).toBe(expected);
  });

  it('runs what stands before it', () => {
    const scripts = { pretest: 'tsc', test: 'node --test dist' };
    expect(testsOf({ 'package.json': { scripts } })).toBe('node-test: node --test dist');
  });

  it.each([
    ['package-lock.json', 'npm test', 'npm test --'],
    ['pnpm-lock.yaml', 'pnpm run test', 'pnpm run test'],
    ['yarn.lock', 'yarn run test', 'yarn run test'],
  ])('is run by the package manager of %s', (lock, line, forWords) => {
    expect(testsOf({ ...script('make'), [lock]: '' })).toBe(`any-command as is: ${line}`);
    expect(testsOf({ ...script('vitest run'), [lock]: '' })).toBe(`vitest: ${forWords}`);
  });

  it('wins over everything else that fits', () => {
    const files = { ...script('make check', { devDependencies: { vitest: '4' } }), 'go.mod': '', 'pytest.ini': '' };
    expect(testsOf(files)).toBe('any-command as is: npm test');
  });

  it('is none when npm wrote it', () => {
    expect(testsOf(script('echo "Error: no test specified" && exit 1'))).toBeUndefined();
  });
});

it.each<[string, Files, string | undefined]>([
  ['Vitest', { 'package.json': { devDependencies: { vitest: '4' } } }, 'vitest: npx --no-install vitest run'],
  ['Jest', { 'package.json': { devDependencies: { jest: '29' } } }, 'jest: npx --no-install jest'],
  ['node:test', { 'package.json': {}, 'test/a.js': '' }, 'node-test: node --test'],
  ['node:test by name', { 'package.json': {}, 'src/a.test.mjs': '' }, 'node-test: node --test'],
  ['no tests', { 'package.json': {}, 'src/latest.js': '' }, undefined],
  ['tests of others', { 'package.json': {}, 'node_modules/x/test/a.js': '' }, undefined],
  ['pytest.ini', { 'pytest.ini': '' }, 'pytest: python3 -m pytest'],
  ['pyproject', { 'pyproject.toml': '[tool.pytest.ini_options]\n' }, 'pytest: python3 -m pytest'],
  ['tests/test_x.py', { 'tests/test_x.py': '' }, 'pytest: python3 -m pytest'],
  ['uv', { 'tests/test_x.py': '', 'uv.lock': '' }, 'pytest: uv run python -m pytest'],
  ['Python without tests', { 'pyproject.toml': '[project]\n', 'x.py': '' }, undefined],
  ['Go', { 'go.mod': 'module x\n' }, 'go-test: go test ./...'],
  ['Rust', { 'Cargo.toml': '' }, 'cargo: cargo test'],
  ['Maven', { 'pom.xml': '' }, 'maven: mvn -B test'],
  ['Maven wrapper', { 'pom.xml': '', mvnw: '' }, 'maven: ./mvnw -B test'],
  [
    'Gradle wrapper',
    { 'build.gradle.kts': '', gradlew: '' },
    'gradle: ./gradlew --no-daemon --console=plain cleanTest test',
  ],
  ['dotnet', { 'a/a.csproj': '<PackageReference Include="Microsoft.NET.Test.Sdk" />' }, 'dotnet: dotnet test'],
  ['dotnet without tests', { 'a.csproj': '<Project />' }, undefined],
  ['nothing', { 'README.md': '' }, undefined],
  ['a broken manifest', { 'package.json': '{"scripts":' }, undefined],
  ['several', { 'go.mod': '', 'Cargo.toml': '', 'pytest.ini': '' }, 'pytest: python3 -m pytest'],
])('detects %s', (_, files, expected) => {
  expect(testsOf(files)).toBe(expected);
});

describe('what is configured', () => {
  it.each([
    ['npx vitest run --project unit', 'vitest: npx vitest run --project unit'],
    ['python -m pytest -x', 'pytest: python -m pytest -x'],
    ['go test ./cart/...', 'go-test: go test ./cart/...'],
    ['cargo test --workspace', 'cargo: cargo test --workspace'],
    ['./gradlew :app:test', 'gradle: ./gradlew :app:test'],
    ['dotnet test Shop.sln', 'dotnet: dotnet test Shop.sln'],
    ['make check', 'any-command as is: make check'],
    ['vitest run && jest', 'any-command as is: vitest run && jest'],
  ])('%s', (test_command, expected) => {
    expect(testsOf({ 'go.mod': '' }, { test_command })).toBe(expected);
  });

  it('may be the script of the package', () => {
    expect(testsOf(script('vitest run'), { test_command: 'npm test' })).toBe('vitest: npm test --');
  });

  it('wins over what is found, and a build is never guessed', () => {
    const folder = project({ ...script('vitest run', { dependencies: { a: '1' } }), 'package-lock.json': '' });
    const config: ConfigProject = {
      version: 1,
      setup_command: 'make deps',
      build_command: 'make',
      test_command: 'make check',
      coverage_command: 'make coverage',
      copy: ['.env'],
    };
    expect(findCommands(folder, config)).toMatchObject({
      setup: 'make deps',
      build: 'make',
      tests: { configured: true, detected: { line: 'make check' } },
      coverage: 'make coverage',
      copy: ['.env'],
    });
    const found = findCommands(folder, undefined);
    expect(found).toMatchObject({ setup: 'npm ci', copy: [], tests: { configured: false } });
    expect(found).not.toHaveProperty('build');
  });
});

it.each<[string, Files, string | undefined]>([
  ['npm', { 'package.json': { devDependencies: { a: '1' } }, 'package-lock.json': '' }, 'npm ci'],
  ['npm, workspaces', { 'package.json': { workspaces: ['a'] }, 'package-lock.json': '' }, 'npm ci'],
  ['npm, no dependencies', { 'package.json': {}, 'package-lock.json': '' }, undefined],
  ['npm, no lock file', { 'package.json': { dependencies: { a: '1' } } }, 'npm install --no-package-lock'],
  ['pnpm', { 'package.json': { dependencies: { a: '1' } }, 'pnpm-lock.yaml': '' }, 'pnpm install --frozen-lockfile'],
  ['yarn 1', { 'package.json': { dependencies: { a: '1' } }, 'yarn.lock': '' }, 'yarn install --frozen-lockfile'],
  [
    'yarn 4',
    { 'package.json': { dependencies: { a: '1' } }, 'yarn.lock': '', '.yarnrc.yml': '' },
    'yarn install --immutable',
  ],
  ['uv', { 'uv.lock': '' }, 'uv sync --locked'],
  [
    'uv, with an extra for tests',
    {
      'uv.lock': '',
      'pyproject.toml': '[project]\nname = "x"\n[project.optional-dependencies]\ntest = ["a"]\ndocs = ["b"]\n',
    },
    'uv sync --locked --extra test',
  ],
  ['poetry', { 'poetry.lock': '' }, 'poetry install'],
  ['pdm', { 'pdm.lock': '' }, 'pdm install --check'],
  ['pipenv', { Pipfile: '', 'Pipfile.lock': '' }, 'pipenv install --deploy --dev'],
  ['setup.py', { 'setup.py': '' }, 'pip install -e .'],
  [
    'a project of Python that is no package',
    { 'pyproject.toml': '[project]\nname = "x"\ndependencies = ["a>=1", "b"]\n' },
    "pip install 'a>=1' b",
  ],
  ['Go', { 'go.mod': 'module x\nrequire a.org/b v1.0.0\n', 'go.sum': '' }, 'go mod download'],
  ['Go, nothing to fetch', { 'go.mod': 'module x\n', 'go.sum': '' }, undefined],
  [
    'Go, vendored',
    { 'go.mod': 'module x\nrequire a.org/b v1.0.0\n', 'go.sum': '', 'vendor/modules.txt': '' },
    undefined,
  ],
  ['Rust', { 'Cargo.toml': '', 'Cargo.lock': 'name = "a"\nsource = "registry+x"\n' }, 'cargo fetch --locked'],
  ['Rust, nothing to fetch', { 'Cargo.toml': '', 'Cargo.lock': 'name = "a"\n' }, undefined],
  ['Maven', { 'pom.xml': '' }, 'mvn --batch-mode --quiet dependency:go-offline'],
  ['Maven, its own', { 'pom.xml': '', mvnw: '' }, './mvnw --batch-mode --quiet dependency:go-offline'],
  ['Gradle', { 'build.gradle.kts': '', gradlew: '' }, './gradlew --no-daemon --quiet dependencies'],
  ['.NET', { 'app.sln': '' }, 'dotnet restore'],
  ['.NET, locked', { 'app.csproj': '', 'packages.lock.json': '' }, 'dotnet restore --locked-mode'],
  ['requirements.txt', { 'requirements.txt': 'a' }, 'pip install -r requirements.txt'],
  ['requirements.txt, nothing in it', { 'requirements.txt': '# a\n' }, undefined],
])('set-up with %s', (_, files, expected) => {
  expect(findCommands(project(files), undefined).setup).toBe(expected);
});
