import type { Trailers } from '../../../git/commit.ts';
import { judgePhase } from '../../../workflows/auto/judge-task.ts';
import { proofTrailers } from '../../work/proof-trailers.ts';
import { proveJoined } from '../../work/prove-change.ts';
import { type AttemptProblem, problemIn } from './attempt.ts';
import type { AutoJob } from './job.ts';

export interface JoinedCommits {
  /** The commit it began with, and the one that git made of it and of finished work. */
  readonly before: string;
  readonly now: string;
  /** What is in the finished work. */
  readonly tasks: readonly string[];
}

/**
 * Runs the tests on what git made of sides that were proved, each by itself: why it is not taken, before any branch moves
 * to it, or what its commit says. Nobody can be asked about it: what is not accepted is red.
 */
export async function judgeJoined(
  job: AutoJob,
  { before, now, tasks }: JoinedCommits,
): Promise<{ readonly problem: AttemptProblem } | { readonly trailers: Trailers }> {
  const { services, graph } = job;
  const { path } = services.plan;
  const proof = await proveJoined(job, { baseline: before, candidate: now, taskList: path });
  const { verdict, reasons } = judgePhase(graph, proof.findings);
  if (verdict !== 'accept') return { problem: problemIn(reasons) };
  const phases = new Set(tasks.map((id) => graph.tasks[id]?.phase));
  const repairs = (graph.repairs ?? []).filter(({ phase }) => phases.has(phase));
  const allowed = [...tasks.flatMap((id) => graph.tasks[id]?.allowed ?? []), ...repairs];
  return { trailers: proofTrailers({ proof, acceptance: [], tasks: path, joined: true, allowed }) };
}
