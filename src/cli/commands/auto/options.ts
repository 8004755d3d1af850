import path from 'node:path';
import { fail, type Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { NewAuto } from '../../../engine/door/auto.ts';
import type { Context, Input } from '../../context.ts';

const modes = ['normal', 'ultra-thin', 'ralph'] as const;

/** What the flags of `auto` ask for. */
export function readAutoOptions({ cwd }: Pick<Context, 'cwd'>, input: Input): Result<NewAuto, Failure> {
  const { options, flags } = input;
  const mode = modeIn(input);
  if (!mode.ok) return mode;
  const numbers: Partial<Record<(typeof counted)[number]['name'], number>> = {};
  for (const { name, least } of counted) {
    const value = options[name];
    if (value === undefined) continue;
    const number = /^\d{1,9}$/.test(value) ? Number(value) : -1;
    if (number < least) return fail('usage.not_a_number', { option: `--${name}`, value, least });
    numbers[name] = number;
  }
  const { tasks, base } = options;
  return ok({
    mode: mode.value,
    tasks: tasks === undefined ? undefined : path.resolve(cwd, tasks),
    base,
    parallel: numbers.parallel,
    retryLimit: numbers['retry-limit'],
    resumes: flags.has('resume'),
    rebuilds: flags.has('rebuild-state'),
    phase: numbers.phase,
    iterations: numbers['max-iterations'],
  });
}

const counted = [
  { name: 'phase', least: 0 },
  { name: 'parallel', least: 0 },
  { name: 'retry-limit', least: 0 },
  { name: 'max-iterations', least: 1 },
] as const;

function modeIn({ options, flags }: Input): Result<NewAuto['mode'], Failure> {
  const value = options['mode'];
  const isThin = flags.has('ultra-thin');
  const choices = isThin ? (['ultra-thin'] as const) : modes;
  if (value === undefined) return ok(isThin ? 'ultra-thin' : undefined);
  const mode = choices.find((one) => one === value);
  return mode === undefined ? fail('usage.not_a_choice', { option: '--mode', value, choices }) : ok(mode);
}
