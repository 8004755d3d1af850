import type * as z from 'zod/mini';
import { choice, group, list, matching, maybe, orNull, text, time, whole } from '../field.ts';

const phase = choice(
  ['refine', 'build', 'verify', 'gate', 'waiting_human', 'ready_for_merge', 'completed', 'failed', 'stopped'],
  'What the run is doing.',
);

const agent = group(
  {
    status: choice(['pending', 'running', 'completed', 'failed', 'timeout', 'waiting_human'], 'Status of its step.'),
    started_at: maybe(time('When its step began.')),
    completed_at: maybe(time('When its step ended.')),
    error: maybe(text('Why it failed.')),
  },
  'One agent.',
);

export const runStateDocument = group(
  {
    run_id: matching('run-id', 'Id of the run.'),
    phase,
    iteration: whole('Which round of build, verify, gate this is.'),
    max_iterations: whole('How many rounds there may be.', { min: 1 }),
    started_at: time('When the run began.'),
    updated_at: time('When it last changed.'),
    agents: group({ refiner: agent, builder: agent, verifier: agent, gatekeeper: agent }, 'The four agents.'),
    pending_crp: orNull(matching('crp-id', 'The consultation request that waits for a person.')),
    history: list(
      group(
        { phase, result: text('How the phase ended.'), timestamp: time('When it ended.') },
        'One phase that ended.',
      ),
      'The phases so far.',
    ),
  },
  'The state of a run.',
);

export type RunStateDocument = z.output<typeof runStateDocument>;
