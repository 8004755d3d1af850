import type * as z from 'zod/mini';
import { choice, flag, group, list, matching, orNull, text, texts, whole } from '../field.ts';
import { sessionStatus } from '../session-state.ts';
import { spentByRole } from './accounts.ts';
import { proposalView } from './proposal-view.ts';

const gate = group(
  {
    gate: choice(['GATE-1', 'GATE-2', 'GATE-3', 'GATE-4'], 'Its name.'),
    state: choice(['pending', 'passed', 'failed'], 'Its status.'),
    proof: orNull(
      group(
        {
          state: choice(['passed', 'failed', 'waived'], 'What was found.'),
          strength: texts('How strong the proof is.'),
          lines: texts('What was measured, in short.'),
          tree: orNull(text('The tree it was measured on.')),
          at: text('When.'),
        },
        'What was measured last; null where nobody measured.',
      ),
    ),
  },
  'A gate.',
);

const subtask = group(
  {
    id: matching('subtask-id', 'Its id.'),
    name: text('Its name.'),
    status: choice(['pending', 'in_progress', 'completed', 'failed'], 'Its status.'),
    phase: choice(['test_first', 'implementation', 'verification', 'complete'], 'What is being done for it.'),
    step: text('The step within the phase.'),
    is_current: flag('Whether it is the one that is worked on.'),
    implementation_retries: whole('How often it was implemented again.'),
    design_retries: whole('How often its task was designed again because of it.'),
    gates: list(gate, 'The gates reached so far.'),
  },
  'One subtask.',
);

const task = group(
  {
    id: matching('task-id', 'Its id.'),
    name: text('Its name.'),
    status: choice(['pending', 'in_progress', 'completed'], 'Its status.'),
    is_designed: flag('Whether its design contract was made.'),
    subtasks: list(subtask, 'Its subtasks, in the order they are done.'),
  },
  'One task.',
);

/** A session as faces see it. */
export const sessionView = group(
  {
    hash: matching('project-hash', 'The name of its folder.'),
    folder: text('Where its documents lie.'),
    request_id: matching('request-id', 'Id of the request.'),
    request: text('What was asked for, word for word.'),
    status: sessionStatus,
    stage: choice(['discovery', 'merge', 'loop', 'learn', 'complete'], 'What the request as a whole is at.'),
    current_task: text('The task that is worked on.'),
    tasks: list(task, 'Its tasks, in the order they are done.'),
    branch: orNull(text('The branch of the session; null before it knows where it works.')),
    commit: orNull(text('The commit of that branch: after the last completed subtask; null where `branch` is.')),
    base: orNull(
      group(
        { branch: text('Its branch.'), commit: text('Its commit.') },
        'What the work begins with; null before it knows where it works.',
      ),
    ),
    failure: orNull(group({ code: text('What stopped it.'), detail: text('What was said.') }, 'Why it stopped.')),
    delivery: orNull(
      group(
        {
          at: choice(
            ['wanted', 'left_alone', 'refused', 'proposed', 'sync', 'amend', 'done'],
            'How far it is; `proposed`: published, and others review it.',
          ),
          merge: orNull(text('The merge commit.')),
          why: orNull(text('What is in the way.')),
          detail: texts('Paths or tests.'),
        },
        'Bringing the finished work to its base; null before anybody asked for it.',
      ),
    ),
    pull_request: orNull(proposalView),
    takes_up_base: flag('Whether it is to take up its base as that is now.'),
    question: orNull(
      group(
        {
          at: choice(['GATE-1', 'GATE-2', 'merge'], 'What cannot go on without it.'),
          about: text('What `answer` names it by: a subtask, or the request where it is about the merge.'),
        },
        'What a person has to decide on; null where nothing waits.',
      ),
    ),
    running: texts('Effects that were started and have no outcome yet.'),
    spent: spentByRole,
    created_at: text('When the session began.'),
    updated_at: text('When it last changed.'),
  },
  'A session.',
);

export type SessionView = z.output<typeof sessionView>;
