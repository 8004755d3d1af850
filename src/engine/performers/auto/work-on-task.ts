import { changedFiles } from '../../../git/diff.ts';
import { en } from '../../../i18n/en/index.ts';
import { isLoadableCode } from '../../../languages/source-files.ts';
import { isTestFile } from '../../../languages/test-surface.ts';
import { resultLine } from '../../../prompts/auto/result-line.ts';
import { taskPrompt } from '../../../prompts/auto/task.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import { proofFindingText } from '../../run-documents/finding-text.ts';
import { projectPathsOf } from '../../project-paths.ts';
import { findFailingCommand } from '../../work/checks.ts';
import { commitStep } from '../../work/commit-step.ts';
import { type AgentStepDone, performAgentStep } from '../agent-step.ts';
import { brokenCommand, failedAttempt, problemIn } from './attempt.ts';
import { attemptBrief, finished, knowledgeFor, planTask, projectBrief, taskText } from './brief.ts';
import type { TaskJob } from './job.ts';
import { findTaskListEdits } from './task-list-edits.ts';
import { planPath } from './tick-plan.ts';

/**
 * One attempt at a task with a fresh agent: from where the phase stands, or from work that was sent back. Whether it is any
 * good is measured later.
 */
export function workOnTask(job: TaskJob): Promise<AutoEvent> {
  const { services, graph, at } = job;
  const task = planTask(services, graph, at.id);
  const { inText } = projectPathsOf(services.project);
  const { approach, ...attempt } = attemptBrief(services, at.task.mishaps);
  return performAgentStep<never, AutoEvent>(job, {
    role: 'task-executor',
    template: 'auto/task',
    model: task.model,
    worktree: { commit: (at.task.work ?? at.tip).commit, isBroken: at.task.work !== null },
    prompt: (worktree, template) =>
      taskPrompt(
        {
          ...attempt,
          open: at.task.work === null ? [] : (at.task.findings ?? []).map((one) => inText(proofFindingText(one, en))),
          refused: at.task.refused ?? null,
          project: projectBrief(job, worktree),
          task: taskText(task),
          dependencies: finished(graph, at.task.needs),
          knowledge: knowledgeFor(services, task),
        },
        template,
        approach,
      ),
    save: (done) => keep(job, done),
  });
}

async function keep(job: TaskJob, { text, call, seconds, worktree }: AgentStepDone<never>): Promise<AutoEvent> {
  const { services, graph, at, id: effect } = job;
  const task = planTask(services, graph, at.id);
  const took = { calls: [call], seconds };
  const result = resultLine(text);
  const onto = (at.task.work ?? at.tip).commit;
  const message = `${at.id}: ${task.title}`;
  const trailers = { 'Orchestral-Task': at.id };
  const edits = await findTaskListEdits(services, worktree, onto);
  if (edits !== null) return failedAttempt(job, problemIn([edits]), took);
  const work = await commitStep(job, worktree, { onto, message, trailers, leaveOut: planPath(services) });
  // Of work that was sent back the agent may say why it has to stay as it is.
  const done = work ?? at.task.work;
  if (done !== null) {
    const probe = task.acceptance.length > 0 && (await hasCodeAndTests(job, done.commit));
    return { type: 'worked', data: { effect, id: at.id, ...took, work: done, result, ...(probe && { probe }) } };
  }
  if (!task.needsNoChange) return failedAttempt(job, { kind: 'no_change', message: result ?? '' }, took);
  const check = () => findFailingCommand(job, { commit: onto, lines: task.commands });
  const failing = await services.mutex.withLock('check', check, job.signal);
  if (failing !== null) return failedAttempt(job, brokenCommand(failing), took);
  return { type: 'task_completed', data: { id: at.id, effect, ...took, result } };
}

/** Whoever writes both can make them agree: others have to try it then. */
async function hasCodeAndTests({ services, at }: TaskJob, commit: string): Promise<boolean> {
  const { git, repository } = services;
  const forked = await git.read(repository, ['merge-base', at.tip.commit, commit]);
  const range = { from: forked.stdout.toString('utf8').trim(), to: commit };
  const paths = (await changedFiles(git, repository, range)).map(({ path }) => path);
  return paths.some(isTestFile) && paths.some((path) => isLoadableCode(path) && !isTestFile(path));
}
