import type * as z from 'zod/mini';
import { flag, group, text, texts, whole } from '../field.ts';

export const configBuilder = group(
  {
    model: text('Model of the Builder.'),
    style: group(
      {
        prefer_libraries: texts('Libraries to prefer.'),
        avoid_libraries: texts('Libraries to avoid.'),
        code_style: text('Name of the style.'),
      },
      'How code is to be written.',
    ),
    constraints: group(
      {
        max_file_size_lines: whole('How long a file may be.', { min: 1 }),
        require_types: flag('Whether types are required.'),
      },
      'What is checked.',
    ),
  },
  'Settings of the Builder.',
);

export type ConfigBuilder = z.output<typeof configBuilder>;
