import { setTimeout as pause } from 'node:timers/promises';
import { repairPrompt } from '../../../prompts/auto/repair.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { Graph } from '../../../workflows/auto/graph-state.ts';
import { pauseLeftMs } from '../../../workflows/policy/retry.ts';
import { commitStep } from '../../work/commit-step.ts';
import { type AgentStepDone, performAgentStep } from '../agent-step.ts';
import { repairFailed } from './attempt.ts';
import { attemptBrief, finished, projectBrief } from './brief.ts';
import { moveBranch } from './commits.ts';
import type { AutoJob } from './job.ts';
import { ends, joinPhase } from './merge-phase.ts';
import { planPath } from './tick-plan.ts';

/** An agent puts right what is red only when the phase is put together. */
export async function repair(job: AutoJob): Promise<AutoEvent> {
  const { services, graph } = job;
  const { mishaps } = repairStage(graph);
  const joined = await joinPhase(job);
  if ('conflict' in joined) return repairFailed(job, { kind: 'conflict', message: joined.conflict.join(', ') });
  // The first one begins at once; each after that waits longer.
  const since = services.clock.now().getTime() - Date.parse(mishaps.at);
  await pause(pauseLeftMs(mishaps.count - 1, since), undefined, { signal: job.signal }).catch(() => undefined);
  const { approach, ...attempt } = attemptBrief(services, mishaps.count > 1 ? mishaps : null);
  return performAgentStep<never, AutoEvent>(job, {
    role: 'task-executor',
    template: 'auto/repair',
    worktree: { commit: joined.commit, isBroken: true },
    prompt: (worktree, template) =>
      repairPrompt(
        {
          ...attempt,
          project: projectBrief(job, worktree),
          phase: graph.current_phase,
          tasks: finished(graph, mergedInPhase(graph)),
          red: [mishaps.last.message],
          output: mishaps.last.evidence,
        },
        template,
        approach,
      ),
    save: (done) => keep(job, { ...done, onto: joined.commit }),
  });
}

async function keep(
  job: AutoJob,
  { call, worktree, onto }: AgentStepDone<never> & { readonly onto: string },
): Promise<AutoEvent> {
  const { services, graph, id: effect } = job;
  const calls = [call];
  const tip = await commitStep(job, worktree, {
    onto,
    message: `Repair phase ${graph.current_phase}`,
    trailers: { 'Orchestral-Phase': String(graph.current_phase) },
    leaveOut: planPath(services),
  });
  const { message: red, evidence } = repairStage(graph).mishaps.last;
  if (tip === null) return repairFailed(job, { kind: 'no_change', message: red, evidence }, calls);
  const message = `orchestral ${effect}: repaired`;
  const from = ends(graph).tip.commit;
  await moveBranch(services, { branch: graph.branch ?? '', from, to: tip.commit, message });
  return { type: 'repaired', data: { effect, calls, tip } };
}

function repairStage({ stage }: Graph) {
  if (stage.at !== 'repair') throw new Error('nothing to repair');
  return stage;
}

function mergedInPhase({ order, tasks, current_phase }: Graph): string[] {
  return order.filter((id) => tasks[id]?.phase === current_phase && tasks[id].status === 'completed');
}
