import { expect, test } from 'vitest';
import { startOpencode } from '../../../src/agents/opencode/opencode.ts';
import { makeCall } from '../make-call.ts';

const place = { folder: '/project', stepFolder: '/step' };

test('the prompt goes by stdin, however long it is', () => {
  const prompt = 'x'.repeat(300_000);
  const { args, stdin } = startOpencode(makeCall(place, { prompt }));
  expect(stdin).toBe(prompt);
  expect(args.join(' ').length).toBeLessThan(1000);
});

test('a model by its size, and a conversation to go on with', () => {
  const resume = { id: 'ses_1', reported: { input_tokens: 0, output_tokens: 0, cost_usd: null } };
  const { args } = startOpencode(makeCall(place, { model: 'haiku', resume }));
  expect(args.join(' ')).toContain('--model anthropic/claude-haiku');
  expect(args.join(' ')).toContain('--session ses_1');
});

test('what lies elsewhere is out of bounds, and what the person forbade stays forbidden', () => {
  const theirs = { bash: { 'rm *': 'deny' }, external_directory: 'allow' };
  const { env } = startOpencode(makeCall(place, { env: { OPENCODE_PERMISSION: JSON.stringify(theirs) } }));
  expect(JSON.parse(env['OPENCODE_PERMISSION'] ?? '')).toEqual({
    bash: { 'rm *': 'deny' },
    external_directory: { '*': 'deny', '/step/*': 'allow' },
    doom_loop: 'deny',
  });
});

test('settings of the person that cannot be read are left to opencode to complain about', () => {
  for (const broken of ['{', 'null', '"deny"', '']) {
    const { env } = startOpencode(makeCall(place, { env: { OPENCODE_PERMISSION: broken } }));
    expect(JSON.parse(env['OPENCODE_PERMISSION'] ?? '')).toHaveProperty('external_directory');
  }
});
