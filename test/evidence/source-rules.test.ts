import { expect, test } from 'vitest';
import { addedDependencies } from '../../src/evidence/dependencies.ts';
import { sourceRules } from '../../src/evidence/source-rules.ts';
import { changedFiles } from '../../src/git/diff.ts';
import { addedLines } from '../../src/git/hunks.ts';
import { must, type Scene, scene } from '../git/scene.ts';

const lines = (count: number): string => 'const a = 1;\n'.repeat(count);

test('a file that grew too long is named, with its length; data, lock files and what shrank are not', async () => {
  const here = await scene();
  const from = here.commit({ 'src/old.ts': lines(30), 'src/shrinks.ts': lines(40), 'src/fits.ts': lines(5) });
  const to = here.commit({
    'src/old.ts': lines(31),
    'src/shrinks.ts': `${lines(20)}let b = 2;\n`,
    'src/fits.ts': lines(20),
    'src/긴 파일.ts': lines(21),
    'src/no-newline.ts': lines(21).trimEnd(),
    'package-lock.json': lines(100),
    'yarn.lock': lines(100),
    'data.csv': lines(100),
    'vendor/lib.js': lines(100),
  });
  expect(await broken(here, { from, to }, { limit: 20 })).toEqual([
    { rule: 'file_too_long', file: 'src/no-newline.ts', line: null, detail: 21 },
    { rule: 'file_too_long', file: 'src/old.ts', line: null, detail: 31 },
    { rule: 'file_too_long', file: 'src/긴 파일.ts', line: null, detail: 21 },
  ]);
});

test('types that are missing on new lines, never on old ones', async () => {
  const here = await scene();
  const from = here.commit({
    'tsconfig.json': '{}\n',
    'src/a.ts': 'let old: any;\n',
    'lib.py': 'def old(a):\n    pass\n',
  });
  const to = here.commit({
    'src/a.ts': 'let old: any;\nlet fresh: any;\n// @ts-ignore\n',
    'lib.py': 'def old(a):\n    pass\n\ndef fresh(\n    a: int,\n    b,\n) -> int:\n    pass\n',
    'src/plain.js': 'a\n',
    'eslint.config.js': 'a\n',
    'src/plain.test.js': 'a\n',
  });
  expect(await broken(here, { from, to }, { types: true })).toEqual([
    { rule: 'types_missing', file: 'lib.py', line: 4, detail: 'def fresh' },
    { rule: 'types_missing', file: 'src/a.ts', line: 2, detail: 'any' },
    { rule: 'types_missing', file: 'src/a.ts', line: 3, detail: '@ts-ignore' },
    { rule: 'types_missing', file: 'src/plain.js', line: null, detail: 'JavaScript' },
  ]);
  expect(await broken(here, { from, to }, {})).toEqual([]);
});

test('an avoided library, as a dependency and where it is imported', async () => {
  const here = await scene();
  const from = here.commit({ 'package.json': '{"dependencies":{"moment":"1"}}', 'src/x.ts': "import 'moment';\n" });
  const to = here.commit({
    'package.json': '{"dependencies":{"moment":"2","lodash":"4"}}',
    'src/x.ts': "import 'moment';\nimport map from 'lodash/map';\n",
    'src/y.ts': "import map from 'lodash-es/map';\n",
  });
  expect(await broken(here, { from, to }, { avoid: ['lodash', 'moment'] })).toEqual([
    { rule: 'library_avoided', file: 'package.json', line: null, detail: 'lodash' },
    { rule: 'library_avoided', file: 'src/x.ts', line: 2, detail: 'lodash' },
  ]);
});

async function broken(
  here: Scene,
  between: { from: string; to: string },
  { limit = 500, types = false, avoid = [] as string[] },
) {
  const config: Parameters<typeof sourceRules>[2]['config'] = {
    constraints: { max_file_size_lines: limit, require_types: types },
    style: { prefer_libraries: [], avoid_libraries: avoid, code_style: 'default' },
  };
  const { git, repository } = here;
  const files = await changedFiles(git, repository, between);
  const added = await addedLines(git, repository, between);
  const dependencies = must(await addedDependencies(git, repository, { ...between, files }));
  return must(await sourceRules(git, repository, { ...between, config, files, added, dependencies }));
}
