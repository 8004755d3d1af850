import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { commitWork } from '../../../git/commit.ts';
import type { Work } from '../../../workflows/run/facts.ts';
import type { AgentRoom } from './check.ts';
import { branchOf, type Job } from './workshop.ts';

/** Orchestral's own documents are in none of its commits, whoever wrote to them. */
const OWN_DOCUMENTS = ['.orchestral/', '.claude/orchestrator/', '.claude/orchestrate-'];

/** Commits what an agent left in its worktree, onto what it began with; null when that is nothing. */
export async function commitStep(
  { workshop, id, run }: Job,
  { worktree, besides }: AgentRoom,
  { onto, message }: { readonly onto: string; readonly message: string },
): Promise<Result<Work | null, Failure>> {
  const committed = await commitWork(workshop.git, worktree, {
    branch: branchOf(run.run_id),
    onto,
    message,
    trailers: { 'Orchestral-Run': run.run_id, 'Orchestral-Effect': id },
    leaveOut: [...OWN_DOCUMENTS, ...besides],
    reason: `orchestral ${id}`,
  });
  if (committed.ok) workshop.onPoint('work.committed');
  return committed.ok ? ok(committed.value) : committed;
}
