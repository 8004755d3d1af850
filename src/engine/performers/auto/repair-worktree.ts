import { catchFailure, unwrap } from '../../../base/failure.ts';
import type { Step } from '../../conductor/step.ts';
import { type AgentWorktree, type CommitRef, prepareAgentWorktree } from '../../work/checks.ts';

/** A worktree for a tree that is known to be broken, a lock file with a conflict in it for one: it may lack its set-up. */
export async function prepareRepairWorktree(job: Step, at: CommitRef): Promise<AgentWorktree> {
  const worktree = await catchFailure(() => prepareAgentWorktree(job, at));
  if (worktree.ok || worktree.error.code !== 'checks.setup_failed') return unwrap(worktree);
  const project = { version: 1 as const, ...job.config.project, setup_command: 'true' };
  return prepareAgentWorktree({ ...job, config: { ...job.config, project } }, at);
}
