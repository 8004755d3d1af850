import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coloursFor } from '../../../src/cli/terminal/colours.ts';
import { bar, itemLines } from '../../../src/cli/terminal/layout.ts';
import { jsonText, visible } from '../../../src/cli/terminal/visible.ts';
import { fit, padTo, widthOf, wrap } from '../../../src/cli/terminal/width.ts';
import { formatTime } from '../../../src/i18n/format.ts';
import { seed } from '../../support/tier.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom('한', '글', ' ', 'a', '👩‍👩‍👧', 'e\u0301', '\u1112\u1161\u11ab')).map((parts) => parts.join('')),
);

describe('width', () => {
  test('of wide, composed and decomposed letters', () => {
    expect(widthOf('한글')).toBe(4);
    expect(widthOf('한글'.normalize('NFD'))).toBe(4);
    expect(widthOf('\u001b[1m한\u001b[22m')).toBe(2);
    expect(padTo('한', 4)).toBe('한  ');
    expect(fit('한글입니다', 7)).toBe('한글입…');
    expect(fit('한글', 4)).toBe('한글');
  });

  test('wrapping keeps every letter and no line is too wide', () => {
    fc.assert(
      fc.property(anyText.map(visible), fc.integer({ min: 2, max: 40 }), (text, columns) => {
        const lines = wrap(text, columns);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
        expect(widthOf(fit(text, columns))).toBeLessThanOrEqual(columns);
      }),
      { seed },
    );
  });

  test('items stand beside their meaning, or above it where it is narrow', () => {
    const item = { term: 'status', termWidth: 8, description: '한눈에 보기', indent: 2 };
    expect(itemLines({ ...item, columns: 80 })).toEqual(['  status    한눈에 보기']);
    expect(itemLines({ ...item, columns: 20 })).toEqual(['  status', '      한눈에 보기']);
  });
});

describe('visible', () => {
  test('leaves no control, no reordering, nothing invisible', () => {
    expect(visible('a\u001b[31m\n\t\u009b\u202e\u2066\u200b\ufeff\u{e0041}\ud800')).toBe(
      String.raw`a\x1b[31m\n\t\x9b\u202e\u2066\u200b\ufeff\u{e0041}\ud800`,
    );
    expect(visible('한글 👩‍👩‍👧 é')).toBe('한글 👩‍👩‍👧 é');
  });

  test('JSON means the same and is as safe', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const json = jsonText({ [text]: text });
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ [text]: text })));
        expect(visible(json.replaceAll('\n', ''))).toBe(json.replaceAll('\n', ''));
      }),
      { seed },
    );
  });
});

test('a term that is wider than the others takes no line beyond the last column', () => {
  const description = 'a script is played, no model is called';
  for (const columns of [20, 40, 60])
    for (const line of itemLines({ term: '! task-executor', termWidth: 9, description, columns, indent: 0 }))
      expect(widthOf(line), line).toBeLessThanOrEqual(columns);
});

test('a bar is as wide as asked, and neither empty nor full before its time', () => {
  const plain = coloursFor({ color: false, env: {}, output: { isTTY: false } });
  const drawn = (done: number, failed: number, total: number) => bar({ done, failed, total }, 10, plain);
  expect(drawn(0, 0, 0)).toBe('░░░░░░░░░░');
  expect(drawn(1, 0, 100_000)).toBe('█░░░░░░░░░');
  expect(drawn(99_999, 0, 100_000)).toBe('█████████░');
  expect(drawn(9, 1, 10)).toBe('█████████▓');
  expect(drawn(12, 3, 15)).toBe('████████▓▓');
  expect(drawn(8, 2, 15)).toBe('█████▓░░░░');
  expect(drawn(99_998, 1, 100_000)).toBe('████████▓░');
  expect(drawn(3, 9, 3)).toHaveLength(10);
  expect(drawn(10, 0, 10)).toBe('██████████');
});

test('time is local, and what is no time stays as it is', () => {
  expect(formatTime('2024-01-15T10:30:00Z')).toBe('2024-01-15 10:30');
  expect(formatTime('yesterday')).toBe('yesterday');
});
