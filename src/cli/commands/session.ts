import fs from 'node:fs';
import path from 'node:path';
import { throwFailure } from '../../base/failure.ts';
import { nearestOf } from '../../schema/nearest.ts';
import type { Context, Input, Run } from '../context.ts';
import { refuseCommandAsWork } from '../mistaken-command.ts';
import { projectOf } from '../project.ts';
import type { SessionInput } from './session/present.ts';

const words = {
  status: async () => (await import('./session/present.ts')).status,
  resume: async () => (await import('./session/conduct.ts')).resume,
  reset: async () => (await import('./session/present.ts')).reset,
  stop: async () => (await import('./session/present.ts')).stop,
  learn: async () => (await import('./session/present.ts')).learn,
} as const;

/** A single bare word may be about the session there is; anything longer is a request. */
export const run: Run = async (context, input) => {
  const [first = '', ...rest] = input.args;
  const isAlone = rest.length === 0 || (first === 'resume' && rest.length === 1);
  if (isAlone && isWord(first)) return (await words[first]())(context, readInput(context, { ...input, args: rest }));
  const suggestion = rest.length === 0 ? nearestOf(first, Object.keys(words)) : undefined;
  if (suggestion !== undefined)
    throwFailure('usage.unknown_command', { command: `session ${first}`, suggestion: `session ${suggestion}` });
  refuseCommandAsWork('session', input.args, context);
  return (await import('./session/conduct.ts')).begin(context, readInput(context, input));
};

function isWord(word: string): word is keyof typeof words {
  return Object.hasOwn(words, word);
}

function readInput(context: Context, { args, lists, flags }: Input): SessionInput {
  const references = (lists['reference'] ?? []).map((folder) => path.resolve(context.cwd, folder));
  const none = references.find((folder) => fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true);
  if (none !== undefined) throwFailure('project.not_a_folder', { folder: none });
  return {
    project: projectOf(context),
    args,
    references,
    merges: flags.has('merge'),
    allowsSuperseded: flags.has('allow-superseded'),
  };
}
