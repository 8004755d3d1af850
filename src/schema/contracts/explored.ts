import type * as z from 'zod/mini';
import { group, list, record, text } from '../field.ts';
import { manifest } from '../session.ts';
import { head } from './parts.ts';

export const explored = group(
  {
    ...head('code-explore'),
    project_manifest: manifest,
    explored_files: list(
      group({ path: text('Path of the file.'), summary: text('What it holds.') }, 'One file.'),
      'The files that matter for the request.',
    ),
    directory_structure: record('any', text('What the folder holds.'), 'Folders by path.'),
  },
  'What Code Explore found in the project.',
);

export type Explored = z.output<typeof explored>;
