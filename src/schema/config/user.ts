import type * as z from 'zod/mini';
import { exactly, group, maybe, texts } from '../field.ts';

export const configUser = group(
  {
    version: exactly(1, 'Version of this format.'),
    sandbox: maybe(
      group(
        {
          read: maybe(
            texts(
              'Files and folders that agents and checks may read, too; `~` is your home folder. Secrets stay hidden.',
            ),
          ),
        },
        'What the sandbox shows.',
      ),
    ),
  },
  'Settings of yours, for all projects, that no repository can make.',
);

export type ConfigUser = z.output<typeof configUser>;
