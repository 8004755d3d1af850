import type * as z from 'zod/mini';
import { exactly, flag, group, matching, maybe, partial, text, texts } from '../field.ts';
import { configAgents } from './agents.ts';
import { configBuilder, configGatekeeper, configGlobal, configRefiner, configVerifier } from './settings.ts';

export const configUser = group(
  {
    version: maybe(exactly(1, 'Version of this format.')),
    sandbox: maybe(
      group(
        {
          read: maybe(
            texts(
              'Files and folders that agents and checks may read, too; `~` is your home folder. Secrets stay hidden.',
            ),
          ),
        },
        'What is visible in the sandbox. A repository cannot set this.',
      ),
    ),
    memory: maybe(
      group(
        {
          save: maybe(
            flag(
              'Whether decisions and pitfalls of sessions are also saved in claude-mem, where your other tools find them.',
            ),
          ),
        },
        'What is saved in claude-mem. A repository cannot set this.',
      ),
    ),
    fleet: maybe(
      group(
        {
          url: maybe(
            text('The Redis of the fleet whose workers call the agents: an address with `redis://` or `rediss://`.'),
          ),
          remote: maybe(
            text(
              'Address of the git remote that your machine and the workers share; by default, the remote of the repository.',
            ),
          ),
          label: maybe(matching('label', 'Only workers with this label get jobs from here.')),
        },
        'Workers on other machines. A repository cannot set this.',
      ),
    ),
    global: maybe(partial(configGlobal)),
    refiner: maybe(partial(configRefiner)),
    builder: maybe(partial(configBuilder)),
    verifier: maybe(partial(configVerifier)),
    gatekeeper: maybe(partial(configGatekeeper)),
    agents: maybe(configAgents),
  },
  'Your own settings, for all projects. Project files take precedence.',
);

export type ConfigUser = z.output<typeof configUser>;
