import type * as z from 'zod/mini';
import { choice, flag, group, list, matching, orNull, text, time } from '../field.ts';
import type { Finding } from '../finding.ts';
import { idsOnce } from '../rules.ts';

export const crp = group(
  {
    crp_id: matching('crp-id', 'Id of the request.'),
    created_at: time('When it was made.'),
    created_by: text('Who asks.'),
    type: choice(
      ['clarification', 'architecture', 'security_concern', 'breaking_change', 'external_dependency_addition', 'other'],
      'What it is about.',
    ),
    question: text('The question.'),
    context: text('What the person needs to know to answer.'),
    options: list(
      group(
        {
          id: text('What a decision names.'),
          label: text('The option in a few words.'),
          description: text('What it means.'),
          risk: text('What may go wrong.'),
        },
        'One option.',
      ),
      'The answers to choose from.',
    ),
    recommendation: orNull(text('Id of the option the asker would take.')),
    status: choice(['pending', 'resolved'], 'Whether it is answered.'),
  },
  'Consultation Request Pack: a question that only a person may answer.',
);

export type Crp = z.output<typeof crp>;

export function* crpRules({ options, recommendation }: Pick<Crp, 'options' | 'recommendation'>): Iterable<Finding> {
  yield* idsOnce(['options'], options);
  const ids = options.map((option) => option.id);
  if (recommendation === null || ids.includes(recommendation)) return;
  const expected = { kind: 'rule', rule: 'not-an-option', options: ids.slice(0, 20) } as const;
  yield { at: ['recommendation'], expected, got: recommendation };
}

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
