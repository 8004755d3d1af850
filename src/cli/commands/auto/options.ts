import path from 'node:path';
import { throwFailure } from '../../../base/failure.ts';
import type { NewAuto } from '../../../engine/door/auto.ts';
import type { Context, Input } from '../../context.ts';

const modes = ['normal', 'ultra-thin', 'ralph'] as const;

/** What the flags of `auto` ask for. */
export function readAutoOptions({ cwd }: Pick<Context, 'cwd'>, input: Input): NewAuto {
  const { options, flags } = input;
  const mode = modeIn(input);
  const numbers: Partial<Record<(typeof counted)[number]['name'], number>> = {};
  for (const { name, least } of counted) {
    const value = options[name];
    if (value === undefined) continue;
    const number = /^\d{1,9}$/.test(value) ? Number(value) : -1;
    if (number < least) throwFailure('usage.not_a_number', { option: `--${name}`, value, least });
    numbers[name] = number;
  }
  const { tasks, base } = options;
  return {
    mode,
    tasks: tasks === undefined ? undefined : path.resolve(cwd, tasks),
    base,
    parallel: numbers.parallel,
    retryLimit: numbers['retry-limit'],
    resumes: flags.has('resume'),
    rebuilds: flags.has('rebuild-state'),
    phase: numbers.phase,
    iterations: numbers['max-iterations'],
  };
}

const counted = [
  { name: 'phase', least: 0 },
  { name: 'parallel', least: 0 },
  { name: 'retry-limit', least: 0 },
  { name: 'max-iterations', least: 1 },
] as const;

function modeIn({ options, flags }: Input): NewAuto['mode'] {
  const value = options['mode'];
  const isThin = flags.has('ultra-thin');
  const choices = isThin ? (['ultra-thin'] as const) : modes;
  if (value === undefined) return isThin ? 'ultra-thin' : undefined;
  const mode = choices.find((one) => one === value);
  return mode ?? throwFailure('usage.not_a_choice', { option: '--mode', value, choices });
}
