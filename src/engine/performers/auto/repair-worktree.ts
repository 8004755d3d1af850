import type { Failure } from '../../../base/failure.ts';
import type { Result } from '../../../base/result.ts';
import { type AgentWorktree, prepareAgentWorktree, type CommitRef } from '../../work/checks.ts';
import type { Step } from '../../conductor/step.ts';

/** A worktree for a tree that is known to be broken, a lock file with a conflict in it for one: it may lack its set-up. */
export async function prepareRepairWorktree(job: Step, at: CommitRef): Promise<Result<AgentWorktree, Failure>> {
  const room = await prepareAgentWorktree(job, at);
  if (room.ok || room.error.code !== 'checks.setup_failed') return room;
  const project = { version: 1 as const, ...job.config.project, setup_command: 'true' };
  return prepareAgentWorktree({ ...job, config: { ...job.config, project } }, at);
}
