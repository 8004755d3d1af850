import { choice, group, maybe, text, texts, whole } from '../field.ts';
import { documentNames } from '../documents.ts';
import { shape } from './shape.ts';

/* What the tools take. */

const SECONDS =
  'How many seconds to wait; then the call reports the progress. Keep it below the timeout of your client.';
const seconds = maybe(whole(SECONDS, { max: 600 }));
const tasksFile = maybe(text('The task list, relative to the project (default: TASKS.md).'));

export const nothing = shape(group({}, 'Nothing.'));

export const listInput = shape(
  group(
    {
      what: choice(['runs', 'sessions', 'tasks', 'questions', 'documents', 'jobs'], 'What is listed.'),
      from: maybe(whole('How many to skip: `next` of the previous page.')),
      limit: maybe(whole('How many at most.', { min: 1, max: 100 })),
    },
    'Which part of which list.',
  ),
);

export const idInput = shape(group({ id: text('A run (run-…), a request (R1), a task (T1.3) or auto.') }, 'The work.'));

export const waitInput = shape(
  group(
    {
      id: maybe(text('A run, a request, auto or a job (job-…); without one, what is running now, or the latest.')),
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
      query: text('Words; entries that contain more of them come first. Empty: all.'),
      limit: maybe(whole('How many at most.', { min: 1, max: 100 })),
    },
    'What to look for.',
  ),
);

export const validateInput = shape(
  group(
    {
      paths: maybe(texts('Files and folders of the project; without one, all of its documents.')),
      as: maybe(choice(documentNames, 'The kind of document, if the path does not tell.')),
    },
    'What to check.',
  ),
);

export const changeInput = shape(
  group(
    { change: maybe(text('A run, a task, a branch or a commit (default: the latest).')), seconds },
    'Which change.',
  ),
);

export const startRunInput = shape(
  group(
    {
      briefing: text('The whole request: the text itself, not the name of a file.'),
      base: maybe(text('The branch to start from and to merge into (default: the current one).')),
    },
    'A run.',
  ),
);

export const startSessionInput = shape(group({ request: text('The whole request.') }, 'A session.'));

export const startAutoInput = shape(
  group(
    {
      mode: maybe(
        choice(
          ['normal', 'ultra-thin', 'ralph'],
          'normal: a person approves each phase; ultra-thin: to the end; ralph: one task at a time.',
        ),
      ),
      tasks: tasksFile,
      parallel: maybe(whole('How many tasks at once; 0: as many as memory allows.', { max: 64 })),
      phase: maybe(whole('Only this phase.')),
    },
    'A task list.',
  ),
);

export const nextInput = shape(group({ tasks: tasksFile, seconds }, 'What comes next.'));

export const execInput = shape(group({ task: text('Its id, from `next`.'), tasks: tasksFile, seconds }, 'A task.'));

export const commentInput = shape(
  group(
    {
      run: text('The run, whose pack waits for approval.'),
      path: text('A changed file, as `diff` lists it.'),
      line: whole('The first line, as the file is now.', { min: 1 }),
      last: maybe(whole('The last line (default: the first).', { min: 1 })),
      text: text('What you want the person to know.'),
      suggestion: maybe(text('A replacement for these lines.')),
    },
    'A comment on lines of a change.',
  ),
);

export const askInput = shape(
  group(
    { id: maybe(text('The question: crp-… of a run, a task or a subtask (default: the first open one).')) },
    'Which.',
  ),
);

/* What the prompts take. */

export const runPrompt = shape(group({ briefing: text('The request.') }, 'A run.'));
export const sessionPrompt = shape(group({ request: text('The request.') }, 'A session.'));
export const autoPrompt = shape(group({ tasks: tasksFile }, 'A task list.'));
