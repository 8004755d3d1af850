import { expect, test } from 'vitest';
import { reachOf } from '../../src/languages/command-reach.ts';
import { globPattern } from '../../src/languages/glob.ts';
import { shellCommands } from '../../src/languages/shell-commands.ts';
import { type Files, memoryTree } from './memory-tree.ts';

/** Every file that a command could mean. */
const NAMES = [
  'a.js',
  'b.js',
  'c.mjs',
  'a.py',
  'a.sh',
  'b.sh',
  'dir/a.sh',
  'dir/d.js',
  'tool/__main__.py',
  'src/calc.js',
  'p/x.js',
  'q/x.js',
];

const FILES: Files = {
  ...Object.fromEntries(NAMES.map((name) => [name, ''])),
  'a.sh': '#!/bin/sh\nset -e\ncd dir\n./a.sh\n',
  'b.sh':
    'HERE=$(dirname "$0")\n. "$HERE/a.sh" # node b.js\nif true; then node "${ROOT}/c.mjs"; fi\ncat <<X\nnode b.js\nX\n',
  'dir/a.sh': 'exec node d.js',
  Makefile: 'ALL = a.js\nfirst:\n\tnode b.js\ntest: needs\n\t@node $(ALL)\nneeds:\n\tsh b.sh\nmore:\n\t$(MAKE) test\n',
  'package.json': JSON.stringify({
    scripts: {
      test: 'npm run one && npm-run-all two:*',
      one: 'node a.js',
      preone: 'node b.js',
      'two:x': 'node c.mjs',
      'two:y': 'sh a.sh',
      loop: 'npm run loop',
      each: 'npm run unit -ws',
    },
  }),
  'p/package.json': JSON.stringify({ scripts: { unit: 'node x.js' } }),
  'q/package.json': JSON.stringify({ scripts: { unit: 'node x.js' } }),
};

