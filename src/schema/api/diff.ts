import type * as z from 'zod/mini';
import { choice, flag, group, list, maybe, orNull, text, whole } from '../field.ts';

const changedFile = group(
  {
    path: text('Its path now, or before it was deleted.'),
    from: orNull(text('Its path before, where it was renamed or copied.')),
    kind: choice(['added', 'modified', 'deleted', 'renamed', 'copied', 'type_changed', 'unmerged'], 'What happened.'),
    added: orNull(whole('Lines; null for a binary file.')),
    deleted: orNull(whole('Lines; null for a binary file.')),
    mode: text('As git writes it: 100644, 100755, 120000, 160000, 000000.'),
    content: orNull(text('Name of its content now; null where it is gone. A mark that it was viewed belongs to this.')),
    is_test: flag('Whether it belongs to the tests or to how they are run.'),
  },
  'One changed file.',
);

export type ApiChangedFile = z.output<typeof changedFile>;

export const changes = group(
  {
    from: text('The commit before.'),
    to: text('The commit after.'),
    files: list(changedFile, 'In the order of their paths.'),
  },
  'What is different between two commits.',
);

const line = group(
  {
    kind: choice(['same', 'removed', 'added'], 'Which side it is on.'),
    before: orNull(whole('Its number in the old file.', { min: 1 })),
    after: orNull(whole('Its number in the new file.', { min: 1 })),
    text: text('Without the end of the line.'),
  },
  'One line.',
);

export const fileDiff = group(
  {
    ...changedFile.shape,
    is_binary: flag('Whether there are no lines to show.'),
    is_cut: flag('Whether there are more lines than are shown.'),
    hunks: list(
      group(
        {
          before: group({ start: whole('First line.'), lines: whole('How many.') }, 'In the old file.'),
          after: group({ start: whole('First line.'), lines: whole('How many.') }, 'In the new file.'),
          heading: text('What git writes behind the numbers.'),
          lines: list(line, 'With lines around it that are the same.'),
        },
        'Lines that belong together.',
      ),
      'In the order of the file.',
    ),
  },
  'The difference of one file.',
);

export type FileDiff = z.output<typeof fileDiff>;

/** Which two trees of a run are compared. */
export const rangeQuery = {
  from: maybe(text('`base` (the default), the number of a round, or a commit that the run names.')),
  to: maybe(text('The number of a round, or a commit that the run names; the newest work by default.')),
};

export const fileQuery = {
  path: text('One of the changed files.'),
  context: maybe(text('Lines that are the same around each hunk, 0 to 1000; 3 by default.')),
};
