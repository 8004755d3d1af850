import { setTimeout as pause } from 'node:timers/promises';
import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { repairPrompt } from '../../../prompts/auto/repair.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { AttemptProblem } from '../../../workflows/auto/judge-tree.ts';
import { backoffMs } from '../../../workflows/policy/retry.ts';
import { readTemplate } from '../../prompt-templates.ts';
import { commitStep } from '../../work/commit-step.ts';
import { callExecutor, toAttemptFailure } from './attempt.ts';
import { attemptBrief, finished, projectBrief } from './brief.ts';
import { moveBranch } from './commits.ts';
import { ends, joinPhase } from './merge-phase.ts';
import { prepareRepairWorktree } from './repair-worktree.ts';
import { planPath } from './tick-plan.ts';
import type { AutoJob } from './job.ts';

/** An agent puts right what is red only when the phase is put together. */
export async function repair(job: AutoJob): Promise<Result<AutoEvent, Failure>> {
  const { services, graph, id: effect } = job;
  const { stage } = graph;
  if (stage.at !== 'repair') throw new Error('nothing to repair');
  const { mishaps } = stage;
  const { retry_limit } = services.limits();
  const joined = await joinPhase(job);
  if (!joined.ok) return joined;
  if ('conflict' in joined.value) {
    const mishap = toAttemptFailure({ kind: 'conflict', message: joined.value.conflict.join(', ') });
    return ok({ type: 'repair_failed', data: { effect, calls: [], mishap, retry_limit } });
  }
  // The first one begins at once; each after that waits longer.
  const since = Math.max(0, services.clock.now().getTime() - Date.parse(mishaps.at));
  const left = Math.max(0, backoffMs(mishaps.count - 1) - since);
  await pause(left, undefined, { signal: job.signal }).catch(() => undefined);
  const room = await prepareRepairWorktree(job, { commit: joined.value.commit });
  if (!room.ok) return room;
  const attempt = attemptBrief(services, mishaps.count > 1 ? mishaps : null);
  if (!attempt.ok) return attempt;
  const template = readTemplate(services.project, 'auto/repair');
  if (!template.ok) return template;
  const { approach, ...brief } = attempt.value;
  const { last } = mishaps;
  const merged = graph.order.filter((id) => {
    const task = graph.tasks[id];
    return task?.phase === graph.current_phase && task.status === 'completed';
  });
  const about = {
    ...brief,
    project: projectBrief(job, room.value),
    phase: graph.current_phase,
    tasks: finished(graph, merged),
    red: [last.message],
    output: last.evidence,
  };
  const prompt = repairPrompt(about, template.value, approach);
  if (!prompt.ok) return prompt;
  const called = await callExecutor(job, { prompt: prompt.value, folder: room.value.worktree.folder, task: null });
  if (!called.ok) return called;
  const calls = [called.value.call];
  const failed = (wrong: AttemptProblem): AutoEvent => {
    return { type: 'repair_failed', data: { effect, calls, mishap: toAttemptFailure(wrong), retry_limit } };
  };
  if (called.value.status === 'failed') return ok(failed(called.value));
  const committed = await commitStep(job, room.value, {
    onto: joined.value.commit,
    message: `Repair phase ${graph.current_phase}`,
    trailers: { 'Orchestral-Phase': String(graph.current_phase) },
    leaveOut: planPath(services),
  });
  if (!committed.ok) return committed;
  if (committed.value === null)
    return ok(failed({ kind: 'no_change', message: last.message, evidence: last.evidence }));
  const message = `orchestral ${effect}: repaired`;
  const from = ends(graph).tip.commit;
  const to = committed.value.commit;
  const moved = await moveBranch(services, { branch: graph.branch ?? '', from, to, message });
  if (!moved.ok) return moved;
  return ok({ type: 'repaired', data: { effect, calls, tip: committed.value } });
}
