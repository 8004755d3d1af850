import path from 'node:path';
import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { Repository } from '../git/git.ts';
import { isInside } from '../git/repository.ts';
import { resolveRealPath } from '../git/add-worktree.ts';
import type { Project } from './project.ts';

export interface WorktreePlace {
  readonly project: Project;
  readonly repository: Pick<Repository, 'folder' | 'commonDir'>;
  readonly privateFolder: string;
  /** `worktree_root` of project.json: relative to the project. */
  readonly configured: string | undefined;
}

/** The folder that worktrees are made in. It may not exist yet; it is outside the project and its repository. */
export function worktreePlace({
  project,
  repository,
  privateFolder,
  configured,
}: WorktreePlace): Result<string, Failure> {
  const named = configured === undefined ? path.join(privateFolder, project.hash) : configured;
  const folder = resolveRealPath(path.resolve(project.root, named));
  const around = [project.root, repository.folder, repository.commonDir].find((outer) => isInside(folder, outer));
  return around === undefined ? ok(folder) : fail('git.worktree_inside_repository', { folder, repository: around });
}
