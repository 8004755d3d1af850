import * as z from 'zod/mini';
import { amount, choice, exactly, flag, group, list, meaning, orNull, text, texts, whole } from '../field.ts';
import { conductor } from '../views/accounts.ts';
import { failureAnswer } from './failure.ts';
import { nothing, ofProject, route } from './route.ts';
import { questionItem } from './review.ts';

const preview = group(
  {
    agents: list(
      group(
        {
          role: text('The role.'),
          backend: orNull(text('The program that would be called; null where there is none.')),
          model: orNull(text('The model; null where the program decides.')),
          failure: orNull(failureAnswer.shape.error),
        },
        'One role.',
      ),
      'Who would be called.',
    ),
    programs: list(
      group(
        {
          backend: text('The program.'),
          state: choice(['good', 'missing', 'bad'], 'Whether it is there.'),
          version: orNull(text('Its version.')),
          is_signed_in: orNull(flag('Null: cannot be told without a call.')),
        },
        'One program.',
      ),
      'What is installed.',
    ),
    sandbox: group(
      {
        mode: choice(['auto', 'require', 'off'], 'As configured.'),
        state: choice(['good', 'missing', 'bad'], 'What this machine has.'),
      },
      'The sandbox.',
    ),
    budget: group(
      {
        limit_usd: orNull(amount('What all calls together may cost; null: no limit.')),
        spent_usd: orNull(amount('So far.')),
      },
      'Money.',
    ),
    trust: group(
      {
        is_trusted: flag('Whether the person agreed to exactly these.'),
        sha256: text('Of exactly these: what starting and trusting want.'),
        commands: list(
          group(
            { file: text('Where it is configured.'), place: text('At which field.'), text: text('What would be run.') },
            'A command.',
          ),
          'What the repository’s configuration would run.',
        ),
      },
      'What would be trusted.',
    ),
    branch: orNull(text('What is checked out; null where there is no git or no branch.')),
    branches: texts('Local branches that a run can begin with.'),
    tasks: orNull(
      group(
        { file: text('The list of tasks.'), total: whole('Tasks.'), done: whole('Ticked.') },
        'The list of tasks; null where there is none.',
      ),
    ),
    problems: list(failureAnswer.shape.error, 'What would stop a start, found beforehand.'),
  },
  'What starting something would mean.',
);

const question = group(
  {
    workflow: choice(['session', 'auto'], 'The workflow.'),
    id: text('What `questions.answer` names it by.'),
    title: text('What it is about.'),
    items: list(questionItem, 'What is to be decided.'),
    quotes: texts('Sentences of the request or the task that speak of it.'),
    conductor,
  },
  'Work that is held until a person decides.',
);

export type ApiQuestion = z.output<typeof question>;

export const projectRoutes = {
  'project.preview': route('What starting something would mean: agents, budget, commands.', preview, {
    params: group(ofProject, 'Which project.'),
  }),
  'project.trust': route('Agrees to what the repository’s configuration would run.', nothing, {
    params: group(ofProject, 'Which project.'),
    body: group({ sha256: text('Of what was shown.') }, 'To what.'),
  }),
  'project.extend': route(
    'Gives running agents more time.',
    list(
      group({ effect: text('What its log is named by.'), extra_ms: whole('What it was given in all.') }, 'An agent.'),
      'Those that were given it.',
    ),
    {
      params: group(ofProject, 'Which project.'),
      body: group(
        {
          named: text('A run, a session’s request, a task, `auto`, or an effect.'),
          minutes: whole('How much more.', { min: 1, max: 24 * 60 }),
        },
        'To whom, and how much.',
      ),
    },
  ),
  'questions.list': route('Work that is held until a person decides.', list(question, 'Sessions first.'), {
    params: group(ofProject, 'Which project.'),
  }),
  'questions.answer': route(
    'Allows or refuses what was found about held work.',
    group(
      { id: text('What was answered.'), open: whole('How many decisions are still open.'), conductor },
      'Recorded.',
    ),
    {
      params: group({ ...ofProject, question: text('Its id.') }, 'Which one.'),
      body: group(
        {
          allow: meaning(
            z.union([exactly('all', ''), list(whole('A number.', { min: 1 }), '')]),
            'Numbers of what is allowed, or `all`.',
          ),
          refuse: flag('Whether the rest is refused; otherwise it stays open.'),
          reason: text('Why; may be empty.'),
        },
        'The decision.',
      ),
    },
  ),
};
