import fs from 'node:fs';
import path from 'node:path';
import { catchFailure, throwFailure, unwrap } from '../../base/failure.ts';
import { makeFolder } from '../../files/folder.ts';
import { addWorktree, resolveRealPath } from '../../git/add-worktree.ts';
import { placeOnBranch } from '../../git/commit.ts';
import type { Repository, Worktree } from '../../git/git.ts';
import { noteState } from '../../git/kept-index.ts';
import { moveOwnRef } from '../../git/ref.ts';
import { isInside } from '../../files/inside.ts';
import { resolveRevision } from '../../git/repository.ts';
import { findBranchHolder, findWorktree } from '../../git/worktree-list.ts';
import { isInPlace } from '../../git/worktree-identity.ts';
import { removeWorktree, resetWorktree } from '../../git/worktree-reset.ts';
import type { StepServices } from '../conductor/step.ts';
import { onDisk } from '../on-disk.ts';
import type { Project } from '../project.ts';
import { readRegularFile } from '../read-file.ts';
import { nameInRepository } from '../repository-names.ts';

export interface WorktreeRequest {
  /** `run-…/build`: also where it lies below `root`. */
  readonly owner: string;
  /** Null: on none. */
  readonly branch: string | null;
  readonly at: string;
  readonly root: string;
}

/** A worktree that is exactly at the commit: made, or brought back there after what it held was rescued. */
export async function checkOutWorktree(services: StepServices, wanted: WorktreeRequest): Promise<Worktree> {
  const { git, repository, onPoint } = services;
  const { branch, at } = wanted;
  const owner = nameInRepository(services.project, wanted.owner);
  const found = await presentWorktree(services, wanted.owner);
  if (found !== undefined) {
    const reset = { branch, commit: at, rescueAs: owner };
    await withNestedReposMoved(services, found, () => resetWorktree(git, found, reset));
    return found;
  }
  if (branch !== null) await freeBranch(services, { branch, at, owner: wanted.owner });
  const folder = path.join(wanted.root, wanted.owner);
  setLeftoverAside(services, folder);
  // A program in it may have the setuid bit: nobody else may reach it.
  onDisk('mkdir', folder, () => makeFolder(path.dirname(folder)));
  const added = await addWorktree(git, repository, { folder, owner, branch: null, at });
  const reason = `orchestral ${owner}: begin ${branch}`;
  if (branch !== null) {
    await placeOnBranch(git, added, { branch, commit: at, reason });
    noteState(git, added);
  }
  onPoint('worktree.made');
  return added;
}

/** A worktree of a repository that is gone: this one was made or cloned in its place. */
function setLeftoverAside({ disk }: Pick<StepServices, 'disk'>, folder: string): void {
  const pointer = readRegularFile(path.join(folder, '.git'), { limit: 4096, followLinks: false });
  const [, gitDir] = pointer.ok ? (/^gitdir: (.+)$/m.exec(Buffer.from(pointer.value).toString('utf8')) ?? []) : [];
  if (gitDir === undefined || fs.existsSync(path.resolve(folder, gitDir))) return;
  for (let n = 1; ; n++) {
    const aside = `${folder}-replaced-${n}`;
    if (fs.existsSync(aside)) continue;
    onDisk('rename', folder, () => disk.rename(folder, aside));
    return;
  }
}

/** One whose folder somebody deleted or replaced is forgotten, after what git still knows of it was rescued. */
async function presentWorktree(services: StepServices, owner: string): Promise<Worktree | undefined> {
  const found = findWorktree(services.repository, nameInRepository(services.project, owner));
  if (found === undefined || isInPlace(found)) return found;
  await clearWorktree(services, owner);
  return undefined;
}

/** Removes a worktree without losing what is in it; one that is not there is fine. */
export async function clearWorktree(
  services: Pick<StepServices, 'git' | 'repository' | 'project' | 'disk' | 'onPoint'>,
  owner: string,
): Promise<void> {
  const name = nameInRepository(services.project, owner);
  const found = findWorktree(services.repository, name);
  if (found === undefined) return;
  await withNestedReposMoved(services, found, () => removeWorktree(services.git, found, name));
  services.onPoint('worktree.removed');
}

