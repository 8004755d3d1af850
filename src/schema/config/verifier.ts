import type * as z from 'zod/mini';
import { amount, flag, group, text, whole } from '../field.ts';

export const configVerifier = group(
  {
    model: text('Model of the Verifier.'),
    test_coverage: group(
      {
        min_percentage: amount('Per cent that must be covered.', { max: 100 }),
        require_edge_cases: flag('Whether edge cases must be tested.'),
        require_error_cases: flag('Whether error cases must be tested.'),
      },
      'What the tests must cover.',
    ),
    adversarial: group(
      { enabled: flag('Whether attacks are tried.'), max_attack_vectors: whole('How many kinds of attack.') },
      'Attacks on the code.',
    ),
  },
  'Settings of the Verifier.',
);

export type ConfigVerifier = z.output<typeof configVerifier>;
