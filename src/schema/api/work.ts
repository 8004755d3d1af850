import type * as z from 'zod/mini';
import { flag, group, orNull, text, texts, time } from '../field.ts';
import { conductor, spentInAll } from '../views/accounts.ts';
import { nothing, route } from './route.ts';

/* What routes of runs and of sessions have in common. */

export const requested = group(
  {
    id: text('The work it was recorded for.'),
    conductor,
    is_launched: flag('Whether a process was started to continue the work, because none was running.'),
  },
  'What a person decided was recorded.',
);

/** The fields of a step, from its start to its outcome. */
export const recordedStep = {
  effect: text('Names its log.'),
  started_at: time('When it started.'),
  ended_at: orNull(time('When it ended; null while it runs.')),
  outcome: orNull(text('The event it ended with: `built`, `gated`, `step_failed`, `asked`, `interrupted` …')),
  reason: orNull(text('Why it failed.')),
  spent: orNull(spentInAll),
  models: texts('The models that were called.'),
  is_running: flag('Whether it is in flight.'),
};

export function rerunRoute<P extends z.ZodMiniType, S extends z.ZodMiniType>(params: P, step: S) {
  const body = group({ step }, 'Which step.');
  return route('Repeats one step and everything after it.', requested, { params, body });
}

export function syncRoute<P extends z.ZodMiniType>(params: P) {
  return route('Fetches the status of published work and acts on it.', requested, { params, body: nothing });
}
