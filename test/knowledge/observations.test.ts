import { expect, test } from 'vitest';
import { parseObservations } from '../../src/knowledge/observations.ts';

test('rows of a table, with or without a column for work', () => {
  const text = [
    '| ID | Time | T | Title | Read | Work |',
    '|-----|------|---|-------|------|------|',
    '| #7 | 9:05 AM | x | a | b | ~90 | 12 |',
    '| #P4 | 9:05 AM | x | a prompt | - | - |',
    '| ID | Time | T | Title | Read |',
    '| #8 | ″ | x | second | ~3 |',
    '| #9 | ″ | x |  | ~3 |',
  ].join('\n');
  expect(parseObservations(text, 'shop')).toEqual([
    { id: '7', title: 'a | b' },
    { id: '8', title: 'second' },
  ]);
});

test('items, without the name of the project behind them', () => {
  const text = '- #12 — Uses JWT (shop)\n- #13 — Layers (see above)\n- #S1 — a session\nUse mem_search.';
  expect(parseObservations(text, 'shop')).toEqual([
    { id: '12', title: 'Uses JWT' },
    { id: '13', title: 'Layers (see above)' },
  ]);
});

test('anything else is nothing', () => {
  expect(parseObservations('| #7 | no header | x | title | 1 |\n#8 title\n|', 'shop')).toEqual([]);
});
