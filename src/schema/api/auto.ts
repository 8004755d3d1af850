import * as z from 'zod/mini';
import {
  amount,
  choice,
  flag,
  group,
  list,
  maybe,
  meaning,
  orNull,
  record,
  text,
  texts,
  time,
  whole,
} from '../field.ts';
import { conductor, spentInAll } from '../views/accounts.ts';
import { graphView, taskView } from '../views/auto-view.ts';
import { changes, fileDiff, fileQuery } from './diff.ts';
import { pullRequest } from './pull-request.ts';
import { digits, nothing, ofProject, ofTask, route } from './route.ts';
import { questionItem } from './review.ts';
import { requested } from './work.ts';

const mode = choice(['normal', 'ultra-thin', 'ralph'], 'How it is worked through.');

const graph = group(
  {
    ...graphView.shape,
    pull_request: orNull(pullRequest),
    conductor,
    seconds_left: orNull(amount('If all goes well; null where nothing was measured yet.')),
    critical_path: texts('The tasks that decide when it ends.'),
    held: texts('Tasks whose work waits for a person.'),
    blocked: list(group({ id: text('The task.'), by: texts('Failed tasks.') }, 'One task.'), 'Why tasks cannot begin.'),
    unproven: texts('Finished tasks without whose change no test fails.'),
    trees: record(
      'any',
      text('A tree.'),
      'Of merged tasks, the tree that the tests passed on; a person may have finished others.',
    ),
    budget_usd: orNull(amount('What all calls of the project together may cost.')),
    cost_usd: orNull(amount('So far; null where no call said.')),
  },
  'A list of tasks with all its tasks.',
);

const attempt = group(
  {
    effect: text('What its log is named by.'),
    task: orNull(text('The task; null for what is of the whole graph or a phase.')),
    step: text(
      '`work`, `probe`, `merge`, `resolve`, `review`, `wait`; of the graph `prepare`, `begin`, `merge`, `repair`, `deliver`.',
    ),
    attempt: whole('Which one, from 1.', { min: 1 }),
    started_at: time('When it began.'),
    ended_at: orNull(time('When it ended; null while it runs.')),
    outcome: orNull(text('The event it ended with: `worked`, `task_merged`, `attempt_failed`, `interrupted` …')),
    failure: orNull(
      group(
        { kind: text('What kind.'), message: text('One line.'), evidence: text('What was measured.') },
        'Why it failed.',
      ),
    ),
    spent: orNull(spentInAll),
    models: texts('The models that were called.'),
  },
  'One step that was begun.',
);

const task = group(
  {
    ...taskView.shape,
    needed_by: texts('Tasks that wait for it.'),
    text: orNull(text('What the list of tasks says of it; null where the list is gone.')),
    acceptance: texts('Its lines of “Done when”.'),
    files: texts('Files that it names.'),
    line: orNull(whole('Where it stands in the list of tasks.')),
    prompt: orNull(text('What the agent of the last attempt was told.')),
    result: orNull(text('One line of the agent: a claim.')),
    work: orNull(
      group({ commit: text('The commit.'), tree: text('Its tree.') }, 'What was made and is not merged yet.'),
    ),
    tree: orNull(text('The tree of its merge, which the tests passed on; null where it was not merged.')),
    history: list(attempt, 'Oldest first.'),
    findings: texts('What Orchestral measured, a sentence each.'),
    items: list(questionItem, 'What a person has to decide on; answered with `questions.answer`.'),
    allowed: list(
      group(
        {
          code: text('The kind of finding.'),
          key: orNull(text('What.')),
          by: choice(['reviewer', 'person'], 'Who.'),
          reason: text('Why.'),
        },
        'One thing.',
      ),
      'What was let pass, and by whom.',
    ),
  },
  'A task with everything about it.',
);

