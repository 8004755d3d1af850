import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { changedFiles } from '../../../git/diff.ts';
import { builderPrompt } from '../../../prompts/run/builder.ts';
import { type WorkAnswer, wantedWorkAnswer } from '../../../schema/run/answers.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { readTemplate } from '../../prompt-templates.ts';
import { askPerson } from './ask-person.ts';
import { callRole } from './call-role.ts';
import { prepareAgentWorktree, type AgentWorktree } from '../../work/checks.ts';
import { commitStep } from '../../work/commit-step.ts';
import { decisionsOf } from './decisions.ts';
import { feedbackInWords } from './feedback-words.ts';
import { optional } from './optional-answer.ts';
import { exportFiles, readText, writeDoneFlag, writeLog } from './run-folder.ts';
import type { JobAt } from './job.ts';

/** The Builder works in its own worktree, from where the last round ended; what it leaves there is committed by us. */
export async function build(job: JobAt<'build'>): Promise<Result<RunEvent, Failure>> {
  const { run, id } = job;
  const onto = run.work?.commit ?? run.base.commit;
  const room = await prepareAgentWorktree(job, { commit: onto });
  if (!room.ok) return room;
  const prompt = promptFor(job, room.value);
  if (!prompt.ok) return prompt;
  const { folder } = room.value.worktree;
  const answer = optional(wantedWorkAnswer(), ['log', 'crp']);
  const called = await callRole<WorkAnswer>(job, { role: 'builder', prompt: prompt.value, folder, answer });
  if (!called.ok) return called;
  if (called.value.status === 'over') return ok(called.value.event);
  const { call, answer: given, text } = called.value;
  const logged = writeLog(job, 'builder/log.md', { call, log: given?.log ?? null, text });
  if (!logged.ok) return logged;
  if (given?.crp !== undefined) return askPerson(job, { by: 'builder', crp: given.crp, calls: [call] });
  const work = await commitStep(job, room.value, {
    onto,
    message: `Build round ${run.iteration} of ${run.run_id}`,
    trailers: { 'Orchestral-Run': run.run_id },
  });
  if (!work.ok) return work;
  // A later round may have nothing to add: what matters is whether there is anything at all.
  const built = work.value ?? run.work;
  const shown = await showOutput(job, { folder, commit: built?.commit ?? onto });
  if (!shown.ok) return shown;
  if (built === null || shown.value === 0) return ok({ type: 'nothing_built', data: { effect: id, calls: [call] } });
  return ok({ type: 'built', data: { effect: id, calls: [call], work: built } });
}

function promptFor({ services, settings, run }: JobAt<'build'>, { commands }: AgentWorktree): Result<string, Failure> {
  const refined = readText(services, 'briefing/refined.md');
  if (!refined.ok) return refined;
  const template = readTemplate(services.project, 'run/builder');
  if (!template.ok) return template;
  const { iteration, max_iterations, consultations, feedback } = run;
  return builderPrompt(
    {
      refined: refined.value,
      config: settings.builder,
      decisions: decisionsOf(consultations),
      testCommand: commands.tests?.detected.line ?? null,
      buildCommand: commands.build ?? null,
      iteration,
      maxIterations: max_iterations,
      feedback: feedback && feedbackInWords(feedback),
    },
    template.value,
  );
}

/** Every changed file at its path, and the flag that says so; how many there are. */
async function showOutput(
  { services, run }: JobAt<'build'>,
  { folder, commit }: { readonly folder: string; readonly commit: string },
): Promise<Result<number, Failure>> {
  const changed = await changedFiles(services.git, services.repository, { from: run.base.commit, to: commit });
  if (!changed.ok) return changed;
  const paths = changed.value.map((file) => file.path);
  const exported = await exportFiles(services, 'builder/output', { from: folder, paths });
  if (!exported.ok) return exported;
  const flagged = writeDoneFlag(services, 'build');
  if (!flagged.ok) return flagged;
  services.onPoint('files.written');
  return ok(paths.length);
}
