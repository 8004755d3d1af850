import { expect, test } from 'vitest';
import { suspiciousRunnerSources } from '../../src/languages/runner-sources.ts';

const json = (value: unknown): string => JSON.stringify(value);
const dev = (version: string): string => json({ devDependencies: { vitest: version, eslint: version } });
const lock = (one: object): string =>
  json({
    packages: {
      '': {},
      'node_modules/a': { resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz', integrity: 'x' },
      'node_modules/vitest': {
        resolved: 'https://registry.npmjs.org/vitest/-/vitest-4.0.0.tgz',
        integrity: 'x',
        ...one,
      },
    },
  });

test.each<[string, string, string | undefined]>([
  ['package.json', dev('4.0.0'), undefined],
  ['package.json', dev('^4'), undefined],
  ['package.json', dev('latest'), undefined],
  ['package.json', dev('file:tools/vitest'), 'vitest file'],
  ['package.json', dev('link:../vitest'), 'vitest file'],
  ['package.json', dev('portal:x'), 'vitest file'],
  ['package.json', dev('./tools/vitest'), 'vitest file'],
  ['package.json', dev('git+https://x/y.git'), 'vitest git'],
  ['package.json', dev('github:a/b'), 'vitest git'],
  ['package.json', dev('a/b#main'), 'vitest git'],
  ['package.json', dev('https://x/vitest.tgz'), 'vitest url'],
  ['package.json', dev('npm:liar@1'), 'vitest alias'],
  ['package.json', dev('patch:vitest@npm%3A4#./x.patch'), 'vitest patch'],
  ['package.json', json({ devDependencies: { eslint: 'file:x' } }), undefined],
  ['package.json', json({ overrides: { chai: 'file:x' } }), 'chai override'],
  [
    'package.json',
    json({ overrides: { vitest: { '.': '4', '@vitest/expect': 'npm:liar@1' } } }),
    'vitest override, @vitest/expect override',
  ],
  ['package.json', json({ overrides: { lodash: '4' } }), undefined],
  ['package.json', json({ resolutions: { '**/expect': '1' } }), 'expect override'],
  ['package.json', json({ pnpm: { overrides: { 'a>chai@4': '1' } } }), 'chai override'],
  ['package.json', json({ pnpm: { patchedDependencies: { 'vitest@4.0.0': 'patches/vitest.patch' } } }), 'vitest patch'],
  ['package.json', '{ broken', undefined],
  ['package-lock.json', lock({}), undefined],
  ['package-lock.json', lock({ resolved: 'https://liar.example/vitest/-/vitest-4.0.0.tgz' }), 'vitest lock'],
  ['package-lock.json', lock({ resolved: 'https://registry.npmjs.org/liar/-/liar-4.0.0.tgz' }), 'vitest lock'],
  ['package-lock.json', lock({ resolved: 'git+ssh://git@github.com/a/b.git#1' }), 'vitest lock'],
  ['package-lock.json', lock({ resolved: 'file:x.tgz' }), 'vitest lock'],
  ['package-lock.json', lock({ link: true, resolved: 'tools/vitest' }), 'vitest lock'],
  ['package-lock.json', lock({ integrity: undefined }), 'vitest lock'],
  ['package-lock.json', lock({ name: 'liar' }), 'vitest alias'],
  ['pnpm-lock.yaml', 'packages:\n\n  vitest@4.0.0:\n    resolution: {integrity: sha512-x}\n', undefined],
  [
    'pnpm-lock.yaml',
    'packages:\n\n  vitest@file:tools:\n    resolution: {directory: tools, type: directory}\n',
    'vitest lock',
  ],
  ['pnpm-lock.yaml', 'overrides:\n  chai: file:x\n\npackages:\n', 'chai override'],
  ['pnpm-workspace.yaml', 'packages:\n  - a\npatchedDependencies:\n  vitest@4: patches/a.patch\n', 'vitest patch'],
  [
    'yarn.lock',
    '# yarn\n\nvitest@^4:\n  version "4.0.0"\n  resolved "https://registry.yarnpkg.com/vitest/-/vitest-4.0.0.tgz#abc"\n  integrity sha512-x\n',
    undefined,
  ],
  [
    'yarn.lock',
    '# yarn\n\nvitest@^4:\n  version "4.0.0"\n  resolved "https://codeload.github.com/a/b/tar.gz/1"\n',
    'vitest lock',
  ],
  ['yarn.lock', '"vitest@npm:^4":\n  version: 4.0.0\n  resolution: "vitest@npm:4.0.0"\n', undefined],
  [
    'yarn.lock',
    '"vitest@npm:^4":\n  version: 4.0.0\n  resolution: "vitest@patch:vitest@npm%3A4.0.0#./x.patch"\n',
    'vitest lock',
  ],
  ['bun.lock', '{ "packages": {\n    "vitest": ["vitest@4.0.0", "", {}, "sha512-x"],\n} }', undefined],
  ['bun.lock', '{ "packages": {\n    "vitest": ["vitest@file:tools", {}],\n} }', 'vitest lock'],
  ['requirements.txt', 'pytest==8.0\nhttpx @ git+https://x/y\n', undefined],
  ['requirements-dev.txt', 'pytest @ git+https://x/pytest.git\n', 'pytest git'],
  ['requirements.txt', '-e ./tools/pytest\n', 'pytest file'],
  ['requirements.txt', 'git+https://x/y.git#egg=pytest-mock\n', 'pytest-mock git'],
  ['requirements.txt', 'https://x/pytest-8.0-py3-none-any.whl\n', 'pytest url'],
  ['pyproject.toml', '[dependency-groups]\ndev = ["pytest>=8"]\n', undefined],
  ['pyproject.toml', '[tool.uv.sources]\npytest = { path = "tools/pytest" }\n', 'pytest file'],
  ['pyproject.toml', '[tool.poetry.group.dev.dependencies]\npytest = { git = "https://x" }\n', 'pytest git'],
  ['pyproject.toml', '[project.optional-dependencies]\ntest = ["pytest @ file:///x"]\n', 'pytest file'],
  ['Pipfile', '[dev-packages]\npytest = { path = "./x" }\n', 'pytest file'],
  ['uv.lock', '[[package]]\nname = "pytest"\nsource = { registry = "https://pypi.org/simple" }\n', undefined],
  ['uv.lock', '[[package]]\nname = "pytest"\nsource = { directory = "tools" }\n', 'pytest lock'],
  ['poetry.lock', '[[package]]\nname = "pytest"\n[package.source]\ntype = "git"\nurl = "x"\n', 'pytest lock'],
])('%s: %s → %s', (path, after, expected) => {
  const found = suspiciousRunnerSources([{ path, before: '{}', after }]);
  expect(found.map(({ name, kind }) => `${name} ${kind}`).join(', ') || undefined).toBe(expected);
});

test('what was there before is not brought in', () => {
  const [before, after] = [dev('file:a'), dev('file:b')];
  expect(suspiciousRunnerSources([{ path: 'package.json', before, after: before }])).toEqual([]);
  expect(suspiciousRunnerSources([{ path: 'package.json', before, after }])).toHaveLength(1);
  expect(suspiciousRunnerSources([{ path: 'package.json', before, after: null }])).toEqual([]);
});