/** Keeps a commit that a branch of ours is about to leave. */
export async function keepCommit(
  { git, repository, project }: StepServices,
  { owner, commit }: { readonly owner: string; readonly commit: string },
): Promise<void> {
  const ref = `refs/orchestral/rescue/${nameInRepository(project, owner)}/branch-${commit.slice(0, 12)}`;
  const message = `orchestral ${owner}: rescue`;
  const kept = await catchFailure(() => moveOwnRef(git, repository, { ref, to: commit, expected: null, message }));
  const isThere = !kept.ok && kept.error.code === 'git.ref_moved' && kept.error.params.found === commit;
  if (!isThere) unwrap(kept);
}

/**
 * Our branch may stand where a step left it that was never recorded: that is kept under another name. Another worktree of
 * ours may still have it from before, which is about to get another; one of a person may not.
 */
export async function freeBranch(
  services: StepServices,
  { branch, at, owner }: { readonly branch: string; readonly at: string; readonly owner: string },
): Promise<void> {
  const { git, repository } = services;
  const holder = await findBranchHolder(git, repository, branch);
  if (holder !== null && holder.owner === null)
    throwFailure('git.branch_checked_out', { branch, folder: holder.folder });
  const standing = await resolveRevision(git, repository, `refs/heads/${branch}`);
  if (standing === null || standing === at) return;
  const inside = await git.read(repository, ['merge-base', '--is-ancestor', standing, at], { exits: [0, 1] });
  if (inside.exit === 1) await keepCommit(services, { owner, commit: standing });
}

/** One inside the other, and then no more. */
const MOST_DEPTH = 10;

/**
 * Does something with a worktree in which an agent may have begun repositories, as many a scaffolding tool does: their
 * files are the work, and their git folders are kept beside the worktree, so that nothing of them is lost.
 */
export async function withNestedReposMoved<T>(
  { disk }: Pick<StepServices, 'disk'>,
  worktree: Worktree,
  work: () => Promise<T>,
): Promise<T> {
  for (let depth = 1; ; depth++) {
    const done = await catchFailure(work);
    if (done.ok || done.error.code !== 'git.nested_repository' || depth > MOST_DEPTH) return unwrap(done);
    const found = done.error.params.paths.map((name) => path.join(worktree.folder, name, '.git'));
    if (found.some((place) => fs.lstatSync(place, { throwIfNoEntry: false }) === undefined)) return unwrap(done);
    for (const place of found) onDisk('rename', place, () => disk.rename(place, freePlace(worktree)));
  }
}

/** On the same disk as the worktree, and outside it. */
function freePlace({ folder }: Worktree): string {
  const beside = `${folder}-repositories`;
  makeFolder(beside);
  return path.join(beside, `${fs.readdirSync(beside).length + 1}.git`);
}

export interface WorktreePlace {
  readonly project: Project;
  readonly repository: Pick<Repository, 'folder' | 'commonDir'>;
  readonly privateFolder: string;
  /** `worktree_root` of project.json: relative to the project. */
  readonly configured: string | undefined;
}

/** The folder that worktrees are made in. It may not exist yet; it is outside the project and its repository. */
export function worktreePlace({ project, repository, privateFolder, configured }: WorktreePlace): string {
  const folder = worktreeRoot({ project, privateFolder, configured });
  const around = [project.root, repository.folder, repository.commonDir].find((outer) => isInside(folder, outer));
  return around === undefined ? folder : throwFailure('git.worktree_inside_repository', { folder, repository: around });
}

/** The same, wherever it is. */
export function worktreeRoot({ project, privateFolder, configured }: Omit<WorktreePlace, 'repository'>): string {
  return resolveRealPath(path.resolve(project.root, configured ?? path.join(privateFolder, project.hash)));
}
