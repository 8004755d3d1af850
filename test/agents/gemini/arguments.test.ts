import { expect, test } from 'vitest';
import { startGemini } from '../../../src/agents/gemini/gemini.ts';
import { NO_USAGE } from '../../../src/agents/port.ts';
import { makeCall, type CallChange } from '../make-call.ts';

const start = (change: CallChange = {}) => startGemini(makeCall({ folder: '/project', stepFolder: '/step' }, change));

test('only what is asked for is an argument, and the prompt is none', () => {
  expect(start({ prompt: 'x'.repeat(300_000) })).toMatchObject({ stdin: 'x'.repeat(300_000) });
  expect(start().args).toEqual(['--output-format=stream-json', '--approval-mode=yolo', '--include-directories=/step']);
});

test('model and conversation', () => {
  const { args } = start({ model: 'opus', resume: { id: 'abc', reported: NO_USAGE } });
  expect(args.slice(3)).toEqual(['--model', 'pro', '--resume', 'abc']);
});

test('a prompt that begins with a slash is no command', () => {
  expect(start({ prompt: '/quit, it said' }).stdin).toBe('\n/quit, it said');
});
