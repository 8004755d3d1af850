import type * as z from 'zod/mini';
import { choice, group, list, orNull, text, texts, time, whole } from '../field.ts';

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

export type VerdictDocument = z.output<typeof verdictDocument>;
