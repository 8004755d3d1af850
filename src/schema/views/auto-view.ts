import type * as z from 'zod/mini';
import { amount, choice, flag, group, list, orNull, record, text, texts, whole } from '../field.ts';
import { spentByRole } from './accounts.ts';
import { proposalView } from './proposal-view.ts';

const status = ['pending', 'ready', 'in_progress', 'completed', 'failed', 'blocked'] as const;

export const taskView = group(
  {
    id: text('Its id.'),
    title: text('What it is called.'),
    phase: whole('Its phase.'),
    status: choice(status, 'Its status.'),
    step: choice(
      ['work', 'probe', 'wait', 'merge', 'resolve', 'review', 'hold'],
      'What is next, or being done; `hold`: a person decides.',
    ),
    needs: texts('The tasks that come before it.'),
    attempts: whole('Failed attempts since it was last opened.'),
    failure: orNull(
      group({ kind: text('What kind of failure.'), message: text('One line about it.') }, 'Of the last attempt.'),
    ),
    seconds: amount('What agents took for it so far.'),
    is_skipped: flag('Whether a person said that it is not needed.'),
  },
  'One task of the graph.',
);

export type TaskView = z.output<typeof taskView>;

const phase = group(
  {
    phase: whole('Its number.'),
    total: whole('Tasks.'),
    completed: whole('Tasks that are done.'),
    failed: whole('Tasks that failed.'),
    blocked: whole('Tasks that a failed one keeps from beginning.'),
    running: whole('Tasks that are worked on.'),
  },
  'How far a phase is.',
);

/** A task graph as faces see it, without its tasks. */
const autoView = group(
  {
    project: text('Its name.'),
    mode: choice(['normal', 'ultra-thin', 'ralph'], 'How it is worked through.'),
    stage: choice(['prepare', 'begin', 'tasks', 'repair', 'deliver', 'done'], 'What the graph as a whole is at.'),
    phase: whole('The current phase.'),
    base: orNull(
      group(
        { branch: text('Its branch.'), commit: text('Its commit.'), tree: text('The tree of that.') },
        'The person’s branch, once it was started.',
      ),
    ),
    branch: orNull(text('Of the phase.')),
    worktree: orNull(text('Where the phase is checked, from the root of the worktrees.')),
    counts: group(
      {
        total: whole('All tasks.'),
        pending: whole('Tasks that wait for others.'),
        ready: whole('Tasks that can begin.'),
        in_progress: whole('Tasks that are running.'),
        completed: whole('Tasks that are done.'),
        failed: whole('Tasks that failed.'),
        blocked: whole('Tasks that a failed one keeps from beginning.'),
        skipped: whole('Of those done, tasks that nobody needed.'),
      },
      'How many tasks stand where.',
    ),
    phases: list(phase, 'Its phases, in their order.'),
    delivered: list(whole('A phase.'), 'Phases that are on the person’s branch.'),
    left_alone: orNull(
      group(
        { why: text('What is in the way.'), detail: texts('Paths or tests.') },
        'Why finished phases are not on the person’s branch.',
      ),
    ),
    pull_request: orNull(proposalView),
    asks: orNull(whole('The phase that a person has to allow.')),
    only_phase_over: orNull(whole('The only phase that was asked for (`--phase`), once it is over.')),
    stuck: orNull(
      group({ phase: whole('Its number.'), reason: text('What is red.') }, 'A phase whose merged tree stays red.'),
    ),
    is_stopped: flag('Whether a person stopped it.'),
    has_measured: flag('Whether the time of any task was measured, so that the rest can be estimated.'),
    running: texts('Effects that were started and have no outcome yet.'),
    seconds: amount('What agents took, one after the other.'),
    spent: spentByRole,
    wasted: group({ cost_usd: amount('Dollars.'), seconds: amount('Time.') }, 'What failed attempts took.'),
    started_at: text('When it began.'),
    updated_at: text('When it last changed.'),
  },
  'A task graph.',
);

export type AutoView = z.output<typeof autoView>;

/** With all of its tasks. */
export const graphView = group(
  {
    ...autoView.shape,
    order: texts('The tasks in the order of the list.'),
    tasks: record('any', taskView, 'The tasks by id.'),
  },
  'A task graph with its tasks.',
);

export type GraphView = z.output<typeof graphView>;
