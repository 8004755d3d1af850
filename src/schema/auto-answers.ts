import type * as z from 'zod/mini';
import { choice, flag, group, list, text, whole } from './field.ts';
import { type Wanted, wanted } from './wanted.ts';

/* What a reviewer of a task's work answers. */

const reviewAnswer = group(
  {
    answers: list(
      group(
        {
          finding: whole('The number of the finding.', { min: 1 }),
          allow: flag('Whether the task asks for it.'),
          quote: text('The words of the task that do; empty where there are none.'),
          reason: text('One sentence about why.'),
        },
        'What is to be done about one finding.',
      ),
      'One for each finding.',
    ),
    acceptance: list(
      group(
        {
          line: text('A line of “Done when”.'),
          held: choice(['met', 'not_met', 'cannot_be_seen'], 'Whether the change makes it hold.'),
          reason: text('One sentence about why.'),
        },
        'Whether one line holds.',
      ),
      'One for each line that is listed.',
    ),
  },
  'A review of one change.',
);

export type ReviewAnswer = z.output<typeof reviewAnswer>;

/** `findings`: how many were asked about. */
export function wantedReview({ findings }: { readonly findings: number }): Wanted<ReviewAnswer> {
  return wanted(reviewAnswer, function* ({ answers }) {
    for (let number = 1; number <= findings; number += 1)
      if (!answers.some(({ finding }) => finding === number))
        yield { at: ['answers'], expected: { kind: 'rule', rule: 'not-reviewed', finding: number }, got: answers };
  });
}

const probesAnswer = group(
  {
    probes: list(
      group(
        {
          line: text('The line of “Done when” that it tries.'),
          file: text('A new file, from the project’s root.'),
          content: text('The whole file.'),
          command: text('One line for the shell that runs it.'),
        },
        'A script that tries one line.',
      ),
      'One for each line that a program can try.',
    ),
  },
  'How to find out whether a change does what its task promises.',
);

export type ProbesAnswer = z.output<typeof probesAnswer>;

export function wantedProbes(): Wanted<ProbesAnswer> {
  return wanted(probesAnswer, function* ({ probes }) {
    for (const [n, { file }] of probes.entries())
      if (!isInProject(file))
        yield { at: ['probes', n, 'file'], expected: { kind: 'rule', rule: 'outside-project' }, got: file };
  });
}

function isInProject(file: string): boolean {
  const parts = file.split('/');
  return file.length <= 200 && parts.every((part) => part !== '' && part !== '.' && part !== '..');
}
