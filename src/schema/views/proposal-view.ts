import type * as z from 'zod/mini';
import { choice, flag, group, list, orNull, text, whole } from '../field.ts';

/** Published work as faces see it. */
export const proposalView = group(
  {
    kind: choice(['branch', 'pull-request'], 'What was published.'),
    state: choice(['open', 'closed', 'merged'], 'Its status.'),
    remote: text('Name of the remote.'),
    branch: text('Its branch there.'),
    base: text('The branch that it is to be merged into.'),
    commit: text('What was pushed.'),
    number: orNull(whole('Number of the pull request; null where there is none.')),
    url: orNull(text('Its address.')),
    link: orNull(text('Where one is opened by hand.')),
    draft: flag('Whether it is a draft.'),
    checks: orNull(
      group(
        { pending: whole('Still running.'), passed: whole('Passed.'), failed: whole('Failed.') },
        'Its checks, as last read.',
      ),
    ),
    others: list(
      group(
        {
          id: text('Id on the host.'),
          author: text('Who said it.'),
          text: text('The beginning of it.'),
          url: text('Where.'),
        },
        'A remark.',
      ),
      'What people without write access said: no agent gets it.',
    ),
    remarks: group(
      { given: whole('Given to an agent.'), answered: whole('Answered on the host.') },
      'What people with write access and checks said.',
    ),
    trouble: orNull(
      group(
        {
          why: text('What was in the way.'),
          host: text('Of which host, or remote.'),
          program: orNull(text('The program that speaks with it.')),
          detail: text('What was said.'),
          seconds: orNull(whole('How long the host wants to be left alone.')),
        },
        'Why host or remote did not do what was asked last.',
      ),
    ),
    read_at: orNull(text('When it was last looked after.')),
  },
  'What was published of it, and what became of that.',
);

export type ProposalView = z.output<typeof proposalView>;