test.each<[string, string[]]>([
  ['node a.js', ['a.js']],
  ['node --check src/calc.js', []],
  ['node -c src/calc.js', []],
  ['node --import ./c.mjs --test', ['c.mjs']],
  ['node --import=./c.mjs a.js', ['a.js', 'c.mjs']],
  ['node -r ./b.js a.js', ['a.js', 'b.js']],
  ['node --require b.js a.js', ['a.js', 'b.js']],
  ['node --loader ./c.mjs a.js', ['a.js', 'c.mjs']],
  ['node --experimental-loader=./c.mjs a.js', ['a.js', 'c.mjs']],
  ['node --test-reporter ./c.mjs --test', ['c.mjs']],
  ['node --conditions dev a.js b.js', ['a.js']],
  ['node --test a.js', []],
  ['node -e "1" a.js', []],
  ['node --run one', ['a.js', 'b.js']],
  ['NODE_OPTIONS="--import ./c.mjs" npx vitest run', ['c.mjs']],
  ['cross-env NODE_ENV=test node a.js', ['a.js']],
  ['A=1 env B=2 node a.js', ['a.js']],
  ['tsx a.js', ['a.js']],
  ['npx tsx --tsconfig x.json a.js', ['a.js']],
  ['ts-node -P x.json a.js', ['a.js']],
  ['python3 a.py', ['a.py']],
  ['python3.12 -W error a.py', ['a.py']],
  ['python -m tool', ['tool/__main__.py']],
  ['python -m pytest -p a', ['a.py']],
  ['PYTEST_PLUGINS=a pytest', ['a.py']],
  ['uv run a.py', ['a.py']],
  ['poetry run python a.py', ['a.py']],
  ['coverage run a.py', ['a.py']],
  ['./a.sh', ['a.sh', 'dir/a.sh', 'dir/d.js']],
  ['sh a.sh', ['a.sh', 'dir/a.sh', 'dir/d.js']],
  ['bash -e ./a.sh x', ['a.sh', 'dir/a.sh', 'dir/d.js']],
  ['sh -c "node a.js && node b.js"', ['a.js', 'b.js']],
  ['sh b.sh', ['a.sh', 'b.sh', 'c.mjs', 'dir/a.sh', 'dir/d.js']],
  ['cd dir && node d.js', ['dir/d.js']],
  ['(cd dir; sh a.sh)', ['dir/a.sh', 'dir/d.js']],
  ['true || node a.js', ['a.js']],
  ['node a.js | tee b.js > c.mjs', ['a.js']],
  ['eslint src/calc.js', []],
  ['tsc a.js', []],
  ['cat a.js', []],
  ['echo $(node a.js)', ['a.js']],
  ['timeout 10 node a.js', ['a.js']],
  ['c8 --reporter lcov node a.js', ['a.js']],
  ['node node_modules/.bin/mocha -r ./b.js', ['b.js']],
  ['mocha --require ./b.js --file a.js x', ['a.js', 'b.js']],
  ['npm test', ['a.js', 'a.sh', 'b.js', 'c.mjs', 'dir/a.sh', 'dir/d.js']],
  ['npm t', ['a.js', 'a.sh', 'b.js', 'c.mjs', 'dir/a.sh', 'dir/d.js']],
  ['yarn one', ['a.js', 'b.js']],
  ['pnpm run one', ['a.js', 'b.js']],
  ['bun run one', ['a.js', 'b.js']],
  ['bun a.js', ['a.js']],
  ['npm run loop', []],
  ['npm run each', ['p/x.js', 'q/x.js']],
  ['npm --prefix p run unit', ['p/x.js']],
  ['turbo run unit', ['p/x.js', 'q/x.js']],
  ['pnpm -r unit', ['p/x.js', 'q/x.js']],
  ['concurrently "npm:one" "node c.mjs"', ['a.js', 'b.js', 'c.mjs']],
  ['run-s one', ['a.js', 'b.js']],
  ['make', ['b.js']],
  ['make test', ['a.js', 'a.sh', 'b.sh', 'c.mjs', 'dir/a.sh', 'dir/d.js']],
  ['make more', ['a.js', 'a.sh', 'b.sh', 'c.mjs', 'dir/a.sh', 'dir/d.js']],
  ['node a.js # node b.js', ['a.js']],
  ['node /etc/a.js', []],
])('%s executes %s', async (command, expected) => {
  const reach = await reachOf(memoryTree(FILES), [command]);
  expect(reach.ok && [...reach.value.files.keys()].toSorted()).toEqual(expected);
});

test('options of runners name their configuration', async () => {
  const reach = await reachOf(memoryTree(FILES), [
    'vitest run --config c.mjs',
    'pytest -c a.py',
    'jest --config=b.js',
    'eslint --config a.js',
  ]);
  expect(reach.ok && [...reach.value.configuration].toSorted()).toEqual(['a.py', 'b.js', 'c.mjs']);
});

test('hostile texts end', async () => {
  const hostile = [
    '$('.repeat(50_000),
    '"'.repeat(100_001),
    '`'.repeat(100_001),
    'a=b '.repeat(50_000),
    '<<X\n'.repeat(20_000),
    '${'.repeat(50_000),
  ];
  for (const text of hostile) expect(shellCommands(text).length).toBeLessThan(3_000);
  expect(globPattern('*a'.repeat(200)).test('a'.repeat(100))).toBe(false);
  expect(globPattern('{'.repeat(200)).test('a')).toBe(false);
});

test.each([
  ['**/*.{test,spec}.?(c|m)[jt]s?(x)', 'src/a.test.mts', true],
  ['**/*.{test,spec}.?(c|m)[jt]s?(x)', 'src/a.test.txt', false],
  ['test/**/*.js', 'test/a.js', true],
  ['./test/*.js', 'test/x/a.js', false],
  ['**/?(*.)+(spec|test).[jt]s?(x)', 'a/b.test.tsx', true],
  ['!(*.d).ts', 'a.d.ts', false],
  ['test/[!a]*.js', 'test/b.js', true],
])('%s fits %s: %s', (glob, path, expected) => {
  expect(globPattern(glob).test(path)).toBe(expected);
});
