import assert from 'node:assert/strict';
import test from 'node:test';
import { linksFor } from '../src/links.js';

test('each title has its link, in order', () => {
  assert.deepEqual(linksFor(['One', 'Two']), ['one', 'two']);
});

test('titles that would share a link are numbered', () => {
  assert.deepEqual(linksFor(['News', 'news!', 'News?']), ['news', 'news-2', 'news-3']);
});
