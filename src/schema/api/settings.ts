import * as z from 'zod/mini';
import { configSections } from '../config/fields.ts';
import { choice, flag, group, list, meaning, orNull, text } from '../field.ts';
import { fieldProblem } from './failure.ts';
import { ofProject, route } from './route.ts';

const name = choice(configSections, 'The file below `.orchestral/config/`, without `.json`.');

export const settingsRoutes = {
  'settings.read': route(
    'The configuration of a project, with its defaults.',
    list(
      group(
        {
          setting: name,
          path: text('The file, from the project.'),
          origin: choice(['file', 'default'], 'Whether the value is from the file or the default.'),
          is_trusted: flag('Whether the commands in it are approved.'),
          sha256: orNull(text('Of the file; null where there is none.')),
          value: meaning(z.unknown(), 'The value in effect; of a broken file its content, if that is JSON.'),
          defaults: meaning(z.unknown(), 'The value without the file.'),
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
        'The new value.',
      ),
    },
  ),
};
