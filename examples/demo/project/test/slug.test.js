import assert from 'node:assert/strict';
import test from 'node:test';
import { slug } from '../src/slug.js';

test('words are joined by hyphens', () => {
  assert.equal(slug('Ten ways to cook rice'), 'ten-ways-to-cook-rice');
});

test('letters become small', () => {
  assert.equal(slug('NASA in 1969'), 'nasa-in-1969');
});

test('signs between words are one hyphen', () => {
  assert.equal(slug('Salt & pepper -- and more'), 'salt-pepper-and-more');
});

test('no hyphen stands at an end', () => {
  assert.equal(slug('  “Quoted!”  '), 'quoted');
});
