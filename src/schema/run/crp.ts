import type * as z from 'zod/mini';
import { choice, group, list, matching, orNull, text, time } from '../field.ts';
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
