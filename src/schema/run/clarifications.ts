import * as z from 'zod/mini';
import { group, list, meaning, text } from '../field.ts';

export const clarifications = group(
  {
    clarifications: list(
      group(
        {
          topic: text('What was unclear.'),
          interpretation: text('How it was understood.'),
          rationale: text('Why.'),
        },
        'One clarification.',
      ),
      'How unclear parts of the briefing were understood.',
    ),
    auto_filled: list(
      group(
        {
          category: text('What kind of gap, as refiner.json names it.'),
          item: text('What was missing.'),
          value: meaning(z.union([z.string(), z.number(), z.boolean()]), 'What was filled in.'),
          rationale: text('Why.'),
        },
        'One gap.',
      ),
      'Gaps of the briefing that the Refiner filled.',
    ),
  },
  'How the Refiner read the briefing.',
);

export type Clarifications = z.output<typeof clarifications>;
