import { choice, group, maybe, text, texts, whole } from '../field.ts';
import { documentNames } from '../documents.ts';
import { shape } from './shape.ts';

/* What the tools take. */

const SECONDS = 'At most so long; the call then tells how far it is. Less than your client waits for a call.';
const seconds = maybe(whole(SECONDS, { max: 600 }));
const tasksFile = maybe(text('The list of tasks, from the project; TASKS.md where this is left out.'));

export const nothing = shape(group({}, 'Nothing.'));

export const listInput = shape(
  group(
    {
      what: choice(['runs', 'sessions', 'tasks', 'questions', 'documents', 'jobs'], 'What is listed.'),
      from: maybe(whole('How many to leave out: `next` of the page before.')),
      limit: maybe(whole('How many at most.', { min: 1, max: 100 })),
    },
    'Which part of which list.',
  ),
);

export const idInput = shape(
  group({ id: text('A run (run-…), a request (R1), a task (T1.3) or auto.') }, 'What is meant.'),
);

export const waitInput = shape(
  group(
    {
      id: maybe(text('A run, a request, auto or a job (job-…); without one, what is conducted now, else the latest.')),
      seconds,
    },
    'What to wait for.',
  ),
);

export const diffInput = shape(
  group(
    {
      id: text('A run (run-…) or a task (T1.3).'),
      path: maybe(text('One of its changed files; without one, the list of them.')),
    },
    'Whose changes.',
  ),
);

export const knowledgeInput = shape(
  group(
    {
      query: text('Words; an entry that has more of them comes first. Empty: all.'),
      limit: maybe(whole('How many at most.', { min: 1, max: 100 })),
    },
    'What to look for.',
  ),
);

export const validateInput = shape(
  group(
    {
      paths: maybe(texts('Files and folders of the project; without one, all of its documents.')),
      as: maybe(choice(documentNames, 'What these files should be, where their place does not say so.')),
    },
    'What to check.',
  ),
);

export const changeInput = shape(
  group(
    { change: maybe(text('A run, a task, a branch or a commit; the latest where left out.')), seconds },
    'Which change.',
  ),
);

export const startRunInput = shape(
  group(
    {
      briefing: text('What is to be done, in full: the text itself, never the name of a file.'),
      base: maybe(text('The branch to begin on and to merge into; the current one where left out.')),
    },
    'A run.',
  ),
);

export const startSessionInput = shape(group({ request: text('What is to be done, in full.') }, 'A session.'));

export const startAutoInput = shape(
  group(
    {
      mode: maybe(
        choice(
          ['normal', 'ultra-thin', 'ralph'],
          'normal: a person allows each phase; ultra-thin: to the end; ralph: one task at a time.',
        ),
      ),
      tasks: tasksFile,
      parallel: maybe(whole('How many tasks at once; 0: as many as there is memory for.', { max: 64 })),
      phase: maybe(whole('Only this phase.')),
    },
    'A list of tasks.',
  ),
);

export const nextInput = shape(group({ tasks: tasksFile, seconds }, 'What comes next.'));

export const execInput = shape(
  group({ task: text('Its id, as `next` told it.'), tasks: tasksFile, seconds }, 'A task.'),
);

export const commentInput = shape(
  group(
    {
      run: text('The run, whose pack waits for approval.'),
      path: text('A changed file, as `diff` lists it.'),
      line: whole('The first line, as the file is now.', { min: 1 }),
      last: maybe(whole('The last line; the same where left out.', { min: 1 })),
      text: text('What you want the person to know.'),
      suggestion: maybe(text('Other text for these lines.')),
    },
    'A comment on lines of a change.',
  ),
);

export const askInput = shape(
  group({ id: maybe(text('The question: crp-… of a run, a task or a subtask; else the first that waits.')) }, 'Which.'),
);

/* What the prompts take. */

export const runPrompt = shape(group({ briefing: text('What is to be done.') }, 'A run.'));
export const sessionPrompt = shape(group({ request: text('What is to be done.') }, 'A session.'));
export const autoPrompt = shape(group({ tasks: tasksFile }, 'A list of tasks.'));
