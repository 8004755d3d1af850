import { fail } from '../../base/failure.ts';
import { nearestOf } from '../../schema/nearest.ts';
import type { Run } from '../context.ts';

const words = {
  status: async () => (await import('./session/present.ts')).status,
  resume: async () => (await import('./session/resume.ts')).run,
  reset: async () => (await import('./session/present.ts')).reset,
  stop: async () => (await import('./session/present.ts')).stop,
  learn: async () => (await import('./session/present.ts')).learn,
} as const;

/** A single bare word may be about the session there is; anything longer is a request. */
export const run: Run = async (context, input) => {
  const [first = '', ...rest] = input.args;
  const isAlone = rest.length === 0 || (first === 'resume' && rest.length === 1);
  if (isAlone && isWord(first)) return (await words[first]())(context, { ...input, args: rest });
  const suggestion = rest.length === 0 ? nearestOf(first, Object.keys(words)) : undefined;
  if (suggestion !== undefined)
    return fail('usage.unknown_command', { command: `session ${first}`, suggestion: `session ${suggestion}` });
  return (await import('./session/begin.ts')).run(context, input);
};

function isWord(word: string): word is keyof typeof words {
  return Object.hasOwn(words, word);
}
