import { expect, it } from 'vitest';
import { redTree } from '../../../src/evidence/mixed-trees/red-tree.ts';
import { regressionTree } from '../../../src/evidence/mixed-trees/regression-tree.ts';
import { must } from '../../git/scene.ts';
import { installedPackage } from '../../support/installed.ts';
import { changeScene } from './change-scene.ts';
import { jest, mocha, vitest } from './runners.ts';
import { commonJs, esModules, tellStories } from './stories.ts';

it('vitest shows what the trees are for', () => tellStories(esModules(vitest, "import { test } from 'vitest';\n")));

it('jest shows it, too', async (context) => {
  const installed = await installedPackage(context, 'jest', '30.5.2');
  await tellStories(commonJs((folder) => jest(folder, installed)));
});

it('mocha shows it, too', async (context) => {
  const installed = await installedPackage(context, 'mocha', '11.7.5');
  await tellStories(esModules((folder) => mocha(folder, installed), 'const test = globalThis.it;\n'));
});

const project = {
  'package.json': '{"type":"module"}',
  'src/calc.js':
    "import { one } from './one.js';\nexport default function inc(a) { return a + one; }\nexport const LIMIT = 5;\n",
  'src/one.js': 'export const one = 1;\n',
  'test/calc.test.js':
    "import { expect, test } from 'vitest';\nimport inc, { LIMIT } from '../src/calc.js';\ntest('inc', () => expect(inc(LIMIT)).toBe(6));\n",
};

it('finds JavaScript where it was before it became TypeScript', async () => {
  const here = await changeScene(project, {
    'src/calc.js': null,
    'src/one.js': null,
    'src/calc.ts':
      "import { one } from './one.js';\n/** Adds one. */\nexport default function inc(amount: number): number {\n  return amount + one;\n}\nexport const LIMIT: number = 5;\nexport const twice = (amount: number): number => amount * 2;\n",
    'src/one.ts': 'export const one: number = 1;\n',
    'test/calc.test.js': null,
    'test/calc.test.ts':
      "import { expect, test } from 'vitest';\nimport inc, { LIMIT, twice } from '../src/calc.js';\ntest('inc', () => expect(inc(LIMIT)).toBe(6));\ntest('twice', () => expect(twice(2)).toBe(4));\n",
  });
  const regression = must(await regressionTree(here.trees));
  expect(regression.notes).toEqual([
    { kind: 'forwarder', path: 'src/calc.js', to: 'src/calc.ts' },
    { kind: 'forwarder', path: 'src/one.js', to: 'src/one.ts' },
  ]);
  expect(vitest(here.checkOut(regression.tree))).toEqual({ inc: 'passed' });
  expect(vitest(here.checkOut(must(await redTree(here.trees)).tree))).toEqual({ inc: 'passed', twice: 'failed' });
});
