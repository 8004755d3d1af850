import * as z from 'zod/mini';
import { amount, choice, group, list, matching, meaning, orNull, text, texts, time, whole } from '../field.ts';
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

export const verdictDocument = group(
  {
    verdict: choice(['PASS', 'FAIL', 'NEEDS_HUMAN'], 'The judgement.'),
    reason: text('Why.'),
    issues: list(
      group(
        {
          severity: choice(['critical', 'major', 'minor'], 'How grave it is.'),
          file: orNull(text('The file, where it is about one.')),
          line: orNull(whole('The line, where it is about one.', { min: 1 })),
          message: text('What is wrong.'),
        },
        'One issue.',
      ),
      'What the review found.',
    ),
    triggers: texts('Reasons to ask a person, as gatekeeper.json names them.'),
    created_at: time('When it was given.'),
  },
  'The Gatekeeper’s judgement.',
);

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
