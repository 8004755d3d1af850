import * as z from 'zod/mini';
import { exactly, group, list, matching, maybe, meaning, record, text, texts, time } from './field.ts';
import type { Finding } from './finding.ts';
import { idsOnce } from './rules.ts';
import { project } from './session-state.ts';

const pattern = meaning(z.union([z.string(), z.record(z.string(), z.string())]), 'A convention, or several by name.');

export const knowledge = group(
  {
    version: exactly(1, 'Version of this format.'),
    project,
    patterns: record('any', pattern, 'Conventions by name; written by people.'),
    decisions: list(
      group(
        {
          id: matching('decision-id', 'Id of the decision.'),
          topic: text('What it is about.'),
          decision: text('What was decided.'),
          rationale: text('Why.'),
          refs: texts('Files it concerns.'),
          created_at: matching('date', 'The day it was made.'),
        },
        'One decision.',
      ),
      'Decisions that later work keeps to.',
    ),
    pitfalls: list(
      group(
        {
          id: matching('pitfall-id', 'Id of the pitfall.'),
          description: text('What goes wrong.'),
          reason: text('Why.'),
          learned_from: maybe(text('The task it was learned from.')),
        },
        'One pitfall.',
      ),
      'Mistakes not to make again.',
    ),
    updated_at: time('When it last changed.'),
  },
  'What has been learned about the project.',
);

export type Knowledge = z.output<typeof knowledge>;
export type Decision = Knowledge['decisions'][number];
export type Pitfall = Knowledge['pitfalls'][number];

export function* knowledgeRules(value: Knowledge): Iterable<Finding> {
  yield* idsOnce(['decisions'], value.decisions);
  yield* idsOnce(['pitfalls'], value.pitfalls);
}
