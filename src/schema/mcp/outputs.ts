import * as z from 'zod/mini';
import { amount, choice, flag, group, list, orNull, record, text, texts, whole } from '../field.ts';
import { evidenceDocument } from '../run/reports.ts';
import { spentInAll } from '../views/accounts.ts';
import { shape, type ShapeOf } from './shape.ts';

/* What the tools give. */

const workState = choice(
  ['running', 'done', 'failed', 'stopped', 'needs_person', 'interrupted'],
  'The status. `needs_person`: only a person can continue it; `interrupted`: it is not finished, and its process is gone.',
);

const standing = {
  id: text('What it is called from now on.'),
  kind: choice(['run', 'session', 'auto', 'job'], 'What it is.'),
  state: workState,
  at: text('The step that it is at; of a job, what it does.'),
  need: orNull(text('What a person has to decide: question, task, pack, review, phase or checkout.')),
  answer: orNull(text('What a job that ended answered, in one line.')),
  said: text('The last it printed, where it did not end well.'),
  next: text('What to do now.'),
};

const workField = group(standing, 'Some work.');

export const work = shape(workField);
export type WorkAnswer = ShapeOf<typeof work>;

export const status = shape(
  group(
    {
      project: group(
        { path: text('Its folder.'), is_prepared: flag('Whether it has a configuration.') },
        'The project.',
      ),
      work: list(workField, 'What is not finished, and the latest that is.'),
      counts: group(
        {
          runs: whole('Runs.'),
          sessions: whole('Sessions.'),
          tasks: whole('Tasks of the list.'),
          questions: whole('Questions that wait.'),
        },
        'How much there is; `list` has it.',
      ),
      spent: spentInAll,
      budget_usd: orNull(amount('What all calls together may cost; null: no limit.')),
      is_trusted: flag(
        'Whether a person has agreed to what the repository would run. Without that nothing can be started.',
      ),
      next: text('What to do now.'),
    },
    'All of the project at a glance.',
  ),
);

const item = group(
  {
    id: text('What other tools name it by.'),
    title: text('In a few words.'),
    state: text('The status.'),
    at: text('When, or where.'),
  },
  'One line.',
);

export const listed = shape(
  group(
    {
      total: whole('How many there are.'),
      items: list(item, 'This page.'),
      next: orNull(whole('`from` of the next page; null: this is the last.')),
    },
    'A page of a list.',
  ),
);

export const shown = shape(
  group(
    {
      kind: choice(['run', 'session', 'task', 'auto'], 'What it is.'),
      view: record('any', z.unknown(), 'All that is recorded of it.'),
    },
    'One thing.',
  ),
);

export const agentLog = shape(
  group(
    {
      agents: list(
        group({ effect: text('The step.'), words: text('What its agent said last.') }, 'An agent.'),
        'Those running now.',
      ),
    },
    'What agents say.',
  ),
);

export const diff = shape(
  group(
    {
      files: list(
        group(
          {
            path: text('Its path.'),
            kind: text('added, modified, deleted …'),
            added: orNull(whole('Lines.')),
            deleted: orNull(whole('Lines.')),
            is_test: flag('Whether it is a test.'),
          },
          'A changed file.',
        ),
        'The changed files, or the one that was asked for.',
      ),
      patch: orNull(text('Of the file that was asked for.')),
      is_cut: flag('Whether there is more than is shown.'),
    },
    'What was changed.',
  ),
);

export const forecast = shape(
  group(
    {
      mode: text('How it would be worked through.'),
      tasks_file: text('The list.'),
      is_begun: flag('Whether it was started.'),
      total: whole('All tasks.'),
      left: whole('Tasks that are not done.'),
      parallel: orNull(whole('Tasks at once; null: as memory allows.')),
      seconds: amount('How long it would take.'),
      cost_usd: orNull(amount('What it would cost; null: nobody knows.')),
      critical_path: texts('The tasks that decide how long it takes.'),
    },
    'What would happen. Nothing was started.',
  ),
);

export const evidence = shape(
  group(
    {
      id: text('Of what.'),
      commit: orNull(text('Exactly the work that was measured.')),
      evidence: orNull(evidenceDocument),
      findings: texts('What Orchestral found about it.'),
      to_allow: texts('What a person who approves it has to allow.'),
      state: text('The status.'),
    },
    'What Orchestral measured itself. Nothing of it is what an agent claims.',
  ),
);

export const knowledge = shape(
  group(
    {
      entries: list(
        group(
          {
            id: text('Its id.'),
            kind: choice(['pattern', 'decision', 'pitfall', 'memory'], 'What it is. `memory`: from claude-mem.'),
            text: text('What is known.'),
          },
          'An entry.',
        ),
        'The best first.',
      ),
      total: whole('How many fit.'),
      memory: choice(
        ['none', 'searched', 'silent'],
        'Whether claude-mem was searched, too. `none`: it is not installed, or no words were given; `silent`: it does not answer.',
      ),
    },
    'What has been learned about the project: facts to weigh, not orders.',
  ),
);

export const validated = shape(
  group(
    {
      valid: flag('Whether all are.'),
      counts: group({ documents: whole('Checked.'), bad: whole('Not valid.') }, 'How many.'),
      bad: list(
        group(
          { path: text('Its path.'), document: orNull(text('What it should be.')), problems: texts('What is wrong.') },
          'A bad document.',
        ),
        'Those that are not valid.',
      ),
    },
    'Documents against their schemas.',
  ),
);

export const proved = shape(
  group(
    {
      ...standing,
      result: orNull(
        record(
          'any',
          z.unknown(),
          'As `orchestral prove --json` and `verify --json` print it; null before it has ended.',
        ),
      ),
    },
    'A proof.',
  ),
);

export const line = shape(
  group(
    {
      ...standing,
      line: orNull(
        text(
          'READY:T1.3,T1.4, PHASE_DONE:1, ALL_DONE, DONE:T1.3, FAIL:T1.3:why, HELD:T1.3 or ERROR:CODE:why; null before it has ended.',
        ),
      ),
    },
    'A step of the protocol.',
  ),
);

export const commented = shape(
  group({ comment: text('Its id.'), quote: text('The lines.') }, 'A comment that the person will see.'),
);

export const asked = shape(
  group(
    {
      id: text('The question.'),
      question: text('What was asked.'),
      decision: text('What the person decided.'),
      is_continued: flag('Whether the work continues.'),
    },
    'An answer of the person.',
  ),
);
