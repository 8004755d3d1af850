import { SHELL_PROJECT } from '../support/run-project.ts';
import { SHELL_CASES } from '../support/shell-session.ts';

/** How the projects of people differ: their language, their runner, what installs what they need. */
export interface Kind {
  readonly name: string;
  /** What every clone has; a lock file is added where one is made. */
  readonly files: Readonly<Record<string, string>>;
  readonly ignores: string;
  /** Makes the lock file, in a folder with these files. */
  readonly lock?: { readonly command: readonly [string, ...string[]]; readonly file: string };
  /** Programs that have to be there. */
  readonly programs?: readonly string[];
  /** Where it is in its repository, and what else that has. */
  readonly within?: { readonly folder: string; readonly files: Readonly<Record<string, string>> };
  /** Absent: it has no tests. */
  readonly writesTests: boolean;
  /** What a person types to run its tests. */
  readonly command: string;
  product(name: string, body: string): readonly [file: string, text: string];
  test(name: string, call: string, result: number): readonly [file: string, text: string];
}

function packageJson(more: object): string {
  return `${JSON.stringify({ name: 'calc', version: '1.0.0', private: true, ...more }, null, 2)}\n`;
}

const esm: Kind['product'] = (name, body) => [
  `src/${name}.js`,
  `export function ${name}(a, b) {\n  return ${body};\n}\n`,
];

function javascript({ header, word = 'test', equal }: { header: string; word?: string; equal: string }): Kind['test'] {
  return (name, call, result) => [
    `test/${name}.test.js`,
    `${header}import { ${name} } from '../src/${name}.js';\n\n${word}('${name} works', () => {\n  ${equal
      .replace('CALL', call)
      .replace('RESULT', String(result))}\n});\n`,
  ];
}

const NPM_LOCK = {
  command: ['npm', 'install', '--package-lock-only', '--no-audit', '--no-fund'],
  file: 'package-lock.json',
} as const;

const nodeTest = javascript({
  header: "import test from 'node:test';\nimport assert from 'node:assert';\n",
  equal: 'assert.equal(CALL, RESULT);',
});

const node: Kind = {
  name: 'node:test',
  files: { 'package.json': packageJson({ type: 'module', scripts: { test: 'node --test test/' } }) },
  ignores: 'node_modules',
  writesTests: true,
  command: 'npm test',
  product: esm,
  test: nodeTest,
};

// Without a lock file: of their binaries for other platforms not every registry has all, and then npm refuses the lock.
const vitest: Kind = {
  ...node,
  name: 'vitest',
  files: {
    'package.json': packageJson({
      type: 'module',
      scripts: { test: 'vitest run' },
      devDependencies: { vitest: '4.1.12' },
    }),
  },
  test: javascript({
    header: "import { expect, test } from 'vitest';\n",
    equal: 'expect(CALL).toBe(RESULT);',
  }),
};

const jest: Kind = {
  ...node,
  name: 'jest',
  files: { 'package.json': packageJson({ scripts: { test: 'jest' }, devDependencies: { jest: '30.5.2' } }) },
  product: (name, body) => [
    `src/${name}.js`,
    `function ${name}(a, b) {\n  return ${body};\n}\n\nmodule.exports = { ${name} };\n`,
  ],
  test: (name, call, result) => [
    `test/${name}.test.js`,
    `const { ${name} } = require('../src/${name}.js');\n\ntest('${name} works', () => {\n  expect(${call}).toBe(${result});\n});\n`,
  ],
};

const mocha: Kind = {
  ...node,
  name: 'mocha',
  files: {
    'package.json': packageJson({
      type: 'module',
      scripts: { test: 'mocha test/*.test.js' },
      devDependencies: { mocha: '11.7.5' },
    }),
  },
  lock: NPM_LOCK,
  test: javascript({
    header: "import assert from 'node:assert';\n",
    word: 'it',
    equal: 'assert.equal(CALL, RESULT);',
  }),
};

