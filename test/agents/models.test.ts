import { expect, test } from 'vitest';
import { vendorModel } from '../../src/agents/models.ts';

test('three names are the same size of model everywhere; any other is the vendor’s own', () => {
  expect(vendorModel('claude', 'haiku')).toBe('haiku');
  expect(vendorModel('codex', 'opus')).toBe('gpt-6-astra');
  expect(vendorModel('gemini', 'sonnet')).toBe('flash');
  expect(vendorModel('opencode', 'haiku')).toMatch(/^anthropic\//);
  expect(vendorModel('codex', 'gpt-9')).toBe('gpt-9');
  expect(vendorModel('acp', 'opus')).toBe('opus');
});
