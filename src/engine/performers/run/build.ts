import { changedFiles, changedNames } from '../../../git/diff.ts';
import { builderPrompt } from '../../../prompts/run/builder.ts';
import { questionsIn, type WorkAnswer, wantedWorkAnswer } from '../../../schema/run/answers.ts';
import { maxIterations } from '../../../workflows/run/criteria.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { projectPathsOf } from '../../project-paths.ts';
import { commitStep } from '../../work/commit-step.ts';
import { type AgentStepDone, performAgentStep } from '../agent-step.ts';
import { askPerson } from './ask-person.ts';
import { decisionsOf, feedbackInWords, optionalAnswer } from './brief.ts';
import type { JobAt } from './job.ts';
import { exportFiles, readText, writeDoneFlag, writeLog } from './run-folder.ts';

/** The Builder works in its own worktree, from where the last round ended; what it leaves there is committed by us. */
export function build(job: JobAt<'build'>): Promise<RunEvent> {
  const { services, settings, run } = job;
  const { iteration, max_iterations, feedback } = run;
  const onto = run.work?.commit ?? run.base.commit;
  const refined = readText(services, 'briefing/refined.md');
  return performAgentStep<WorkAnswer, RunEvent>(job, {
    role: 'builder',
    template: 'run/builder',
    // What the last round broke is to be mended.
    worktree: { commit: onto, isBroken: run.work !== null },
    prompt: ({ commands }, template) =>
      builderPrompt(
        {
          refined,
          config: settings.builder,
          decisions: decisionsOf(run),
          testCommand: commands.tests?.detected.line ?? null,
          buildCommand: commands.build ?? null,
          iteration,
          maxIterations: max_iterations,
          feedback: feedback && feedbackInWords(feedback, projectPathsOf(services.project)),
        },
        template,
      ),
    answer: optionalAnswer(wantedWorkAnswer(), ['log', 'replies', 'crp', 'more_crps']),
    save: (done) => keep(job, { ...done, onto }),
  });
}

/** One sentence is asked for. */
const LONGEST_REPLY = 2000;

async function keep(
  job: JobAt<'build'>,
  { call, answer, text, worktree, onto }: AgentStepDone<WorkAnswer> & { readonly onto: string },
): Promise<RunEvent> {
  const { run, id } = job;
  writeLog(job, 'builder/log.md', { call, log: answer?.log ?? null, text });
  const crps = questionsIn(answer ?? {});
  if (crps.length > 0) return askPerson(job, { by: 'builder', crps, calls: [call] });
  const message = `Build round ${run.iteration} of ${run.run_id}`;
  const trailers = { 'Orchestral-Run': run.run_id };
  const work = await commitStep(job, worktree, { onto, message, trailers });
  // A later round may have nothing to add: what matters is whether there is anything at all.
  const built = work ?? run.work;
  const count = await showOutput(job, { folder: worktree.worktree.folder, commit: built?.commit ?? onto });
  if (built === null || count === 0) return { type: 'nothing_built', data: { effect: id, calls: [call] } };
  const replies = answer?.replies?.map(({ comment, text: said }) => ({ comment, text: said.slice(0, LONGEST_REPLY) }));
  const said = { effect: id, calls: [call], ...(replies !== undefined && { replies }) };
  // Tests that the Verifier adds would make it look like something else.
  if (run.rejected?.includes(built.tree) === true)
    return { type: 'left_rejected', data: { ...said, max_iterations: maxIterations(job.settings) } };
  return { type: 'built', data: { ...said, work: built } };
}

/** Every changed file at its path, and the flag that says so; how many there are. */
async function showOutput(
  { services, run }: JobAt<'build'>,
  { folder, commit }: { readonly folder: string; readonly commit: string },
): Promise<number> {
  const range = { from: run.base.commit, to: commit };
  const changed = await changedFiles(services.git, services.repository, range);
  const paths = await changedNames(services.git, services.repository, range);
  // Tests of the Verifier are in its own folder, unless the Builder changed them.
  const before = run.work?.commit;
  const now =
    before === undefined ? [] : await changedFiles(services.git, services.repository, { from: before, to: commit });
  const others = new Set(run.test_files.filter((file) => now.every(({ path }) => path !== file)));
  const own = paths.filter((name) => !others.has(name.toString('utf8')));
  await exportFiles(services, 'builder/output', { from: folder, paths: own });
  writeDoneFlag(services, 'build');
  services.onPoint('files.written');
  return changed.length;
}
