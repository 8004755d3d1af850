import type * as z from 'zod/mini';
import { amount, choice, flag, group, list, matching, orNull, text, texts, whole } from '../field.ts';
import { mergeRefusals } from '../merge-refusals.ts';
import { crp, vcr } from '../run/consultation.ts';
import { runStateDocument } from '../run/run-state.ts';
import { spentByRole } from './accounts.ts';
import { proposalView } from './proposal-view.ts';

const role = runStateDocument.shape.agents.shape.builder;

/** A run as faces see it. */
export const runView = group(
  {
    run_id: matching('run-id', 'Id of the run.'),
    folder: text('Where its documents lie.'),
    phase: runStateDocument.shape.phase,
    step: choice(
      [
        'prepare',
        'refine',
        'build',
        'verify',
        'test',
        'gate',
        'pack',
        'merge',
        'rebase',
        'waiting',
        'ready_for_merge',
        'undelivered',
        'proposed',
        'sync',
        'completed',
        'failed',
        'stopped',
      ],
      'What is being done, more exactly than the phase says.',
    ),
    iteration: whole('Which round of build, verify, gate this is.'),
    max_iterations: whole('How many rounds there may be.'),
    repeats: whole('How often the present step has failed and was repeated.'),
    base: group(
      { branch: orNull(text('Its branch; null in a folder without git.')), commit: text('Its commit.') },
      'What the work begins with and goes back to.',
    ),
    branch: orNull(text('The branch of the run; null in a folder without git.')),
    work: orNull(
      group({ commit: text('The commit.'), tree: text('Its tree.') }, 'What was built; approving merges this commit.'),
    ),
    tests: orNull(
      group(
        {
          total: whole('Tests that were run.'),
          passed: whole('Tests that passed.'),
          failed: whole('Tests that failed.'),
          skipped: whole('Tests that were skipped.'),
          coverage: orNull(amount('Percent; null where nobody measured.')),
          executed_at: text('When they ran.'),
        },
        'What Orchestral measured last; null before anything was tested.',
      ),
    ),
    question: orNull(crp),
    questions: list(crp, 'All that wait for an answer; `question` is the first.'),
    consultations: list(
      group(
        { crp, vcr: orNull(vcr), by_precedent: flag('Whether an earlier run had the answer.') },
        'A question and its answer.',
      ),
      'All questions so far.',
    ),
    refusal: orNull(
      group(
        {
          why: choice(mergeRefusals, 'What was in the way.'),
          detail: texts('Paths, tests or the branch.'),
        },
        'Why approved work was not merged.',
      ),
    ),
    undelivered: orNull(
      group(
        { why: text('What is in the way.'), detail: text('Where.') },
        'Why merged work is not in the person’s checkout.',
      ),
    ),
    pull_request: orNull(proposalView),
    merge: orNull(text('The merge commit, once there is one.')),
    failure: orNull(
      group(
        {
          error: text('What ended the run.'),
          step: text('The step it was at.'),
          reason: text('What the last attempt said.'),
        },
        'Why the run failed.',
      ),
    ),
    agents: group({ refiner: role, builder: role, verifier: role, gatekeeper: role }, 'The four agents.'),
    running: texts('Effects that were started and have no outcome yet.'),
    spent: spentByRole,
    started_at: text('When the run began.'),
    updated_at: text('When it last changed.'),
  },
  'A run.',
);

export type RunView = z.output<typeof runView>;
