import { describe, expect, test } from 'vitest';
import { repeatOptions } from '../../src/cli/repeated-options.ts';

const words = {
  plain: 'run the tests of orchestral again',
  kept: 'continue: orchestral auto --resume',
  stop: 'stop it: orchestral auto stop; or see: orchestral logs',
  next: (command: string) => `next: ${command}`,
  failure: (run: string) => ({ message: `${run} failed`, hint: `orchestral resume ${run}`, other: null }),
};

describe('commands repeat what the command line was given', () => {
  test('nothing, where it was given nothing', () => {
    expect(repeatOptions(words, {})).toBe(words);
  });

  test('the project everywhere, the agent where agents are called', () => {
    const repeated = repeatOptions(words, { project: "it's here", agent: 'rehearsal:play.yaml', model: 'opus' });
    const project = `--project 'it'\\''s here'`;
    const agent = '--agent rehearsal:play.yaml --model opus';
    expect(repeated.plain).toBe(words.plain);
    expect(repeated.kept).toBe(`continue: orchestral ${project} ${agent} auto --resume`);
    expect(repeated.stop).toBe(`stop it: orchestral ${project} auto stop; or see: orchestral ${project} logs`);
    expect(repeated.next('orchestral resume')).toBe(`next: orchestral ${project} ${agent} resume`);
    expect(repeated.next(repeated.next('orchestral resume'))).toBe(`next: next: orchestral ${project} ${agent} resume`);
    expect(repeated.failure('r1')).toEqual({
      message: 'r1 failed',
      hint: `orchestral ${project} ${agent} resume r1`,
      other: null,
    });
  });

  test('an agent alone', () => {
    const { kept, stop } = repeatOptions(words, { agent: 'codex' });
    expect(kept).toBe('continue: orchestral --agent codex auto --resume');
    expect(stop).toBe(words.stop);
  });
});
