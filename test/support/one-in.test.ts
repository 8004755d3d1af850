import { expect, test, type TestAPI } from 'vitest';
import { takingTurns, turns } from './one-in.ts';

function declaredWith(start: number): string[] {
  const declared: string[] = [];
  const one = (name: string) => void declared.push(name);
  const each = (cases: readonly string[]) => (name: string) => declared.push(...cases.map((text) => `${name} ${text}`));
  const recording = Object.assign(one, { each, for: each, concurrent: Object.assign(one, { each, for: each }) });
  const some = takingTurns(recording as unknown as TestAPI, turns(3, start));
  some('a', () => undefined);
  some.each(['1', '2'])('b', () => undefined);
  some.concurrent.for(['1', '2'])('c', () => undefined);
  some.concurrent('d', () => undefined);
  return declared;
}

test('tests of a file take turns by the seed, cases of a table among them', () => {
  const runs = [0, 1, 2].map(declaredWith);
  expect(runs).toEqual([
    ['a', 'c 1'],
    ['b 2', 'd'],
    ['b 1', 'c 2'],
  ]);
  expect(declaredWith(3)).toEqual(runs[0]);
});
