import type * as z from 'zod/mini';
import { amount, group, orNull, record, text, whole } from '../field.ts';

const spending = group(
  {
    calls: whole('Finished calls of an agent.'),
    input_tokens: whole('Tokens read.'),
    output_tokens: whole('Tokens written.'),
    cost_usd: orNull(amount('Dollars; null when no call said what it cost.')),
    duration_ms: amount('How long the calls took, one after the other.'),
  },
  'What calls of agents took.',
);

export const spentInAll = spending;

export const spentByRole = record('any', spending, 'What calls of agents took, by role.');

export const conductor = orNull(
  group(
    {
      pid: whole('Process id.'),
      host: text('The machine it runs on.'),
      since: text('When it took over.'),
    },
    'The process that performs the steps; null when nobody does.',
  ),
);

export type ConductorView = z.output<typeof conductor>;
