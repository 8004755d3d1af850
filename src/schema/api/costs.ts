import { amount, choice, flag, group, list, matching, maybe, orNull, text, whole } from '../field.ts';
import { route } from './route.ts';

const row = group(
  {
    day: matching('date', 'In UTC.'),
    project: matching('project-hash', 'The project.'),
    workflow: choice(['run', 'session', 'auto'], 'The workflow.'),
    role: text('Who was called.'),
    backend: text('The program.'),
    model: orNull(text('The model; null where nobody said.')),
    is_failed: flag('Whether the calls came to nothing.'),
    calls: whole('Finished calls.'),
    input_tokens: whole('Tokens read.'),
    output_tokens: whole('Tokens written.'),
    cost_usd: orNull(amount('Dollars; null where no call said.')),
    duration_ms: amount('How long they took.'),
  },
  'Calls that have all this in common.',
);

export const costRoutes = {
  costs: route('What agents have used: tokens, time and money.', list(row, 'Oldest day first.'), {
    query: group(
      {
        project: maybe(matching('project-hash', 'Only this project.')),
        from: maybe(matching('date', 'From this day; 30 days ago, by default.')),
        to: maybe(matching('date', 'To this day, included.')),
      },
      'Which.',
    ),
  }),
};
