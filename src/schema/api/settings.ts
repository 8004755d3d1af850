import * as z from 'zod/mini';
import { configSections } from '../config/fields.ts';
import { choice, flag, group, list, meaning, orNull, text } from '../field.ts';
import { fieldProblem } from './failure.ts';
import { ofProject, route } from './route.ts';

const name = choice(configSections, 'The file below `.orchestral/config/`, without `.json`.');

export const settingsRoutes = {
  'settings.read': route(
    'The configuration of a project, with what holds where nothing is configured.',
    list(
      group(
        {
          setting: name,
          path: text('The file, from the project.'),
          origin: choice(['file', 'default'], 'Whether the file says so, or nobody does.'),
          is_trusted: flag('Whether what it would run was agreed to.'),
          sha256: orNull(text('Of the file; null where there is none.')),
          value: meaning(z.unknown(), 'What holds; of a broken file what it says, where it is JSON at all.'),
          defaults: meaning(z.unknown(), 'What would hold without the file.'),
          schema: meaning(z.unknown(), 'JSON Schema (draft 2020-12) of the value.'),
          problems: list(fieldProblem, 'What is wrong with the file.'),
        },
        'One file.',
      ),
      'All files.',
    ),
    { params: group(ofProject, 'Which project.') },
  ),
  'settings.save': route(
    'Saves one file, if all of it is valid; else nothing is written, and the failure has the problems at their fields.',
    group({ sha256: text('Of the file now.') }, 'Saved.'),
    {
      params: group({ ...ofProject, setting: name }, 'Which file.'),
      body: group(
        {
          value: meaning(z.unknown(), 'The whole value.'),
          sha256: orNull(text('Of the file as it was shown; null where there was none.')),
        },
        'What it shall be.',
      ),
    },
  ),
};
