import { removeOwnRef } from '../../git/ref.ts';
import { resolveRevision } from '../../git/repository.ts';
import { findBranchHolder } from '../../git/worktree-list.ts';
import type { Step } from '../conductor/step.ts';
import { keepCommit } from './worktrees.ts';

/** Our branch of work that was merged elsewhere: what it holds is kept under another name. A person's checkout stays. */
export async function forgetBranch({ services, branch, owner }: Step, landed: string): Promise<void> {
  const { git, repository } = services;
  const ref = `refs/heads/${branch}`;
  const standing = await resolveRevision(git, repository, ref);
  if (standing === null || (await findBranchHolder(git, repository, branch)) !== null) return;
  await keepCommit(services, { owner, commit: standing });
  await keepCommit(services, { owner, commit: landed });
  await removeOwnRef(git, repository, {
    ref,
    expected: standing,
    message: `orchestral ${owner}: merged on the remote`,
  });
}
