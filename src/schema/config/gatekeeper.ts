import type * as z from 'zod/mini';
import { amount, flag, group, text, texts, whole } from '../field.ts';

export const configGatekeeper = group(
  {
    model: text('Model of the Gatekeeper.'),
    pass_criteria: group(
      {
        tests_passing: flag('Whether all tests must pass.'),
        no_critical_issues: flag('Whether a critical issue fails the run.'),
        min_test_coverage: amount('Per cent that must be covered.', { max: 100 }),
      },
      'What a PASS needs.',
    ),
    max_iterations: whole('How many rounds a run may take; the smaller of this and global.json’s counts.', { min: 1 }),
    auto_crp_triggers: texts('What always asks a person.'),
  },
  'Settings of the Gatekeeper.',
);

export type ConfigGatekeeper = z.output<typeof configGatekeeper>;