const pytest: Kind = {
  name: 'pytest',
  files: { 'pytest.ini': '[pytest]\npythonpath = .\n', 'calc/__init__.py': '' },
  ignores: '__pycache__/\n.pytest_cache/\n.venv/',
  programs: ['pytest'],
  writesTests: true,
  command: 'python3 -m pytest',
  product: (name, body) => [`calc/${name}.py`, `def ${name}(a, b):\n    return ${body}\n`],
  test: (name, call, result) => [
    `tests/test_${name}.py`,
    `from calc.${name} import ${name}\n\n\ndef test_${name}_works():\n    assert ${call} == ${result}\n`,
  ],
};

const API = {
  'package.json': packageJson({
    name: '@calc/api',
    type: 'module',
    scripts: { test: 'node --test test/' },
    dependencies: { '@calc/words': '*' },
  }),
};

/** A package that it needs, and one that needs it. */
const OTHER_PACKAGES = {
  'packages/words/package.json': packageJson({ name: '@calc/words', type: 'module', main: 'index.js' }),
  'packages/words/index.js': "export const SUM = 'sum';\n",
  'packages/page/package.json': packageJson({
    name: '@calc/page',
    type: 'module',
    scripts: { test: 'node --test test/' },
    dependencies: { '@calc/api': '*' },
  }),
  'packages/page/test/page.test.js':
    "import test from 'node:test';\nimport assert from 'node:assert';\nimport { add } from '@calc/api/src/add.js';\n\ntest('the page adds', () => assert.equal(add(2, 2), 4));\n",
};

const npmWorkspaces: Kind = {
  ...node,
  name: 'npm workspaces',
  files: API,
  within: {
    folder: 'packages/api',
    files: { ...OTHER_PACKAGES, 'package.json': packageJson({ name: 'calc', workspaces: ['packages/*'] }) },
  },
};

const pnpmWorkspaces: Kind = {
  ...npmWorkspaces,
  name: 'pnpm workspaces',
  programs: ['pnpm'],
  files: { 'package.json': API['package.json'].replace('"*"', '"workspace:*"') },
  command: 'pnpm test',
  within: {
    folder: 'packages/api',
    files: {
      ...OTHER_PACKAGES,
      'packages/page/package.json': OTHER_PACKAGES['packages/page/package.json'].replace('"*"', '"workspace:*"'),
      'package.json': packageJson({ name: 'calc' }),
      'pnpm-workspace.yaml': "packages:\n  - 'packages/*'\n",
      'pnpm-lock.yaml': `lockfileVersion: '9.0'

settings:
  autoInstallPeers: true
  excludeLinksFromLockfile: false

importers:

  .: {}

  packages/api:
    dependencies:
      '@calc/words':
        specifier: workspace:*
        version: link:../words

  packages/page:
    dependencies:
      '@calc/api':
        specifier: workspace:*
        version: link:../api

  packages/words: {}
`,
    },
  },
};

const pythonInTypeScript: Kind = {
  ...pytest,
  name: 'Python below TypeScript',
  within: {
    folder: 'services/calc',
    files: { ...node.files, 'src/page.js': 'export const page = 1;\n' },
  },
};

const withoutTests: Kind = { ...node, name: 'without tests', files: { 'readme.md': '# Calc\n' }, writesTests: false };

/** As quick as tests can be; its command has to be configured. */
export const shell: Kind = {
  name: 'shell',
  files: SHELL_CASES,
  ignores: '.claude/',
  writesTests: true,
  command: SHELL_PROJECT.test_command,
  product: (name, body) => [`lib/${name}.sh`, `a=$1\nb=$2\necho $((${body}))\n`],
  test: (name, call, result) => [
    `test/${name}.check`,
    `test "TC-1 ${name} works"\ntest "$(sh lib/${name}.sh ${call.replace(/^.*\(|[,)]/g, '')})" = ${result}\n`,
  ],
};

export const KINDS: readonly Kind[] = [
  node,
  vitest,
  jest,
  mocha,
  pytest,
  npmWorkspaces,
  pnpmWorkspaces,
  pythonInTypeScript,
  withoutTests,
];
