import fs from 'node:fs';
import { openRepository } from '../../../git/repository.ts';
import { findWorktree } from '../../../git/worktree-list.ts';
import { unrecordedGit } from '../../ask-program.ts';
import type { RunContext } from '../../descriptors/run.ts';
import { nameInRepository } from '../../repository-names.ts';

/** The folder that the agents of a run work in; null where there is none. */
export async function findRunWorktree(id: string, { project, env }: RunContext): Promise<string | null> {
  const repository = await openRepository(unrecordedGit(env), project.root);
  const found = repository.ok ? findWorktree(repository.value, nameInRepository(project, `${id}/build`)) : undefined;
  return found !== undefined && fs.existsSync(found.folder) ? found.folder : null;
}
