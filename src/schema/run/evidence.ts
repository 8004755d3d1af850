import type * as z from 'zod/mini';
import { amount, group, list, matching, orNull, text, texts, whole } from '../field.ts';
import type { Finding } from '../finding.ts';

export const evidenceDocument = group(
  {
    tests: group(
      {
        total: whole('All tests.'),
        passed: whole('Tests that passed.'),
        failed: whole('Tests that failed.'),
        coverage: orNull(amount('Per cent covered; null when not measured.', { max: 100 })),
      },
      'What the tests did; skipped ones are in the total only.',
    ),
    files_changed: texts('Paths of the changed files.'),
    decisions: list(matching('vcr-id', 'A resolution.'), 'The resolutions that shaped the work.'),
    iterations: whole('How many rounds it took.'),
    logs: group(
      {
        refiner: text('Path of the log, from the run’s folder.'),
        builder: text('Path of the log, from the run’s folder.'),
        verifier: text('Path of the log, from the run’s folder.'),
        gatekeeper: text('Path of the log, from the run’s folder.'),
      },
      'Where each agent’s log is.',
    ),
  },
  'Why the work may be merged: numbers measured by Orchestral.',
);

export type EvidenceDocument = z.output<typeof evidenceDocument>;

export function* evidenceRules({ tests }: EvidenceDocument): Iterable<Finding> {
  const sum = tests.passed + tests.failed;
  if (sum <= tests.total) return;
  yield { at: ['tests', 'total'], expected: { kind: 'rule', rule: 'does-not-add-up', sum }, got: tests.total };
}
