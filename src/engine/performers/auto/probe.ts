import { forkPoint, patchBetween } from '../../../git/diff.ts';
import { probesPrompt } from '../../../prompts/auto/reviewer.ts';
import { type ProbesAnswer, wantedProbes } from '../../../schema/auto-answers.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import { findFailingCommand } from '../../work/checks.ts';
import { projectPathsOf } from '../../project-paths.ts';
import { performAgentStep, requireAnswer } from '../agent-step.ts';
import { failedAttempt } from './attempt.ts';
import { planTask, projectBrief, taskText } from './brief.ts';
import type { TaskJob } from './job.ts';

const MOST_PATCH = 64 * 1024;
const MOST_PROBES = 12;

/** A reviewer says how to try what the task promises, with inputs that its author did not choose. */
export async function probe(job: TaskJob): Promise<AutoEvent> {
  const { services, graph, at } = job;
  const { work } = at.task;
  if (work === null) throw new Error(`nothing to probe: ${at.id}`);
  const task = planTask(services, graph, at.id);
  const { git, repository } = services;
  // What was merged meanwhile is not of its doing.
  const from = await forkPoint(git, repository, [at.tip.commit, work.commit]);
  const { inPatch } = projectPathsOf(services.project);
  const patch = inPatch(await patchBetween(git, repository, { from, to: work.commit, atMost: MOST_PATCH }));
  return performAgentStep<ProbesAnswer, AutoEvent>(job, {
    role: 'reviewer',
    template: 'auto/probes',
    worktree: { commit: work.commit, isBroken: true },
    prompt: (worktree, template) => {
      const { acceptance } = task;
      return probesPrompt({ project: projectBrief(job, worktree), task: taskText(task), acceptance, patch }, template);
    },
    answer: wantedProbes(),
    save: (done) => tryProbes(job, requireAnswer(done), { calls: [done.call], seconds: done.seconds }),
  });
}

/** What a probe prints is measured; that it was written by an agent does not matter once it has failed. */
async function tryProbes(
  job: TaskJob,
  { probes }: ProbesAnswer,
  took: { readonly calls: CallRecord[]; readonly seconds: number },
): Promise<AutoEvent> {
  const { services, at, id: effect } = job;
  const commit = at.task.work?.commit ?? '';
  const probed = (findings: Extract<AutoEvent, { type: 'probed' }>['data']['findings']): AutoEvent => ({
    type: 'probed',
    data: { effect, id: at.id, ...took, findings },
  });
  if (probes.length === 0) return probed([{ code: 'not_probed' }]);
  for (const { line, file, content, command } of probes.slice(0, MOST_PROBES)) {
    const check = () => findFailingCommand(job, { commit, lines: [command], files: [{ path: file, content }] });
    const failing = await services.mutex.withLock('check', check, job.signal);
    if (failing === null) continue;
    const evidence = `${content}\n\n${failing.tail}`;
    return failedAttempt(job, { kind: 'probe', message: `${line}: ${failing.ending}`, evidence }, took);
  }
  return probed([]);
}
