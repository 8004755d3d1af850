import type { Failure } from '../../../base/failure.ts';
import type { Result } from '../../../base/result.ts';
import { type AgentRoom, agentRoom, type At } from '../../work/checks.ts';
import type { AutoJob } from './workshop.ts';

/** A worktree for a tree that is known to be broken, a lock file with a conflict in it for one: it may lack its set-up. */
export async function roomForRepair(job: AutoJob, at: At): Promise<Result<AgentRoom, Failure>> {
  const room = await agentRoom(job, at);
  if (room.ok || room.error.code !== 'checks.setup_failed') return room;
  const project = { version: 1 as const, ...job.config.project, setup_command: 'true' };
  return agentRoom({ ...job, config: { ...job.config, project } }, at);
}