const forecast = group(
  {
    project: text('Its name.'),
    mode,
    tasks_file: text('The list.'),
    begun: flag('Whether it was begun.'),
    total: whole('Tasks.'),
    left: whole('Tasks that are not done.'),
    parallel: orNull(whole('Tasks at once; null where only memory limits them.')),
    seconds: amount('How long it would take.'),
    cost_usd: orNull(amount('As the tasks so far cost; null when nobody knows.')),
    critical_path: texts('The tasks that decide when it ends.'),
    tasks: list(
      group(
        {
          id: text('Its id.'),
          title: text('What it is called.'),
          phase: whole('Its phase.'),
          needs: texts('What comes before it.'),
          starts: amount('Seconds from the beginning.'),
          ends: amount('Seconds from the beginning.'),
        },
        'One task.',
      ),
      'In the order in which they start.',
    ),
  },
  'What would happen.',
);

export const autoRoutes = {
  'auto.read': route('The list of tasks as it is now.', graph, { params: group(ofProject, 'Which project.') }),
  'auto.forecast': route('What starting would do. Writes nothing.', forecast, {
    params: group(ofProject, 'Which project.'),
    query: group(
      { mode: maybe(mode), parallel: maybe(digits('Tasks at once.')), phase: maybe(digits('Only this phase.')) },
      'How.',
    ),
  }),
  'auto.attempts': route(
    'Every step that was begun, for the timeline.',
    group(
      {
        history: list(attempt, 'Oldest first.'),
        limits: list(
          group(
            { backend: text('Whose.'), from: time('Since when.'), until: orNull(time('Until when.')) },
            'One limit.',
          ),
          'Providers that agents wait for now.',
        ),
        held: list(
          group(
            {
              task: text('The task.'),
              from: time('Since when.'),
              until: orNull(time('When a person decided; null while it waits.')),
            },
            'One wait.',
          ),
          'When the work of tasks waited for a person, oldest first.',
        ),
        next: whole('What `from` has to be for what comes later.'),
      },
      'The timeline.',
    ),
    {
      params: group(ofProject, 'Which project.'),
      query: group({ from: maybe(digits('Only what changed after it: `next` of an earlier answer.')) }, 'From where.'),
    },
  ),
  'auto.task': route('A task with its attempts.', task, { params: group(ofTask, 'Which task.') }),
  'auto.taskDiff': route('What a task changed.', changes, { params: group(ofTask, 'Which task.') }),
  'auto.taskFileDiff': route('What a task changed in one file.', fileDiff, {
    params: group(ofTask, 'Which task.'),
    query: group(fileQuery, 'Which file.'),
  }),
  'auto.start': route('Begins or goes on with a list of tasks, and starts a process that conducts it.', requested, {
    params: group(ofProject, 'Which project.'),
    body: group(
      {
        mode: maybe(mode),
        parallel: maybe(whole('Tasks at once.', { min: 1 })),
        phase: maybe(whole('The phase to be entered.', { min: 1 })),
        trusted: maybe(text('`trust.sha256` of the preview that was shown.')),
      },
      'How.',
    ),
  }),
  'auto.mark': route(
    'What a person says of tasks: all of them, or none where one cannot be.',
    group({ ready: texts('Tasks that can begin because of it.') }, 'What it changed.'),
    {
      params: group(ofProject, 'Which project.'),
      body: group(
        {
          verdict: choice(['retry', 'complete', 'skip'], 'What is said.'),
          tasks: meaning(z.array(z.string()).check(z.minLength(1), z.maxLength(1000)), 'Of which tasks.'),
        },
        'The verdict.',
      ),
    },
  ),
  'auto.allow': route('Lets a phase begin.', requested, {
    params: group({ ...ofProject, phase: digits('Its number.') }, 'Which phase.'),
    body: nothing,
  }),
  'auto.stop': route('Stops the list of tasks.', requested, {
    params: group(ofProject, 'Which project.'),
    body: nothing,
  }),
  'auto.sync': route('Looks what became of published phases.', requested, {
    params: group(ofProject, 'Which project.'),
    body: nothing,
  }),
  'auto.apply': route('Brings finished phases into the checkout as it is.', requested, {
    params: group(ofProject, 'Which project.'),
    body: nothing,
  }),
  'auto.rebase': route('Takes up the base as it is now, so that finished phases can be delivered.', requested, {
    params: group(ofProject, 'Which project.'),
    body: nothing,
  }),
};
