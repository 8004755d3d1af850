import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { resultLine } from '../../../prompts/auto/result-line.ts';
import { taskPrompt } from '../../../prompts/auto/task.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import { readTemplate } from '../../prompt-templates.ts';
import { prepareAgentWorktree, type AgentWorktree, findFailingCommand } from '../../work/checks.ts';
import { commitStep } from '../../work/commit-step.ts';
import { brokenCommand, callExecutor, failedAttempt } from './attempt.ts';
import { attemptBrief, finished, knowledgeFor, planTask, projectBrief, taskText } from './brief.ts';
import { planPath } from './tick-plan.ts';
import type { TaskJob } from './job.ts';

/** One attempt at a task, from where the phase stands, with a fresh agent. Whether it is any good is measured later. */
export async function workOnTask(job: TaskJob): Promise<Result<AutoEvent, Failure>> {
  const { services, graph, at, id: effect } = job;
  const task = planTask(services, graph, at.id);
  const room = await prepareAgentWorktree(job, { commit: at.tip.commit });
  if (!room.ok) return room;
  const prompt = promptFor(job, room.value);
  if (!prompt.ok) return prompt;
  const began = performance.now();
  const { folder } = room.value.worktree;
  const called = await callExecutor(job, { prompt: prompt.value, folder, task: at.id, model: task.model });
  if (!called.ok) return called;
  const took = { calls: [called.value.call], seconds: secondsSince(began) };
  if (called.value.status === 'failed') return ok(failedAttempt(job, called.value, took));
  const result = resultLine(called.value.text);
  const committed = await commitStep(job, room.value, {
    onto: at.tip.commit,
    message: `${at.id}: ${task.title}`,
    trailers: { 'Orchestral-Task': at.id },
    leaveOut: planPath(services),
  });
  if (!committed.ok) return committed;
  if (committed.value !== null)
    return ok({ type: 'worked', data: { effect, id: at.id, ...took, work: committed.value, result } });
  if (task.needsNoChange) {
    const hold = () => findFailingCommand(job, { commit: at.tip.commit, lines: task.commands });
    const held = await services.mutex.withLock('check', hold, job.signal);
    if (!held.ok) return held;
    if (held.value !== null) return ok(failedAttempt(job, brokenCommand(held.value), took));
    return ok({ type: 'task_completed', data: { id: at.id, effect, ...took, result } });
  }
  return ok(failedAttempt(job, { kind: 'no_change', message: result ?? '' }, took));
}

function promptFor(job: TaskJob, room: AgentWorktree): Result<string, Failure> {
  const { services, graph, at } = job;
  const attempt = attemptBrief(services, at.task.mishaps);
  if (!attempt.ok) return attempt;
  const template = readTemplate(services.project, 'auto/task');
  if (!template.ok) return template;
  const task = planTask(services, graph, at.id);
  const { approach, ...brief } = attempt.value;
  const about = {
    ...brief,
    project: projectBrief(job, room),
    task: taskText(task),
    dependencies: finished(graph, at.task.needs),
    knowledge: knowledgeFor(services, task),
  };
  return taskPrompt(about, template.value, approach);
}

export function secondsSince(began: number): number {
  return Math.round(performance.now() - began) / 1000;
}
