import * as z from 'zod/mini';
import { amount, group, list, meaning, orNull, text, texts, time, whole } from '../field.ts';
import type { Finding } from '../finding.ts';
import { countsAddUp } from '../rules.ts';

export const results = group(
  {
    command: text('The command that ran the tests.'),
    exit_code: orNull(meaning(z.int(), 'Its exit code; null when it was ended by a signal.')),
    total: whole('All tests: passed, failed and skipped.'),
    passed: whole('Tests that passed.'),
    failed: whole('Tests that failed.'),
    skipped: whole('Tests that were skipped.'),
    coverage: orNull(amount('Per cent of changed lines, else of all; null when not measured.', { max: 100 })),
    failures: list(
      group({ test: text('Name of the test.'), reason: text('Why it failed.') }, 'One failure.'),
      'The tests that failed.',
    ),
    edge_cases_tested: texts('Edge cases the tests try.'),
    adversarial_findings: texts('What attacks on the code found.'),
    duration_ms: amount('How long the tests took.'),
    executed_at: time('When they ran.'),
  },
  'What the Verifier’s tests did, measured by Orchestral.',
);

export type Results = z.output<typeof results>;

export function resultsRules(value: Results): Iterable<Finding> {
  return countsAddUp([], value);
}
