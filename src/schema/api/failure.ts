import * as z from 'zod/mini';
import { group, list, meaning, orNull, record, text } from '../field.ts';

/** Something that is wrong with a value, at its place. */
export const fieldProblem = group(
  {
    path: text('Like `timeouts.builder` or `roles.builder.model`; empty for the whole.'),
    message: text('What is wrong, in the asked language.'),
    expected: text('What belongs there.'),
    got: text('What was found, cut to 60 characters.'),
  },
  'One thing that is wrong.',
);

/** What every answer is that is not the wanted one. */
export const failureAnswer = group(
  {
    error: group(
      {
        code: text('Stable, with dots: as the command line has it, or `http.…`, `body.invalid`.'),
        params: record('any', meaning(z.unknown(), 'A value.'), 'What the sentence is made of.'),
        message: text('What happened, in the asked language.'),
        hint: orNull(text('What to do.')),
        path: orNull(text('The file it is about.')),
        problems: list(fieldProblem, 'Where a body or a document is wrong; else empty.'),
      },
      'What went wrong.',
    ),
  },
  'A failure.',
);

export type FailureAnswer = z.output<typeof failureAnswer>;
