import type * as z from 'zod/mini';
import { group, text, texts, whole } from '../field.ts';

export const configRefiner = group(
  {
    model: text('Model of the Refiner.'),
    auto_fill: group(
      { allowed: texts('Kinds of gaps it may fill.'), forbidden: texts('Kinds it may never fill.') },
      'What it may decide by itself.',
    ),
    delegation_keywords: texts('Words in a briefing that let it fill everything not forbidden.'),
    max_refinement_iterations: whole('How often it may refine again.'),
  },
  'Settings of the Refiner.',
);

export type ConfigRefiner = z.output<typeof configRefiner>;
