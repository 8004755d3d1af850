import { expect, test } from 'vitest';
import type { FileDiff } from '../../src/schema/api/diff.ts';
import { fillGaps, gapsOf, linesAround } from '../../ui/src/diff/gaps.ts';

type Line = FileDiff['hunks'][number]['lines'][number];

/** A file of this many lines, in which each of the named ones is a line that was added. */
function diffOf(total: number, added: readonly number[], context: number): Pick<FileDiff, 'hunks' | 'is_cut'> {
  const lines = Array.from({ length: total }, (_, index): Line => {
    const after = index + 1;
    const isAdded = added.includes(after);
    const before = isAdded ? null : after - added.filter((one) => one < after).length;
    return { kind: isAdded ? 'added' : 'same', before, after, text: `line ${after}` };
  });
  const hunks: FileDiff['hunks'] = [];
  for (const line of lines) {
    const at = line.after ?? 0;
    if (!added.some((one) => Math.abs(one - at) <= context)) continue;
    const last = hunks.at(-1);
    if (last?.lines.at(-1)?.after === at - 1) last.lines.push(line);
    else
      hunks.push({
        before: { start: line.before ?? 0, lines: 0 },
        after: { start: at, lines: 0 },
        heading: '',
        lines: [line],
      });
  }
  return { hunks: hunks.map(counted), is_cut: false };
}

function counted(hunk: FileDiff['hunks'][number]): FileDiff['hunks'][number] {
  const on = (side: 'before' | 'after') => hunk.lines.filter((line) => line[side] !== null).length;
  return {
    ...hunk,
    before: { ...hunk.before, lines: on('before') },
    after: { ...hunk.after, lines: on('after') },
  };
}

test('hidden lines are known before, between and behind hunks', () => {
  expect(gapsOf(diffOf(60, [20, 50], 3))).toEqual([
    { first: 1, count: 16, toBefore: 0 },
    { first: 24, count: 23, toBefore: -1 },
    { first: 54, count: null, toBefore: -2 },
  ]);
  // The file begins and ends with what is shown.
  expect(gapsOf(diffOf(6, [2, 5], 3))).toEqual([null, null]);
});

test('what is opened is shown whole, and only that', () => {
  const plain = diffOf(60, [20, 50], 3);
  const around = linesAround(diffOf(60, [20, 50], 1000));
  const middle = fillGaps(plain, around, ({ first }) => first === 24);
  expect(middle.hunks).toHaveLength(1);
  expect(middle.hunks[0]).toMatchObject({ before: { start: 17, lines: 35 }, after: { start: 17, lines: 37 } });
  expect(gapsOf(middle)).toEqual([
    { first: 1, count: 16, toBefore: 0 },
    { first: 54, count: null, toBefore: -2 },
  ]);
  const all = fillGaps(plain, around, () => true);
  expect(all.hunks.flatMap(({ lines }) => lines).map(({ after }) => after)).toEqual(
    Array.from({ length: 60 }, (_, index) => index + 1),
  );
  expect(all.hunks[0]).toMatchObject({ before: { start: 1, lines: 58 }, after: { start: 1, lines: 60 } });
});

test('of what is too long to be given, both ends are shown and the rest stays hidden', () => {
  const plain = diffOf(60, [5, 50], 3);
  const around = linesAround(diffOf(60, [5, 50], 10));
  const shown = fillGaps(plain, around, () => true);
  expect(gapsOf(shown)[1]).toEqual({ first: 16, count: 24, toBefore: -1 });
  const numbers = shown.hunks.flatMap(({ lines }) => lines).map(({ after }) => after ?? 0);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect([numbers.includes(15), numbers.includes(16), numbers.includes(39), numbers.includes(40)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
