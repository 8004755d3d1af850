import type * as z from 'zod/mini';
import { flag, group, matching, text, time } from '../field.ts';
import type { Finding } from '../finding.ts';

export const vcr = group(
  {
    vcr_id: matching('vcr-id', 'Id of the resolution.'),
    crp_id: matching('crp-id', 'The request it answers.'),
    created_at: time('When it was made.'),
    decision: text('Id of the option taken, or `other`.'),
    rationale: text('Why.'),
    additional_notes: text('Anything to add; with `other`, the answer itself.'),
    applies_to_future: flag('Whether it also answers the same question in later runs.'),
  },
  'Version Controlled Resolution: a person’s answer to a consultation request.',
);

export type Vcr = z.output<typeof vcr>;

export function* vcrRules({ decision, additional_notes }: Vcr): Iterable<Finding> {
  if (decision !== 'other' || additional_notes.trim() !== '') return;
  yield { at: ['additional_notes'], expected: { kind: 'rule', rule: 'other-needs-notes' }, got: additional_notes };
}
