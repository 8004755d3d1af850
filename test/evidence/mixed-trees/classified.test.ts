import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { openChange } from '../../../src/evidence/mixed-trees/change-trees.ts';
import { redTree } from '../../../src/evidence/mixed-trees/red-tree.ts';
import { regressionTree } from '../../../src/evidence/mixed-trees/regression-tree.ts';
import { searchableTree } from '../../../src/evidence/search-tree.ts';
import { classifyChange } from '../../../src/languages/classify-change.ts';
import { must } from '../../git/scene.ts';
import { changeScene } from './change-scene.ts';

const test =
  "import { test } from 'node:test';\nimport { add } from '../src/calc.js';\ntest('adds', () => { if (add(1, 2) !== 3) throw new Error(); });\n";

it('takes a replaced way of running tests from the baseline, by the classes of its parts', async () => {
  const manifest = (scripts: object, more: object): string =>
    JSON.stringify({ type: 'module', scripts, ...more }, null, 2);
  const here = await changeScene(
    {
      'package.json': manifest(
        { test: 'sh scripts/test.sh', lint: 'x' },
        { dependencies: { a: '1.0.0' }, devDependencies: { mocha: '11.0.0' } },
      ),
      'scripts/test.sh': 'node --test\n',
      'src/calc.js': 'export const add = (a, b) => a + b;\n',
      'test/calc.test.js': test,
    },
    {
      'package.json': manifest(
        { pretest: 'node patch.js', test: 'sh scripts/test.sh', lint: 'y' },
        {
          dependencies: { a: '2.0.0' },
          devDependencies: { mocha: 'file:tools/mocha' },
          imports: { '#calc': './src/other.js' },
        },
      ),
      'scripts/test.sh': 'true\n',
      'src/calc.js': 'export const add = (a, b) => a - b;\nexport const mul = (a, b) => a * b;\n',
    },
  );
  const { git, repository: checkout, trees } = here;
  const [before, after] = [
    must(await searchableTree(git, checkout, trees.baseline.id)),
    must(await searchableTree(git, checkout, trees.candidate.id)),
  ];
  const parts = must(
    await classifyChange({
      before,
      after,
      files: ['package.json', 'scripts/test.sh', 'src/calc.js'].map((path) => ({
        path,
        kind: 'modified',
        before: 'a',
        after: 'b',
      })),
      commands: ['npm test'],
      taskLists: [],
      hash: (content) => createHash('sha256').update(content).digest('hex'),
    }),
  );
  const change = must(
    await openChange(
      { git, checkout },
      { baseline: trees.baseline.id, candidate: trees.candidate.id, parts, tests: trees.tests },
    ),
  );
  const regression = must(await regressionTree(change));
  expect(regression).toMatchObject({ isNeeded: true, isWholeSuite: true, tests: ['test/calc.test.js'] });
  expect(here.textIn(regression.tree, 'scripts/test.sh')).toBe('node --test');
  expect(JSON.parse(here.textIn(regression.tree, 'package.json'))).toEqual({
    type: 'module',
    scripts: { test: 'sh scripts/test.sh', lint: 'y' },
    dependencies: { a: '2.0.0' },
    devDependencies: { mocha: '11.0.0' },
  });
  const own = must(await regressionTree(change, { resolution: 'candidate', configuration: 'candidate' }));
  expect(JSON.parse(here.textIn(own.tree, 'package.json'))).toMatchObject({
    scripts: { pretest: 'node patch.js' },
    imports: { '#calc': './src/other.js' },
    devDependencies: { mocha: '11.0.0' },
  });
  const red = must(await redTree(change));
  expect(here.textIn(red.tree, 'src/calc.js')).toContain('a + b');
  expect(red.notes.map(({ kind }) => kind)).toEqual(['merged', 'baseline_runner', 'hollow']);
});
