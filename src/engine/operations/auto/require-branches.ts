import { catchFailure, fail, type Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { createGit } from '../../../git/git.ts';
import { listBranches, openRepository } from '../../../git/repository.ts';
import type { Graph } from '../../../workflows/auto/graph-state.ts';
import { unrecordedSpawner } from '../../ask-program.ts';
import type { AutoContext } from '../../descriptors/auto.ts';
import { isBegunHere } from '../../performers/auto/commits.ts';
import { TRUNK } from '../../performers/auto/job.ts';
import type { Base } from '../../preflight.ts';

/** Git keeps `a` and `a/b` apart by allowing only one of them. */
const IN_THE_WAY = /^orchestral(?:\/task)?$|^orchestral\/auto\//;

/** The names of our branches are free, or ours: finished work of a person's, or of another checkout, is nothing to go on from. */
export async function requireBranches(
  { project, env }: Pick<AutoContext, 'project' | 'env'>,
  { base, before }: { readonly base: Base; readonly before: Graph | undefined },
): Promise<Result<void, Failure>> {
  if (base.branch === TRUNK) return fail('auto.branch_in_the_way', { branch: TRUNK });
  const git = createGit({ run: (command) => unrecordedSpawner().run(command), env });
  const repository = await openRepository(git, project.root);
  if (!repository.ok) return repository;
  const branches = await catchFailure(() => listBranches(git, repository.value));
  if (!branches.ok) return branches;
  const obstacle = [...branches.value.keys()].find((branch) => IN_THE_WAY.test(branch));
  if (obstacle !== undefined) return fail('auto.branch_in_the_way', { branch: obstacle });
  const standing = branches.value.get(TRUNK);
  // As we left it; the folder may have been moved or copied since.
  if (standing === undefined || standing === before?.trunk?.commit) return ok();
  // Where refs keep no history nobody knows whose it is; once begun, it is ours.
  const wasOurs = before !== undefined && before.trunk !== null;
  const isOurs = isBegunHere(repository.value, TRUNK, project.hash) ?? wasOurs;
  return isOurs ? ok() : fail('auto.branch_in_the_way', { branch: TRUNK });
}
