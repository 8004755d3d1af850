import { setTimeout as pause } from 'node:timers/promises';
import { throwFailure } from '../../../base/failure.ts';
import { repairPrompt } from '../../../prompts/auto/repair.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { Graph } from '../../../workflows/auto/graph-state.ts';
import { judgePhase } from '../../../workflows/auto/judge-task.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import { pauseLeftMs } from '../../../workflows/policy/retry.ts';
import { type FindingAnswer, openFindings } from '../../../workflows/proof/finding-answers.ts';
import { commitStep } from '../../work/commit-step.ts';
import { type AgentStepDone, performAgentStep } from '../agent-step.ts';
import { askReviewer, type ReviewRequest } from './ask-reviewer.ts';
import { problemIn, repairFailed } from './attempt.ts';
import { attemptBrief, finished, planTask, projectBrief } from './brief.ts';
import { moveBranch } from './commits.ts';
import type { AutoJob } from './job.ts';
import { ends, type Joined, joinPhase } from './merge-phase.ts';
import { findRepairFindings } from './repair-findings.ts';
import { findTaskListEdits } from './task-list-edits.ts';
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
    save: (done) => keep(job, { ...done, joined }),
  });
}

async function keep(
  job: AutoJob,
  { call, worktree, joined }: AgentStepDone<never> & { readonly joined: Joined },
): Promise<AutoEvent> {
  const { services, graph, id: effect } = job;
  const calls = [call];
  const edits = await findTaskListEdits(services, worktree, joined.commit);
  if (edits !== null) return repairFailed(job, problemIn([edits]), calls);
  const tip = await commitStep(job, worktree, {
    onto: joined.commit,
    message: `Repair phase ${graph.current_phase}`,
    trailers: { 'Orchestral-Phase': String(graph.current_phase) },
    leaveOut: planPath(services),
  });
  const { message: red, evidence } = repairStage(graph).mishaps.last;
  if (tip === null) return repairFailed(job, { kind: 'no_change', message: red, evidence }, calls);
  const prove = () => findRepairFindings(job, { joined, repaired: tip });
  const findings = await services.mutex.withLock('check', prove, job.signal);
  const judged = judgePhase(graph, findings, job.config.project?.superseded);
  const accepted = async (took: readonly CallRecord[], answers: FindingAnswer[] = []): Promise<AutoEvent> => {
    if (job.signal.aborted) throwFailure('work.cancelled', {});
    const message = `orchestral ${effect}: repaired`;
    await moveBranch(services, { branch: graph.branch ?? '', from: ends(graph).tip.commit, to: tip.commit, message });
    const allowed = answers.length > 0 && { findings: [...judged.reasons], answers };
    return { type: 'repaired', data: { effect, calls: [...took], tip, ...allowed } };
  };
  const hold: RepairReview['hold'] = (took, answers = []) => ({
    type: 'repair_held',
    data: { effect, calls: [...took], tip, findings: [...judged.reasons], answers },
  });
  switch (judged.verdict) {
    case 'accept':
      return accepted(calls);
    case 'review':
      return reviewRepair(job, {
        findings: judged.reasons,
        calls,
        range: { from: joined.commit, to: tip.commit },
        hold,
        accepted,
      });
    case 'ask':
      return hold(calls);
    case 'reject':
    case 'send_back':
      return repairFailed(job, problemIn(judged.reasons), calls);
    default:
      return judged.verdict satisfies never;
  }
}

interface RepairReview extends Pick<ReviewRequest, 'findings' | 'range'> {
  readonly calls: readonly CallRecord[];
  /** `answers`: what the reviewer says of it, though that is not enough. */
  readonly hold: (calls: readonly CallRecord[], answers?: FindingAnswer[]) => AutoEvent;
  readonly accepted: (calls: readonly CallRecord[], answers: FindingAnswer[]) => Promise<AutoEvent>;
}

/** The tasks of the phase are all that may ask for it. What nobody releases waits for a person. */
function reviewRepair(job: AutoJob, { findings, range, calls, hold, accepted }: RepairReview): Promise<AutoEvent> {
  const { services, graph } = job;
  const tasks = mergedInPhase(graph).map((id) => planTask(services, graph, id));
  const words = tasks.map(({ id, title, text, acceptance }) => [`${id}: ${title}`, text, ...acceptance].join('\n'));
  const title = `Repair of phase ${graph.current_phase}: these tasks were merged, and the checks failed with all of them`;
  const asked: AutoJob = {
    ...job,
    agentCalls: (role) => ({
      ...job.agentCalls(role),
      failed: ({ call }) => hold([...calls, call]),
    }),
  };
  return askReviewer(asked, {
    task: {
      id: `phase ${graph.current_phase}`,
      title,
      text: words.join('\n\n'),
      files: [],
      acceptance: [],
      commands: [],
    },
    words: words.join('\n\n'),
    findings,
    range,
    save: (reviewed, took) => {
      const all = [...calls, ...took.calls];
      if ('refused' in reviewed) return repairFailed(job, { kind: 'review', message: reviewed.refused }, all);
      const isOpen = openFindings(findings, reviewed.answers).length > 0;
      return isOpen ? hold(all, reviewed.answers) : accepted(all, reviewed.answers);
    },
  });
}

function repairStage({ stage }: Graph) {
  if (stage.at !== 'repair') throw new Error('nothing to repair');
  return stage;
}

function mergedInPhase({ order, tasks, current_phase }: Graph): string[] {
  return order.filter((id) => tasks[id]?.phase === current_phase && tasks[id].status === 'completed');
}
