import * as z from 'zod/mini';
import { amount, choice, flag, group, list, maybe, meaning, orNull, text, texts, whole } from '../field.ts';
import { conductor, spentInAll } from '../views/accounts.ts';
import { sessionView } from '../views/session-view.ts';
import { fieldProblem } from './failure.ts';
import { pullRequest } from './pull-request.ts';
import { nothing, ofProject, ofSession, route } from './route.ts';
import { recordedStep, requested, rerunRoute, syncRoute } from './work.ts';

const contractName = text('As the session names it.');

const contract = group(
  {
    contract: contractName,
    kind: choice(
      ['explored', 'task-breakdown', 'design-brief', 'design-contract', 'test-contract', 'test-result'],
      'What it is.',
    ),
    task: orNull(text('The task it is of.')),
    subtask: orNull(text('The subtask it is of.')),
    path: text('From the project.'),
    size: whole('Bytes.'),
  },
  'A contract.',
);

const rerunStep = choice(['explore', 'plan', 'design', 'write', 'implement', 'verify'], 'The step.');

const session = group(
  {
    ...sessionView.shape,
    pull_request: orNull(pullRequest),
    conductor,
    spent_in_all: spentInAll,
    budget_usd: orNull(amount('What all calls of the project together may cost.')),
    contracts: list(contract, 'The contracts of the request, from the whole to the parts.'),
    can: group(
      {
        resume: flag('It can be resumed.'),
        stop: flag('It can be stopped.'),
        deliver: flag('Its finished work can be merged.'),
        rebase: flag('It can be updated to the latest base.'),
        rerun: list(rerunStep, 'The steps that can be repeated.'),
        sync: flag('The status of its published work can be fetched.'),
        extend: flag('An agent is running and can be given more time.'),
      },
      'What can be asked for now.',
    ),
  },
  'A session.',
);

export const sessionRoutes = {
  'sessions.list': route(
    'The sessions of a project.',
    list(group({ ...sessionView.shape, conductor }, 'A session.'), 'Latest change first.'),
    { params: group(ofProject, 'Which project.') },
  ),
  'sessions.start': route('Starts a session in a new process.', requested, {
    params: group(ofProject, 'Which project.'),
    body: group(
      {
        request: text('What is asked for.'),
        references: maybe(texts('Other projects to look at, by their ids.')),
        allow_superseded: maybe(flag('Whether old tests may contradict what is asked for.')),
        trusted: maybe(text('`trust.sha256` of the preview that was shown.')),
      },
      'The session.',
    ),
  }),
  'sessions.read': route('A session with its tasks, gates and contracts.', session, {
    params: group(ofSession, 'Which session.'),
  }),
  'sessions.steps': route(
    'The steps of a session, oldest first.',
    list(
      group(
        {
          ...recordedStep,
          step: text('What was done: `explore`, `design`, `implement` …'),
          part: orNull(text('The task or subtask that it is of; null where it is of the whole request.')),
          role: orNull(text('The agent that did it; null where none did.')),
        },
        'One step.',
      ),
      'Oldest first.',
    ),
    { params: group(ofSession, 'Which session.') },
  ),
  'sessions.contract': route(
    'One contract, as data and as it is written.',
    group(
      {
        ...contract.shape,
        yaml: text('Exactly as it is written.'),
        value: orNull(meaning(z.unknown(), 'The same as data; null where it cannot be read.')),
        problems: list(fieldProblem, 'Why it cannot be read.'),
      },
      'A contract.',
    ),
    { params: group({ ...ofSession, contract: contractName }, 'Which contract.') },
  ),
  'sessions.resume': route('Continues a session.', requested, {
    params: group(ofSession, 'Which session.'),
    body: nothing,
  }),
  'sessions.stop': route('Stops a session.', requested, { params: group(ofSession, 'Which session.'), body: nothing }),
  'sessions.rebase': route(
    'Updates to the latest base: finished subtasks are merged with it and proved again.',
    requested,
    {
      params: group(ofSession, 'Which session.'),
      body: nothing,
    },
  ),
  'sessions.rerun': rerunRoute(group(ofSession, 'Which session.'), rerunStep),
  'sessions.sync': syncRoute(group(ofSession, 'Which session.')),
  'sessions.deliver': route('Merges the finished work into its base.', requested, {
    params: group(ofSession, 'Which session.'),
    body: nothing,
  }),
};
