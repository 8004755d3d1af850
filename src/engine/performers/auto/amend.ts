import { throwFailure } from '../../../base/failure.ts';
import { amendPrompt } from '../../../prompts/amend.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import { trunkBranch } from '../../repository-names.ts';
import { commitStep } from '../../work/commit-step.ts';
import { evidenceOf } from '../../work/proof-trailers.ts';
import { commitTree } from '../../../git/commit.ts';
import { performAgentStep } from '../agent-step.ts';
import { type AttemptProblem, problemIn, toAttemptFailure } from './attempt.ts';
import { finishedWork } from './brief.ts';
import { moveBranch } from './commits.ts';
import type { AutoJob } from './job.ts';
import { judgeJoined } from './judge-joined.ts';
import { findTaskListEdits } from './task-list-edits.ts';
import { planPath } from './tick-plan.ts';

/** An agent puts right what reviewers and checks said of the published phases; it is judged as a phase is. */
export function amend(job: AutoJob): Promise<AutoEvent> {
  const { services, graph, id: effect } = job;
  const { trunk, amend: wanted } = graph;
  if (trunk === null || wanted === undefined) throw new Error('nothing to amend');
  const failed = (problem: AttemptProblem, calls: readonly CallRecord[]): AutoEvent => ({
    type: 'amend_failed',
    data: { effect, calls: [...calls], mishap: toAttemptFailure(problem) },
  });
  const asked: AutoJob = {
    ...job,
    agentCalls: (role) => ({ ...job.agentCalls(role), failed: (ended) => failed(ended, [ended.call]) }),
  };
  return performAgentStep<never, AutoEvent>(asked, {
    role: 'task-executor',
    template: 'amend',
    worktree: { commit: trunk.commit, isBroken: true },
    prompt: ({ commands }, template) =>
      amendPrompt(
        {
          testCommand: commands.tests?.detected.line ?? null,
          purpose: finishedWork(graph).purpose,
          remarks: wanted.text,
          problems: wanted.problems,
        },
        template,
      ),
    save: async ({ call, worktree }) => {
      const edits = await findTaskListEdits(services, worktree, trunk.commit);
      if (edits !== null) return failed(problemIn([edits]), [call]);
      const made = await commitStep(job, worktree, {
        onto: trunk.commit,
        message: 'Answer the review',
        trailers: {},
        leaveOut: planPath(services),
      });
      if (made === null) return failed({ kind: 'no_change', message: 'nothing was changed' }, [call]);
      const range = { before: trunk.commit, now: made.commit, tasks: graph.order };
      const judged = await services.mutex.withLock('check', () => judgeJoined(job, range), job.signal);
      if ('problem' in judged) return failed(judged.problem, [call]);
      if (job.signal.aborted) throwFailure('work.cancelled', {});
      const to = await commitTree(services.git, services.repository, {
        tree: made.tree,
        parents: [trunk.commit],
        message: 'Answer the review',
        trailers: { ...evidenceOf(made.tree), ...judged.trailers },
      });
      const branch = trunkBranch(services.project);
      await moveBranch(services, { branch, from: trunk.commit, to, message: `orchestral ${effect}: amended` });
      return { type: 'amended', data: { effect, calls: [call], trunk: { commit: to, tree: made.tree } } };
    },
  });
}
