import { expect, it } from 'vitest';
import type { ChangePart } from '../../src/languages/change-class.ts';
import { mergePackageLock } from '../../src/languages/javascript/merge-lock.ts';
import { mergeManifest, type TreeSide } from '../../src/languages/merge-manifest.ts';

type Choice = readonly [part: string, side: TreeSide, dependency?: 'runner' | 'other'];

function merged(path: string, baseline: string, candidate: string, choices: readonly Choice[]): string | undefined {
  const parts = choices.map(([part, side, dependency]) => ({
    side,
    part: { path, part, kind: 'modified', class: 'product', before: 'a', after: 'b', dependency } satisfies ChangePart,
  }));
  return mergeManifest({ path, baseline, candidate, parts });
}

it('merges TOML by table and key', () => {
  const old = `[project]
name = "a"
dependencies = ["requests>=1", "pytest==7"]
[tool.pytest.ini_options]
addopts = "-q"
[tool.poetry.dependencies]
pytest-mock = "1"
`;
  const now = `[project]
name = "b"
dependencies = ["requests>=2", "flask", "pytest @ file:///tools/pytest"]
[tool.pytest.ini_options]
addopts = "-p liar"
[tool.poetry.dependencies]
pytest-mock = "2"
`;
  const text = merged('pyproject.toml', old, now, [
    ['[project] name', 'candidate'],
    ['[project] dependencies pytest', 'baseline', 'runner'],
    ['[project] dependencies', 'candidate', 'other'],
    ['[tool.pytest.ini_options]', 'baseline'],
    ['[tool.poetry.dependencies] pytest-mock', 'candidate', 'runner'],
  ]);
  expect(text).toContain('name = "b"');
  expect(text).toContain('dependencies = [ "requests>=2", "flask", "pytest==7" ]');
  expect(text).toContain('addopts = "-q"');
  expect(text).toContain('pytest-mock = "2"');
});

it('merges INI files, workspaces and lists of requirements', () => {
  const ini = merged(
    'setup.cfg',
    '[metadata]\nname = a\n[tool:pytest]\naddopts = -q\n',
    '[metadata]\nname = b\n[tool:pytest]\naddopts = -p liar\n[new]\nx = 1\n',
    [
      ['[metadata]', 'candidate'],
      ['[tool:pytest]', 'baseline'],
      ['[new]', 'baseline'],
    ],
  );
  expect(ini).toBe('[tool:pytest]\naddopts = -q\n[metadata]\nname = b\n');
  const workspace = merged(
    'pnpm-workspace.yaml',
    'packages:\n  - a\n',
    'packages:\n  - b\noverrides:\n  vitest: file:x\n',
    [
      ['packages', 'candidate'],
      ['overrides', 'baseline'],
    ],
  );
  expect(workspace).toBe('packages:\n  - b\n');
  const list = merged(
    'requirements.txt',
    'requests==1\npytest==7\n',
    '--index-url http://liar\nrequests==2\npytest @ file:///x\n',
    [
      ['requirements', 'candidate', 'other'],
      ['options', 'baseline'],
      ['requirements pytest', 'baseline', 'runner'],
    ],
  );
  expect(list).toBe('requests==2\npytest==7\n');
});

it('keeps a text that comes from one side as it is, and says what it cannot merge', () => {
  const [old, now] = ['{ "a": 1 }', '{ "a":   2 }'];
  expect(merged('package.json', old, now, [['a', 'candidate']])).toBe(now);
  expect(merged('package.json', old, now, [['a', 'baseline']])).toBe(old);
  const both: Choice[] = [
    ['a', 'baseline'],
    ['b', 'candidate'],
  ];
  expect(merged('vite.config.ts', 'a', 'b', both)).toBeUndefined();
  expect(merged('package.json', 'no json', now, both)).toBeUndefined();
  expect(
    merged(
      'tsconfig.json',
      '{ /* x */ "compilerOptions": { "paths": {}, }, }',
      '{ "compilerOptions": { "paths": { "#": ["a"] }, "strict": true } }',
      [
        ['compilerOptions.paths', 'baseline'],
        ['compilerOptions.strict', 'candidate'],
      ],
    ),
  ).toBe('{\n  "compilerOptions": {\n    "paths": {},\n    "strict": true\n  }\n}\n');
});

it('puts the tests of one version after the code of another', () => {
  const old = 'pub fn add() {}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {}\n}\n';
  const now = 'pub fn add() { panic!() }\n#[cfg(test)]\nmod tests {}\n';
  const text = merged('src/lib.rs', old, now, [
    ['code', 'candidate'],
    ['tests', 'baseline'],
  ]);
  expect(text).toContain('pub fn add() { panic!() }');
  expect(text).toContain('fn adds() {}');
  expect(text?.match(/cfg/g)).toHaveLength(1);
});

it('makes a lock file for a runner that the candidate has no more', () => {
  const entry = (version: string, dependencies: object = {}): object => ({
    version,
    resolved: `https://r/${version}`,
    integrity: 'x',
    dependencies,
  });
  const lock = (packages: object): string => JSON.stringify({ lockfileVersion: 3, packages });
  const text = mergePackageLock({
    baseline: lock({
      '': { devDependencies: { mocha: '11' } },
      'node_modules/mocha': entry('11.0.0', { glob: '1', yargs: '1' }),
      'node_modules/glob': entry('1.0.0', { deep: '1' }),
      'node_modules/yargs': entry('1.0.0'),
      'node_modules/glob/node_modules/deep': entry('1.5.0'),
    }),
    candidate: lock({
      '': { dependencies: { glob: '2' } },
      'node_modules/glob': entry('2.0.0'),
      'node_modules/yargs': entry('1.0.0'),
    }),
    manifest: '{"dependencies":{"glob":"2"},"devDependencies":{"mocha":"11"}}',
    names: ['mocha'],
  });
  const { packages } = JSON.parse(text ?? '{}');
  expect(Object.entries<{ version?: string }>(packages).map(([place, { version }]) => `${place} ${version}`)).toEqual([
    ' undefined',
    'node_modules/deep 1.5.0',
    'node_modules/glob 2.0.0',
    'node_modules/mocha 11.0.0',
    'node_modules/mocha/node_modules/glob 1.0.0',
    'node_modules/yargs 1.0.0',
  ]);
  expect(packages['']).toEqual({ dependencies: { glob: '2' }, devDependencies: { mocha: '11' } });
  expect(mergePackageLock({ baseline: '{}', candidate: '{}', manifest: '{}', names: [] })).toBeUndefined();
});
