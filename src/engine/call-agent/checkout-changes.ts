import fs from 'node:fs';
import path from 'node:path';
import { type Baseline, compareBaseline, takeBaseline } from '../../git/baseline.ts';
import { readGitStatus } from '../../git/status.ts';
import { isOwnPlaceIn } from '../../schema/places.ts';
import type { StepServices } from '../conductor/step.ts';
import { pathInRepository } from '../project.ts';

/** Null: not looked at. */
export type CheckoutState = {
  /** Every path that is not as committed, with what its file looks like. */
  readonly files: ReadonlyMap<string, string>;
  /** Settings and hooks of the repository. */
  readonly baseline: Baseline;
} | null;

/**
 * Where there is no sandbox, an agent can write to the user's own checkout, and name programs in the repository's settings
 * that the user's next git command would run. That cannot be prevented then, but it is noticed. (A person who edits there meanwhile looks the same, which the message says.)
 */
export async function readCheckoutState(
  { git, repository, project, hasGit, ownFile }: StepServices,
  { isConfined }: { readonly isConfined: boolean },
): Promise<CheckoutState> {
  if (isConfined || !hasGit) return null;
  const { head, staged, unstaged, unmerged, untracked } = await readGitStatus(git, repository);
  const changed = [...staged, ...unstaged].map((change) => change.path);
  const look = new Map<string, string>([['HEAD', head ?? '']]);
  const below = pathInRepository(project.root);
  // What we write ourselves meanwhile is no agent's doing.
  const names = [...changed, ...unmerged, ...untracked].filter(
    (name) => !isOwnPlaceIn(below, name) && name !== ownFile,
  );
  for (const name of names) look.set(name, appearance(repository.folder, name));
  return { files: look, baseline: await takeBaseline(git, repository) };
}

/** What differs since, at most twenty paths. */
export async function changesSince(services: StepServices, before: CheckoutState): Promise<string[]> {
  if (before === null) return [];
  const now = await readCheckoutState(services, { isConfined: false });
  if (now === null) return [];
  const paths = new Set([...before.files.keys(), ...now.files.keys()]);
  const changed = [...paths].filter((name) => before.files.get(name) !== now.files.get(name));
  const settings = compareBaseline(before.baseline, now.baseline).map(({ kind, name }) =>
    kind === 'config' ? `git config ${name}` : `.git/${name}`,
  );
  return [...settings, ...changed].slice(0, 20);
}

function appearance(folder: string, name: string): string {
  const stat = fs.lstatSync(path.join(folder, name), { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? 'gone' : `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
}
