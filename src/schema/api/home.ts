import * as z from 'zod/mini';
import {
  amount,
  choice,
  exactly,
  flag,
  group,
  list,
  matching,
  maybe,
  meaning,
  orNull,
  text,
  texts,
  time,
  whole,
} from '../field.ts';
import { conductor } from '../views/accounts.ts';
import { nothing, route } from './route.ts';

const workflow = choice(['run', 'session', 'auto'], 'The workflow.');

const project = group(
  {
    id: matching('project-hash', 'What routes name it by.'),
    name: text('The last part of its path.'),
    path: text('Its folder.'),
    opened_at: time('When it was last worked on.'),
    is_there: flag('Whether its folder can be opened.'),
    is_prepared: flag('Whether it has a configuration.'),
    has_auto: flag('Whether a task list was started.'),
    runs: whole('How many runs there are.'),
    sessions: whole('How many sessions there are.'),
    needs: whole('How many things wait for a person.'),
    running: whole('How much is running.'),
  },
  'A project of the user.',
);

const need = {
  key: text('Stays the same as long as it waits.'),
  project: matching('project-hash', 'The project.'),
  title: text('What is asked, in one line.'),
  branch: orNull(text('The branch the work is on.')),
  since: orNull(time('How long it waits.')),
  holds_up: whole('How many tasks wait for it.'),
};

/** Of what did not go as it should. */
const reason = {
  says: text('Why, in one line, in the asked language.'),
  hint: orNull(text('What to do, as the command line says it.')),
};

const needed = meaning(
  z.discriminatedUnion('kind', [
    group(
      { kind: exactly('question', ''), ...need, run: text('The run.'), crp: text('The consultation.') },
      'A consultation waits for an answer.',
    ),
    group(
      {
        kind: exactly('pack', ''),
        ...need,
        run: text('The run.'),
        commit: text('What approving merges.'),
        round: whole('The round.'),
      },
      'A pack waits to be approved or rejected.',
    ),
    group(
      {
        kind: exactly('items', ''),
        ...need,
        of: choice(['session', 'auto'], 'The workflow.'),
        question: text('What `questions.answer` names it by: a task, a subtask, a phase, or a request.'),
        items: whole('How much is to be decided.'),
      },
      'Work is held until a person allows or refuses what was found about it.',
    ),
    group(
      { kind: exactly('phase', ''), ...need, phase: whole('Its number.') },
      'A phase of a list of tasks waits to be allowed.',
    ),
    group(
      {
        kind: exactly('checkout', ''),
        ...need,
        of: workflow,
        id: text('The run or session; `auto`.'),
        why: text('What is in the way.'),
        ...reason,
      },
      'Finished work waits for the person’s checkout.',
    ),
    group(
      {
        kind: exactly('published', ''),
        ...need,
        of: workflow,
        id: text('The run or session; `auto`.'),
        number: orNull(whole('Of the pull request; null where there is none yet.')),
        url: orNull(text('Its address, or where one is opened by hand.')),
        why: choice(
          ['closed', 'trouble', 'by_hand', 'checks', 'others', 'review'],
          'It was closed without a merge; host or remote refused something; a person has to open the pull request; ' +
            'checks fail; people without write access said something; it waits to be reviewed and merged.',
        ),
      },
      'Published work waits for somebody.',
    ),
    group(
      {
        kind: exactly('failure', ''),
        ...need,
        of: workflow,
        id: text('The run or session; `auto`.'),
        task: orNull(text('The task, where it is one’s.')),
        code: text('What kind of failure.'),
        ...reason,
      },
      'Something failed, and nothing will try it again.',
    ),
    group(
      { kind: exactly('interrupted', ''), ...need, of: workflow, id: text('The run or session; `auto`.') },
      'Work is unfinished and not running.',
    ),
    group(
      {
        kind: exactly('agent', ''),
        ...need,
        backend: text('The program.'),
        roles: texts('The roles that would be its.'),
      },
      'An agent is not signed in.',
    ),
  ]),
  'Something that waits for a person.',
);

export type Need = z.output<typeof needed>;

const providerLimit = group(
  {
    backend: text('Whose limit it is.'),
    resume_at: orNull(time('When it ends; null if unknown.')),
  },
  'A limit of a provider that is waited for.',
);

const running = group(
  {
    project: matching('project-hash', 'The project.'),
    workflow,
    id: text('The run or session; `auto`.'),
    title: text('What is being made, in one line.'),
    branch: orNull(text('The branch the work is on.')),
    step: text('What is being done.'),
    effects: texts('The steps that are in flight, as logs are named.'),
    round: orNull(group({ now: whole('This one.'), most: whole('How many there may be.') }, 'Of a run.')),
    progress: orNull(group({ done: whole('Finished.'), total: whole('All.') }, 'Of a session or a list of tasks.')),
    words: orNull(text('What the agent said last, in one line. An agent’s claim, nothing measured.')),
    since: time('When it was started.'),
    seconds_left: orNull(amount('If all goes well; null if unknown.')),
    cost_usd: orNull(amount('So far; null where no call said what it cost.')),
    budget_usd: orNull(amount('What all calls of the project together may cost.')),
    limit: orNull(providerLimit),
    conductor,
  },
  'Something that is being worked on.',
);

export type Running = z.output<typeof running>;

export const homeRoutes = {
  home: route(
    'What needs the person, what runs, and what happened since they last looked, of all projects.',
    group(
      {
        needs: list(needed, 'First what blocks the most, then what waits longest.'),
        running: list(running, 'What is running now.'),
        since: group(
          {
            at: orNull(time('When the person last looked; null if never.')),
            delivered: whole('Runs, sessions and phases that were merged.'),
            failed: whole('Runs, sessions and tasks that failed.'),
          },
          'Since then.',
        ),
        today_usd: orNull(amount('What calls of all projects cost today (UTC); null where none said.')),
        limits: list(providerLimit, 'Limits that are waited for.'),
        projects: list(project, 'Latest first.'),
      },
      'All at a glance.',
    ),
    {},
  ),
  'home.seen': route('Remembers that the person has looked.', nothing, {
    body: group({ at: maybe(time('Up to when; now, by default.')) }, 'When.'),
  }),
  projects: route('The projects that the user worked on.', list(project, 'Latest first.'), {}),
};
