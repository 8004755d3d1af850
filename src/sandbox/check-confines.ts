import { agentConfines } from './agent-confines.ts';
import type { Confines, BindMount } from './bubblewrap.ts';

export interface CheckPlaces {
  /** The worktree that is checked. */
  readonly folder: string;
  /** For reports and temporary files. */
  readonly scratch: string;
  readonly caches: readonly BindMount[];
  readonly home: string;
  readonly privateFolder: string;
}

/** A project's commands run what agents wrote: they may do no more than an agent, and see no agent's sign-in. */
export function checkConfines({ folder, scratch, caches, home, privateFolder }: CheckPlaces): Confines {
  return agentConfines({ folder, stepFolder: scratch, own: [], home, privateFolder, caches });
}
