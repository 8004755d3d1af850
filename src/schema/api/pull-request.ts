import type * as z from 'zod/mini';
import { group, orNull, text } from '../field.ts';
import { proposalView } from '../views/proposal-view.ts';

/** Published work, and what was in the way last, in the person's language. */
export const pullRequest = group(
  {
    ...proposalView.shape,
    says: orNull(
      group(
        { message: text('What was in the way.'), hint: orNull(text('What to do about it.')) },
        'The trouble, said.',
      ),
    ),
  },
  'What was published, and what became of it.',
);

export type PullRequest = z.output<typeof pullRequest>;
