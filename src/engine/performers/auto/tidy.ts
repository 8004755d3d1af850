import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { sweepTemporaries } from '../../../files/temporary.ts';
import { removeOwnRef } from '../../../git/ref.ts';
import { branchesOf } from '../../../git/repository.ts';
import { holderIn, listWorktrees } from '../../../git/worktree-list.ts';
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
): Promise<Result<void, Failure>> {
  const { git, repository, disk } = services;
  sweepTemporaries(disk, repository.gitDir);
  const listed = await listWorktrees(git, repository);
  if (!listed.ok) return listed;
  for (const { owner } of listed.value) {
    const cleared = owner !== null && OURS.test(owner) ? await clearWorktree(services, owner) : ok();
    if (!cleared.ok) return cleared;
  }
  const branches = await branchesOf(git, repository);
  if (!branches.ok) return branches;
  const left = await listWorktrees(git, repository);
  if (!left.ok) return left;
  const trunk = branches.value.get(TRUNK) ?? graph.trunk?.commit;
  if (trunk === undefined) return ok();
  for (const [branch, commit] of branches.value) {
    if (!OUR_BRANCHES.test(branch) && !(branch === TRUNK && isDelivered)) continue;
    // Whatever it is called, and though it was we who moved it last.
    if (branch === graph.base?.branch) continue;
    if (holderIn(left.value, branch) !== null || !isOurBranch(repository, branch)) continue;
    const inside = await contains(services, { commit: trunk, older: commit });
    if (!inside.ok) return inside;
    const message = `orchestral auto: done with ${branch}`;
    const ref = `refs/heads/${branch}`;
    const removed = inside.value ? await removeOwnRef(git, repository, { ref, expected: commit, message }) : ok();
    if (!removed.ok) return removed;
  }
  return ok();
}
