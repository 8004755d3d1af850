import { fail } from '../../base/failure.ts';
import { nearestOf } from '../../schema/nearest.ts';
import type { Run } from '../context.ts';

const words = {
  status: () => import('./session/status.ts'),
  resume: () => import('./session/resume.ts'),
  reset: () => import('./session/reset.ts'),
  stop: () => import('./session/stop.ts'),
  learn: () => import('./session/learn.ts'),
} as const;

/** A single bare word may be about the session there is; anything longer is a request. */
export const run: Run = async (context, input) => {
  const [first = '', ...rest] = input.args;
  const isAlone = rest.length === 0 || (first === 'resume' && rest.length === 1);
  if (isAlone && isWord(first)) return (await words[first]()).run(context, { ...input, args: rest });
  const suggestion = rest.length === 0 ? nearestOf(first, Object.keys(words)) : undefined;
  if (suggestion !== undefined)
    return fail('usage.unknown_command', { command: `session ${first}`, suggestion: `session ${suggestion}` });
  return (await import('./session/begin.ts')).run(context, input);
};

function isWord(word: string): word is keyof typeof words {
  return Object.hasOwn(words, word);
}
