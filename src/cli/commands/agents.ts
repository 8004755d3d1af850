import { failure } from '../../base/failure.ts';
import { err } from '../../base/result.ts';
import { nearestOf } from '../../schema/nearest.ts';
import type { Run } from '../context.ts';

/** Two commands in one: what there is, and a trial of one of them. */
export const run: Run = async (context, input) => {
  const [word, ...rest] = input.args;
  if (word === undefined) return (await import('./agents/list.ts')).run(context, input);
  if (word === 'test') return (await import('./agents/test.ts')).run(context, { ...input, args: rest });
  return err(
    failure('usage.unknown_command', { command: `agents ${word}`, suggestion: nearestOf(word, ['test']) ?? null }),
  );
};
