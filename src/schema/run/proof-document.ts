import type * as z from 'zod/mini';
import { amount, choice, flag, group, list, maybe, orNull, text, texts, whole } from '../field.ts';

const commit = (description: string) => group({ commit: text('The commit.'), tree: text('Its tree.') }, description);

const tests = (description: string) =>
  group({ count: whole('How many there are.'), names: texts('The first of them.') }, description);

const place = {
  path: text('The file.'),
  line: whole('Where it begins.'),
  lines: whole('How many lines it has.'),
};

/** `mrp/proof.json`: what was found out about the work, and by which runs of tests. */
export const proofDocument = group(
  {
    baseline: commit('What the work began with.'),
    candidate: commit('The work.'),
    runs: list(
      group(
        {
          kind: choice(
            [
              'baseline',
              'candidate',
              'old_tests',
              'new_tests',
              'regression',
              'red',
              'hollow',
              'turned',
              'flaky',
              'earlier_round',
            ],
            'What was run: old_tests and new_tests are parts of the candidate; regression: old tests, new code; red: new tests, old code; hollow: tests that were changed, with code that returns nothing; turned: the same with code that returns something else; earlier_round: the work as an earlier round left it.',
          ),
          tree: text('The exact tree that it was run on.'),
          command: orNull(text('The command; null where there are no tests.')),
          total: whole('All tests.'),
          passed: whole('Tests that passed.'),
          failed: whole('Tests that failed.'),
          skipped: whole('Tests that were skipped.'),
          seconds: amount('How long it took.'),
          reused: flag('Whether it was run before, on the same tree in the same way.'),
        },
        'One run.',
      ),
      'What was run.',
    ),
    added: tests('Tests that only the work has.'),
    changed: tests('Tests of before that stand in changed files.'),
    proven: tests('Tests that fail without the work and pass with it.'),
    findings: list(
      group(
        {
          code: text('What kind of finding it is.'),
          says: text('The same in a sentence.'),
          to_allow: flag('Whether the person who approves the work has to allow it.'),
          tests: texts('Tests that it names.'),
          files: texts('Files that it names.'),
          items: list(
            group(
              {
                key: text('A test, a path, or a part of a file.'),
                file: text('The file.'),
                before: orNull(text('Hash of what stood there.')),
                after: orNull(text('Hash of the new content.')),
                was: orNull(text('What was demanded.')),
                now: orNull(text('What is demanded now.')),
              },
              'One thing that may be allowed.',
            ),
            'What may be allowed one by one.',
          ),
        },
        'One finding.',
      ),
      'What was found.',
    ),
    quotes: texts('Sentences of the request that speak of what is to be allowed.'),
    allowed: list(
      group(
        {
          code: text('The kind of finding.'),
          key: text('What was allowed.'),
          by: choice(['approval', 'start'], 'When the person allowed it.'),
        },
        'One thing that was allowed.',
      ),
      'What was allowed before this pack was shown.',
    ),
    hunks: maybe(
      group(
        {
          checked: list(
            group(
              {
                ...place,
                outcome: choice(
                  ['noticed', 'load', 'unnoticed'],
                  'Without it a test fails; tests cannot be loaded; all tests pass.',
                ),
                test: orNull(text('The first test that fails; null where none is named.')),
              },
              'One of them.',
            ),
            'Parts of the change that were taken back, each on its own.',
          ),
          skipped: list(group(place, 'One of them.'), 'For which there was no time.'),
          stopped: orNull(choice(['runs', 'time'], 'Which limit ended it; null where none did.')),
          percent: orNull(amount('Percent of the checked parts that a test notices; null where none was checked.')),
          wanted: orNull(amount('`min_proven` of the project; null where it wants nothing.')),
          seconds: amount('How long it took.'),
        },
        'Which parts of the change the tests notice. It is added once the pack is shown.',
      ),
    ),
  },
  'What was proven of the work, and what was not.',
);

export type ProofDocument = z.output<typeof proofDocument>;
