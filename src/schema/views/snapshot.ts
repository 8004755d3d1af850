import * as z from 'zod/mini';
import { choice, exactly, flag, group, list, meaning, orNull, text, whole } from '../field.ts';
import { conductor, spentInAll } from './accounts.ts';
import { graphView } from './auto-view.ts';
import { runView } from './run-view.ts';
import { sessionView } from './session-view.ts';

const waiting = meaning(
  z.discriminatedUnion('kind', [
    group(
      { kind: exactly('question', ''), run_id: text('The run that asks.'), crp_id: text('The question.') },
      'A question waits for an answer.',
    ),
    group(
      { kind: exactly('pack', ''), run_id: text('The run.'), commit: text('What approving would merge.') },
      'A pack waits for approval.',
    ),
    group(
      {
        kind: exactly('checkout', ''),
        of: choice(['run', 'session', 'auto'], 'The workflow.'),
        id: text('Id of the run or the request; empty for the task graph.'),
        why: text('What is in the way.'),
      },
      'Finished work waits for the person’s checkout.',
    ),
    group({ kind: exactly('phase', ''), phase: whole('Its number.') }, 'A phase waits to be allowed.'),
  ]),
  'Something that only a person can decide.',
);

export type Waiting = z.output<typeof waiting>;

/** All of a project at one moment, as faces see it. */
export const snapshot = group(
  {
    version: exactly(1, 'Version of this format.'),
    cursor: text('Events after this one are not in the snapshot.'),
    project: group(
      {
        path: text('Its folder.'),
        hash: text('Short for the path.'),
        is_prepared: flag('Whether it has a configuration.'),
      },
      'The project.',
    ),
    runs: list(group({ ...runView.shape, conductor }, 'A run.'), 'The runs, latest first.'),
    sessions: list(group({ ...sessionView.shape, conductor }, 'A session.'), 'The sessions, latest change first.'),
    auto: orNull(group({ ...graphView.shape, conductor }, 'The task graph; null when there is none.')),
    waiting: list(waiting, 'What waits for a person.'),
    spent: spentInAll,
    unreadable: list(
      group(
        { log: text('The log, from the project.'), code: text('Why it cannot be read.') },
        'A log that this program cannot read.',
      ),
      'What is missing in this snapshot.',
    ),
  },
  'All of a project at one moment.',
);

export type Snapshot = z.output<typeof snapshot>;
