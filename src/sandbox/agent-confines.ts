import fs from 'node:fs';
import path from 'node:path';
import type { Confines, BindMount } from './bubblewrap.ts';
import { secretsBelow } from './secrets.ts';

export interface AgentPlaces {
  /** Where it works. */
  readonly folder: string;
  readonly stepFolder: string;
  /** Where its vendor keeps sign-in and conversations. */
  readonly own: readonly string[];
  readonly home: string;
  /** Of Orchestral: decisions, process ids, what is trusted. */
  readonly privateFolder: string;
  /** What package managers find where the person's keep what they fetched. */
  readonly caches?: readonly BindMount[];
}

/** An agent writes its worktree and the step's folder; what makes git run programs it may only read. */
export function agentConfines({ folder, stepFolder, own, home, privateFolder, caches = [] }: AgentPlaces): Confines {
  return {
    writable: [folder, stepFolder, ...own],
    fixed: gitPlaces(folder),
    hidden: [...secretsBelow(home, { own }), ...hiddenBelow(privateFolder, [folder, stepFolder])],
    instead: caches,
  };
}

/** A linked worktree has a file there, a repository a folder. */
function gitPlaces(folder: string): string[] {
  const dotGit = path.join(folder, '.git');
  const found = fs.lstatSync(dotGit, { throwIfNoEntry: false });
  if (found === undefined) return [];
  return found.isDirectory()
    ? ['config', 'config.worktree', 'hooks', 'info'].map((name) => path.join(dotGit, name))
    : [dotGit];
}

/** Worktrees lie in the private folder, too: what is around the way down to them is hidden, not the way itself. */
function hiddenBelow(folder: string, kept: readonly string[]): string[] {
  if (!fs.existsSync(folder)) return [];
  const inside = kept.filter((place) => isBelow(place, folder));
  if (inside.length === 0) return [folder];
  return fs.readdirSync(folder).flatMap((name) => {
    const place = path.join(folder, name);
    if (kept.some((one) => path.resolve(one) === place)) return [];
    return inside.some((one) => isBelow(one, place)) ? hiddenBelow(place, kept) : [place];
  });
}

function isBelow(place: string, folder: string): boolean {
  const relative = path.relative(folder, place);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}
