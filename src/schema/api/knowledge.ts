import * as z from 'zod/mini';
import { exactly, group, list, matching, meaning, orNull, text, texts, time } from '../field.ts';
import { knowledge } from '../knowledge.ts';
import { crp, vcr } from '../run/consultation.ts';
import { nothing, ofProject, route } from './route.ts';

const entryId = matching('knowledge-id', 'A decision or a pitfall: `D1`, `P2`.');
const sha256 = text('Of the file as it was shown; a file that changed since is not written over.');

export const knowledgeRoutes = {
  'knowledge.read': route(
    'What has been learned about the project.',
    group(
      {
        path: text('The file, from the project.'),
        sha256: orNull(text('Of the file; null where there is none.')),
        knowledge: orNull(knowledge),
      },
      'Knowledge.',
    ),
    { params: group(ofProject, 'Which project.') },
  ),
  'knowledge.save': route('Changes an entry.', group({ sha256: text('Of the file now.') }, 'Saved.'), {
    params: group({ ...ofProject, entry: entryId }, 'Which entry.'),
    body: meaning(
      z.discriminatedUnion('kind', [
        group(
          {
            kind: exactly('decision', ''),
            sha256,
            topic: text('What it is about.'),
            decision: text('What was decided.'),
            rationale: text('Why.'),
            refs: texts('Files it concerns.'),
          },
          'A decision.',
        ),
        group(
          { kind: exactly('pitfall', ''), sha256, description: text('What goes wrong.'), reason: text('Why.') },
          'A pitfall.',
        ),
      ]),
      'The entry as it shall be.',
    ),
  }),
  'knowledge.remove': route('Removes an entry.', group({ sha256: text('Of the file now.') }, 'Removed.'), {
    params: group({ ...ofProject, entry: entryId }, 'Which entry.'),
    query: group({ sha256 }, 'Of which file.'),
  }),
  'precedents.list': route(
    'Answers that later runs give by themselves.',
    list(
      group({ run: matching('run-id', 'The run it was given in.'), crp, vcr, given_at: time('When.') }, 'A precedent.'),
      'The latest first.',
    ),
    { params: group(ofProject, 'Which project.') },
  ),
  'precedents.revoke': route('Revokes a precedent: later runs ask again.', nothing, {
    params: group(
      { ...ofProject, run: matching('run-id', 'The run.'), vcr: matching('vcr-id', 'The answer.') },
      'Which one.',
    ),
  }),
};
