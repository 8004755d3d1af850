import { expect, test } from 'vitest';
import { clip, clipAll } from '../../src/base/clip.ts';

test('a text is cut where it is too long, and shows it', () => {
  expect(clip('12345', 5)).toBe('12345');
  expect(clip('123456', 5)).toBe('1234…');
  expect(clip('x'.repeat(501))).toHaveLength(500);
});

test('a character is not cut in two', () => {
  expect(clip('123😀56', 5)).toBe('123…');
  expect(clip('12😀56', 5)).toBe('12😀…');
});

test('of too many texts the first are kept, and it is said how many more there were', () => {
  expect(clipAll(['a', 'b', 'c'], { most: 3 })).toEqual(['a', 'b', 'c']);
  expect(clipAll(['abcdef', 'b', 'c', 'd'], { most: 3, longest: 4 })).toEqual(['abc…', 'b', '… +2']);
  expect(clipAll([], { most: 3 })).toEqual([]);
});
