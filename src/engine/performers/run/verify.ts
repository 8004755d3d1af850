import { clipAll } from '../../../base/clip.ts';
import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { changedFiles, patchBetween } from '../../../git/diff.ts';
import { fieldsOf } from '../../../git/output.ts';
import { isTestFile } from '../../../languages/test-surface.ts';
import { verifierPrompt } from '../../../prompts/run/verifier.ts';
import { type VerifierAnswer, wantedVerifierAnswer } from '../../../schema/run/answers.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { firstNames } from '../../../workflows/run/evidence.ts';
import { readTemplate } from '../../prompt-templates.ts';
import { coverageNeeded } from '../../run-settings.ts';
import { askPerson } from './ask-person.ts';
import { callRole } from './call-role.ts';
import { prepareAgentWorktree, type AgentWorktree } from '../../work/checks.ts';
import { commitStep } from '../../work/commit-step.ts';
import { decisionsOf } from './decisions.ts';
import { feedbackInWords } from './feedback-words.ts';
import { optional } from './optional-answer.ts';
import { exportFiles, readText, writeLog } from './run-folder.ts';
import type { JobAt } from './job.ts';

/** Of the patch in a prompt, in bytes. */
export const PATCH_LIMIT = 200_000;
const MOST_CLAIMS = 50;

/** The Verifier writes tests in the Builder's worktree; whether they are green is not its to say. */
export async function verify(job: JobAt<'verify'>): Promise<Result<RunEvent, Failure>> {
  const { services, run, step, id } = job;
  const room = await prepareAgentWorktree(job, { commit: step.work.commit });
  if (!room.ok) return room;
  const prompt = await promptFor(job, room.value);
  if (!prompt.ok) return prompt;
  const { folder } = room.value.worktree;
  const fields = ['log', 'crp', 'edge_cases_tested', 'adversarial_findings'];
  const answer = optional(wantedVerifierAnswer(), fields);
  const called = await callRole<VerifierAnswer>(job, { role: 'verifier', prompt: prompt.value, folder, answer });
  if (!called.ok) return called;
  if (called.value.status === 'over') return ok(called.value.event);
  const { call, answer: given, text } = called.value;
  const logged = writeLog(job, 'verifier/log.md', { call, log: given?.log ?? null, text });
  if (!logged.ok) return logged;
  if (given?.crp !== undefined) return askPerson(job, { by: 'verifier', crp: given.crp, calls: [call] });
  const message = `Tests of round ${run.iteration} of ${run.run_id}`;
  const committed = await commitStep(job, room.value, {
    onto: step.work.commit,
    message,
    trailers: { 'Orchestral-Run': run.run_id },
  });
  if (!committed.ok) return committed;
  const work = committed.value ?? step.work;
  const written = await changedFiles(services.git, services.repository, { from: step.work.commit, to: work.commit });
  if (!written.ok) return written;
  const files = written.value.filter(({ kind }) => kind !== 'deleted').map((file) => file.path);
  const shown = await exportFiles(services, 'verifier/tests', {
    from: folder,
    paths: [...new Set([...run.test_files, ...files])],
  });
  if (!shown.ok) return shown;
  services.onPoint('files.written');
  const { edge_cases_tested = [], adversarial_findings = [] } = given ?? {};
  const claims = {
    edge_cases_tested: clipAll(edge_cases_tested, { most: MOST_CLAIMS }),
    adversarial_findings: clipAll(adversarial_findings, { most: MOST_CLAIMS }),
  };
  return ok({ type: 'tests_written', data: { effect: id, calls: [call], work, files, claims } });
}

async function promptFor(
  { services, settings, run, step }: JobAt<'verify'>,
  { worktree, commands }: AgentWorktree,
): Promise<Result<string, Failure>> {
  const { git, repository } = services;
  const refined = readText(services, 'briefing/refined.md');
  if (!refined.ok) return refined;
  const template = readTemplate(services.project, 'run/verifier');
  if (!template.ok) return template;
  const range = { from: run.base.commit, to: step.work.commit };
  const changed = await changedFiles(git, repository, range);
  if (!changed.ok) return changed;
  const patch = await patchBetween(git, repository, { ...range, atMost: PATCH_LIMIT });
  if (!patch.ok) return patch;
  const listed = await git.read(worktree, ['ls-files', '-z']);
  if (!listed.ok) return listed;
  const { iteration, max_iterations, consultations, feedback, test_files } = run;
  return verifierPrompt(
    {
      refined: refined.value,
      config: settings.verifier,
      decisions: decisionsOf(consultations),
      coverageNeeded: coverageNeeded(settings),
      testCommand: commands.tests?.detected.line ?? null,
      testFiles: firstNames(fieldsOf(listed.value).filter(isTestFile)),
      ownTests: firstNames(test_files),
      changed: changed.value,
      patch: patch.value,
      iteration,
      maxIterations: max_iterations,
      feedback: feedback && feedbackInWords(feedback),
    },
    template.value,
  );
}
