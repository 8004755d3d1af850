import { throwFailure } from '../../base/failure.ts';
import { nearestOf } from '../../schema/nearest.ts';
import type { Run } from '../context.ts';

/** Each with how many words may follow it, at least and at most. */
const words = {
  status: { takes: [0, 0], load: async () => (await import('./auto/tasks.ts')).status },
  stop: { takes: [0, 0], load: async () => (await import('./auto/tasks.ts')).stop },
  next: { takes: [0, 0], load: async () => (await import('./auto/protocol.ts')).next },
  exec: { takes: [1, 1], load: async () => (await import('./auto/protocol.ts')).execute },
  retry: { takes: [1, Infinity], load: async () => (await import('./auto/tasks.ts')).mark('retry') },
  complete: { takes: [1, Infinity], load: async () => (await import('./auto/tasks.ts')).mark('complete') },
  skip: { takes: [1, Infinity], load: async () => (await import('./auto/tasks.ts')).mark('skip') },
  review: { takes: [0, 1], load: async () => (await import('./answer.ts')).reviewTasks },
  import: { takes: [0, 1], load: async () => (await import('./auto/tasks.ts')).importTasks },
} as const;

/** Without a word it begins or goes on. */
export const run: Run = async (context, input) => {
  const [first, ...rest] = input.args;
  if (first === undefined) {
    if (input.flags.has('dry-run')) return (await import('./auto/tasks.ts')).dryRun(context, input);
    return (await import('./auto/conduct.ts')).begin(context, input);
  }
  if (!isWord(first))
    return throwFailure('usage.unknown_command', { command: `auto ${first}`, suggestion: meantBy(first) });
  const { takes, load } = words[first];
  if (rest.length < takes[0]) throwFailure('usage.argument_missing', { command: `auto ${first}`, missing: 'ID' });
  if (rest.length > takes[1]) throwFailure('usage.too_many_arguments', { command: 'auto' });
  return (await load())(context, { ...input, args: rest });
};

function isWord(word: string): word is keyof typeof words {
  return Object.hasOwn(words, word);
}

const options = ['resume', 'dry-run', 'ultra-thin', 'rebuild-state'];

/** What is an option here, or a command of its own, is easily taken for a word. */
function meantBy(word: string): string | null {
  if (word === 'apply') return 'apply';
  if (word.endsWith('.md')) return `auto --tasks ${word}`;
  const near = nearestOf(word, [...Object.keys(words), ...options]);
  if (near === undefined) return null;
  return options.includes(near) ? `auto --${near}` : `auto ${near}`;
}
