import { agentLogLine } from '../agent-log-line.ts';
import { flag, group, list, maybe, text, whole } from '../field.ts';
import { digits, ofProject, route } from './route.ts';

const entry = group(
  { offset: whole('Where the line begins, in bytes.'), line: agentLogLine },
  'One thing that the agent did or said.',
);

const page = group(
  {
    entries: list(entry, 'In their order.'),
    from: whole('Where the page begins, in bytes.'),
    next: whole('Where the next page begins.'),
    size: whole('Of the log now, in bytes.'),
    attempt: text('Changes when the step is restarted: discard what you have read and start at 0.'),
    is_over: flag('Whether the step has ended, so that nothing more comes.'),
  },
  'A page of a log.',
);

const effect = text('The step, as stages, attempts and events name it: `run-…/build#2`, `auto/T1.3/work#1`.');

export const agentLogRoutes = {
  'project.log': route('What the agent of a step did and said, page by page.', page, {
    params: group(ofProject, 'Which project.'),
    query: group(
      {
        effect,
        from: maybe(digits('The byte to start at; a line that starts before it is left out. 0 by default.')),
        before: maybe(digits('Instead: the page that ends at this byte, for scrolling up from the end.')),
        limit: maybe(digits('Bytes of the log at most, 256 KB by default, 1 MB at most.')),
      },
      'Which page.',
    ),
  }),
  'project.searchLog': route(
    'Lines of a log that contain a text, in any case.',
    group(
      {
        entries: list(entry, 'In their order, 200 at most.'),
        next: whole('Where to continue.'),
        is_end: flag('Whether the log was searched to its end.'),
      },
      'What was found.',
    ),
    {
      params: group(ofProject, 'Which project.'),
      query: group(
        { effect, text: text('At least one character.'), from: maybe(digits('The byte to start at.')) },
        'For what.',
      ),
    },
  ),
};
