import type * as z from 'zod/mini';
import { choice, exactly, group, maybe, text, texts, whole } from '../field.ts';

export const configProject = group(
  {
    version: exactly(1, 'Version of this format.'),
    setup_command: maybe(text('Makes a fresh worktree usable.')),
    build_command: maybe(text('Builds the project.')),
    test_command: maybe(text('Runs the tests.')),
    test_timeout: maybe(whole('How long the tests of the untouched project may take, in milliseconds.')),
    superseded: maybe(
      choice(['review', 'ask', 'reject'], 'What a task list does with tests that new behaviour contradicts.'),
    ),
    min_proven: maybe(whole('Percent of changed hunks that an assertion must notice.', { max: 100 })),
    coverage_command: maybe(text('Runs the tests and measures coverage.')),
    copy: maybe(texts('Ignored files that worktrees need, such as `.env`.')),
    worktree_root: maybe(text('Folder the worktrees are made in.')),
  },
  'How this project is set up, built and tested; what is absent is detected.',
);

export type ConfigProject = z.output<typeof configProject>;
