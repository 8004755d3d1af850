import { expect, test } from 'vitest';
import { quotesHold } from '../../../src/evidence/gates/quotes.ts';
import { treeFiles } from '../../../src/evidence/gates/tree-files.ts';
import { must, scene } from '../../git/scene.ts';

test('a judgement counts only with quotes that stand where it says, in the tree that is judged', async () => {
  const here = await scene();
  here.commit({ 'src/cart.ts': 'export function total(\n  items: Item[],\n): number {\n  return sum(items);\n}\n' });
  const judged = here.user('rev-parse', 'HEAD^{tree}');
  here.commit({ 'src/cart.ts': 'export const later = 1;\n' });
  const tree = must(await treeFiles(here.git, here.repository, judged));
  const quote = (text: string, file = 'src/cart.ts') => ({ file, text });
  const judgements = [
    {
      invariant: 'INV-1',
      holds: true,
      quotes: [quote('export function total(items: Item[],): number {'), quote('return sum(items);', './src/cart.ts')],
    },
    { invariant: 'INV-2', holds: false, quotes: [quote('return sum(items);'), quote('return sum(prices);')] },
    { invariant: 'INV-3', holds: true, quotes: [] },
    { invariant: 'INV-4', holds: true, quotes: [quote('});\n}}}}}}}'), quote('}')] },
    { invariant: 'INV-8', holds: true, quotes: [quote('sum(')] },
    { invariant: 'INV-5', holds: true, quotes: [quote('return sum(items);', 'src/nothing.ts')] },
    { invariant: 'INV-6', holds: true, quotes: [quote('export const later = 1;')] },
    { invariant: 'INV-7', holds: true, quotes: [quote('return sum(items);', '../../../etc/passwd')] },
  ];
  const { given, notGiven } = must(await quotesHold(judgements, tree));
  expect(given).toEqual([judgements[0]]);
  expect(notGiven).toEqual([
    { invariant: 'INV-2', why: 'not_found', file: 'src/cart.ts' },
    { invariant: 'INV-3', why: 'no_quote', file: null },
    { invariant: 'INV-4', why: 'too_short', file: 'src/cart.ts' },
    { invariant: 'INV-8', why: 'too_short', file: 'src/cart.ts' },
    { invariant: 'INV-5', why: 'no_file', file: 'src/nothing.ts' },
    { invariant: 'INV-6', why: 'not_found', file: 'src/cart.ts' },
    { invariant: 'INV-7', why: 'no_file', file: '../../../etc/passwd' },
  ]);
});
