import { expect, it } from 'vitest';
import { jsonPieces } from '../../src/base/json-pieces.ts';

const many = Array.from({ length: 5_000 }, (_, index) => `T1.${index}`);

it.each([
  ['a small value', { id: 'T1.1', seconds: 1, none: undefined, list: [1, null, 'a "quote"'] }],
  ['nothing', null],
  ['a long list', many],
  ['a long record', Object.fromEntries(many.map((id, index) => [id, { index, needs: [id], gone: undefined }]))],
  [
    'long ones inside',
    { state: { order: many, tasks: { 'T"1': many }, gone: undefined, none: null }, 한글: ['\u2028'] },
  ],
  ['a long list with gaps', [undefined, ...many, undefined]],
])('is the text of %s', (_, value) => {
  expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value));
});

it('has no long piece, however long the value', () => {
  const state = { order: many, tasks: Object.fromEntries(many.map((id) => [id, { title: id }])) };
  expect(Math.max(...[...jsonPieces({ state })].map(({ length }) => length))).toBeLessThan(100);
});
