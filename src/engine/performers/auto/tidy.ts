import { unwrap } from '../../../base/failure.ts';
import { sweepTemporaries } from '../../../files/temporary.ts';
import { removeOwnRef } from '../../../git/ref.ts';
import { listBranches } from '../../../git/repository.ts';
import { findHolder, listWorktrees } from '../../../git/worktree-list.ts';
import { clearWorktree } from '../../work/worktrees.ts';
import { contains, isOurBranch } from './commits.ts';
import { type AutoJob, TRUNK } from './job.ts';

const OURS = /^(?:auto\/slot-\d+|worktree\/.+)$/;
const OUR_BRANCHES = /^(?:orchestral\/task\/.+|phase-\d+-.+)$/;

/**
 * After the last phase nothing of ours stays but what is in no other place: worktrees go after a rescue, branches when
 * the finished work has all of them.
 */
export async function tidy(
  { services, graph }: AutoJob,
  { isDelivered }: { readonly isDelivered: boolean },
): Promise<void> {
  const { git, repository, disk } = services;
  sweepTemporaries(disk, repository.gitDir);
  const listed = unwrap(await listWorktrees(git, repository));
  for (const { owner } of listed) {
    if (owner !== null && OURS.test(owner)) await clearWorktree(services, owner);
  }
  const branches = unwrap(await listBranches(git, repository));
  const left = unwrap(await listWorktrees(git, repository));
  const trunk = branches.get(TRUNK) ?? graph.trunk?.commit;
  if (trunk === undefined) return;
  for (const [branch, commit] of branches) {
    if (!OUR_BRANCHES.test(branch) && !(branch === TRUNK && isDelivered)) continue;
    // Whatever it is called, and though it was we who moved it last.
    if (branch === graph.base?.branch) continue;
    if (findHolder(left, branch) !== null || !isOurBranch(repository, branch)) continue;
    const inside = unwrap(await contains(services, { commit: trunk, older: commit }));
    const message = `orchestral auto: done with ${branch}`;
    const ref = `refs/heads/${branch}`;
    if (inside) unwrap(await removeOwnRef(git, repository, { ref, expected: commit, message }));
  }
}
