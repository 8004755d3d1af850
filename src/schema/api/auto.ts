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

const mode = choice(['normal', 'ultra-thin', 'ralph'], 'The mode.');

const graph = group(
  {
    ...graphView.shape,
    pull_request: orNull(pullRequest),
    conductor,
    seconds_left: orNull(amount('If all goes well; null where nothing was measured yet.')),
    critical_path: texts('The tasks that decide when it ends.'),
    held: texts('Tasks whose work waits for a person.'),
    blocked: list(group({ id: text('The task.'), by: texts('Failed tasks.') }, 'One task.'), 'Why tasks cannot start.'),
    unproven: texts('Finished tasks without whose change no test fails.'),
    trees: record(
      'any',
      text('A tree.'),
      'Of merged tasks, the tree that the tests passed on; a person may have finished others.',
    ),
    budget_usd: orNull(amount('What all calls of the project together may cost.')),
    cost_usd: orNull(amount('So far; null if no call reported it.')),
  },
  'A task list with all its tasks.',
);

const attempt = group(
  {
    effect: text('Names its log.'),
    task: orNull(text('The task; null for what is of the whole graph or a phase.')),
    step: text(
      '`work`, `probe`, `merge`, `resolve`, `review`, `wait`; of the graph `prepare`, `begin`, `merge`, `repair`, `deliver`.',
    ),
    attempt: whole('Which one, from 1.', { min: 1 }),
    started_at: time('When it started.'),
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
  'One step that was started.',
);

const task = group(
  {
    ...taskView.shape,
    needed_by: texts('Tasks that wait for it.'),
    text: orNull(text('Its text in the task list; null if the list is gone.')),
    acceptance: texts('Its lines of “Done when”.'),
    files: texts('Files that it names.'),
    line: orNull(whole('Its line in the task list.')),
    prompt: orNull(text('The prompt of the last attempt.')),
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
      'Findings that were allowed, and by whom.',
    ),
  },
  'A task with everything about it.',
);

const forecast = group(
  {
    project: text('Its name.'),
    mode,
    tasks_file: text('The list.'),
    begun: flag('Whether it was started.'),
    total: whole('Tasks.'),
    left: whole('Tasks that are not done.'),
    parallel: orNull(whole('Tasks at once; null where only memory limits them.')),
    seconds: amount('How long it would take.'),
    cost_usd: orNull(amount('Estimated from the tasks so far; null if unknown.')),
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
  'auto.read': route('The task list as it is now.', graph, { params: group(ofProject, 'Which project.') }),
  'auto.forecast': route('What starting would do. Writes nothing.', forecast, {
    params: group(ofProject, 'Which project.'),
    query: group(
      { mode: maybe(mode), parallel: maybe(digits('Tasks at once.')), phase: maybe(digits('Only this phase.')) },
      'How.',
    ),
  }),
  'auto.attempts': route(
    'Every step that was started, for the timeline.',
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
  'auto.start': route('Starts or continues a task list in a new process.', requested, {
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
    'Marks tasks: all of them, or none if one cannot be marked.',
    group({ ready: texts('Tasks that can start because of it.') }, 'What it changed.'),
    {
      params: group(ofProject, 'Which project.'),
      body: group(
        {
          verdict: choice(['retry', 'complete', 'skip'], 'The mark.'),
          tasks: meaning(z.array(z.string()).check(z.minLength(1), z.maxLength(1000)), 'Of which tasks.'),
        },
        'The verdict.',
      ),
    },
  ),
  'auto.allow': route('Approves the start of a phase.', requested, {
    params: group({ ...ofProject, phase: digits('Its number.') }, 'Which phase.'),
    body: nothing,
  }),
  'auto.stop': route('Stops the task list.', requested, {
    params: group(ofProject, 'Which project.'),
    body: nothing,
  }),
  'auto.sync': route('Fetches the status of published phases and acts on it.', requested, {
    params: group(ofProject, 'Which project.'),
    body: nothing,
  }),
  'auto.apply': route('Applies finished phases to the checkout.', requested, {
    params: group(ofProject, 'Which project.'),
    body: nothing,
  }),
  'auto.rebase': route('Updates to the latest base, so that finished phases can be delivered.', requested, {
    params: group(ofProject, 'Which project.'),
    body: nothing,
  }),
};
