import { clipAll } from '../../../base/clip.ts';
import { catchFailure, unwrap } from '../../../base/failure.ts';
import { type ChangedFile, changedFiles, patchBetween } from '../../../git/diff.ts';
import { outputFields } from '../../../git/git-output.ts';
import { readTreeFile } from '../../../git/tree-file.ts';
import { testTitles } from '../../../languages/known-languages.ts';
import { isLoadableCode } from '../../../languages/source-files.ts';
import { isTestFile } from '../../../languages/test-surface.ts';
import { verifierPrompt } from '../../../prompts/run/verifier.ts';
import { type CaseKind, questionsIn, type VerifierAnswer, wantedVerifierAnswer } from '../../../schema/run/answers.ts';
import { isTitled } from '../../../workflows/proof/cases.ts';
import type { Claims } from '../../../workflows/run/claims.ts';
import { minCoverage, requiredCases } from '../../../workflows/run/criteria.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { firstNames } from '../../../workflows/run/evidence.ts';
import type { Work } from '../../../workflows/run/run-state.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import { projectPathsOf } from '../../project-paths.ts';
import { outsideTests } from '../../work/change-runs.ts';
import type { AgentWorktree } from '../../work/checks.ts';
import { commitStep } from '../../work/commit-step.ts';
import { type AgentStepDone, performAgentStep } from '../agent-step.ts';
import { askPerson } from './ask-person.ts';
import { decisionsOf, feedbackInWords, optionalAnswer } from './brief.ts';
import type { JobAt } from './job.ts';
import { exportFiles, readText, writeLog } from './run-folder.ts';

/** Of the patch in a prompt, in bytes. */
export const PATCH_LIMIT = 200_000;
const MOST_CLAIMS = 50;

/** The Verifier writes tests in the Builder's worktree; whether they are green is not its to say. */
export async function verify(job: JobAt<'verify'>): Promise<RunEvent> {
  const fields = ['log', 'cases', 'crp', 'more_crps', 'edge_cases_tested', 'adversarial_findings'];
  const done = await catchFailure(() =>
    performAgentStep<VerifierAnswer, RunEvent>(job, {
      role: 'verifier',
      template: 'run/verifier',
      worktree: { commit: job.step.work.commit },
      prompt: async (worktree, template) => verifierPrompt(await briefFor(job, worktree), template),
      answer: optionalAnswer(wantedVerifierAnswer(), fields),
      save: (answered) => keep(job, answered),
    }),
  );
  if (done.ok || done.error.code !== 'checks.setup_failed') return unwrap(done);
  // Nobody can test what cannot be set up. Whose fault that is, is measured next.
  const claims = { edge_cases_tested: [], adversarial_findings: [] };
  return { type: 'tests_written', data: { effect: job.id, calls: [], work: job.step.work, files: [], claims } };
}

async function keep(
  job: JobAt<'verify'>,
  { call, answer, text, worktree }: AgentStepDone<VerifierAnswer>,
): Promise<RunEvent> {
  const { services, run, step, id } = job;
  writeLog(job, 'verifier/log.md', { call, log: answer?.log ?? null, text });
  const crps = questionsIn(answer ?? {});
  if (crps.length > 0) return askPerson(job, { by: 'verifier', crps, calls: [call] });
  const onto = step.work.commit;
  const message = `Tests of round ${run.iteration} of ${run.run_id}`;
  const trailers = { 'Orchestral-Run': run.run_id };
  const work = (await commitStep(job, worktree, { onto, message, trailers })) ?? step.work;
  const strayed = await outsideTests(job, { from: onto, to: work.commit });
  if (strayed.length > 0) return strayedFrom(job, { calls: [call], files: strayed });
  const written = await changedFiles(services.git, services.repository, { from: onto, to: work.commit });
  const files = written.filter(({ kind }) => kind !== 'deleted').map((file) => file.path);
  const paths = [...new Set([...run.test_files, ...files])];
  await exportFiles(services, 'verifier/tests', { from: worktree.worktree.folder, paths });
  services.onPoint('files.written');
  const covered = await coveredCases(job, { answer, work, files: paths });
  const missing = (await casesToCover(job, work)).filter((kind) => !covered.includes(kind));
  // Told of what is missing, it need not say again what it said before.
  const before = run.missing_cases === undefined ? undefined : run.claims;
  const claims = claimsOf(answer ?? {}, { covered, missing, before });
  const isToldOnce = missing.length === 0 || run.missing_cases !== undefined;
  const rewrites = await rewritesTests(job, written);
  return {
    type: isToldOnce ? 'tests_written' : 'tests_incomplete',
    data: { effect: id, calls: [call], work, files, claims, ...(rewrites && { rewrites_tests: true }) },
  };
}

/** Whether it changed tests that the Builder wrote: whoever reads the pack would not see what they demanded. */
async function rewritesTests(
  { services, run, step }: JobAt<'verify'>,
  written: readonly ChangedFile[],
): Promise<boolean> {
  const own = new Set(run.test_files);
  const changed = written.flatMap(({ kind, from, path }) =>
    kind === 'added' || kind === 'copied' ? [] : [from ?? path],
  );
  if (changed.every((path) => own.has(path))) return false;
  const range = { from: run.base.commit, to: step.work.commit };
  const built = await changedFiles(services.git, services.repository, range);
  return built.some(({ path }) => changed.includes(path) && !own.has(path));
}

interface Cases {
  readonly covered: CaseKind[];
  readonly missing: CaseKind[];
  readonly before: Claims | undefined;
}

function claimsOf(
  { cases = [], edge_cases_tested = [], adversarial_findings = [] }: VerifierAnswer,
  { covered, missing, before }: Cases,
): Claims {
  const all = (earlier: readonly string[] = [], now: readonly string[]): string[] =>
    clipAll([...new Set([...earlier, ...now])], { most: MOST_CLAIMS });
  const through = cases.filter(({ kind, succeeded }) => kind === 'attack' && succeeded === true);
  const attacks_succeeded = all(
    before?.attacks_succeeded,
    through.map(({ test }) => test),
  );
  return {
    edge_cases_tested: all(before?.edge_cases_tested, edge_cases_tested),
    adversarial_findings: all(before?.adversarial_findings, adversarial_findings),
    ...(attacks_succeeded.length > 0 && { attacks_succeeded }),
    ...(covered.length > 0 && { covered_cases: covered }),
    ...(missing.length > 0 && { missing_cases: missing }),
  };
}

/** What the configuration requires of the tests of code; of documents and data, nothing. */
async function casesToCover({ services, settings, run }: JobAt<'verify'>, { commit }: Work): Promise<CaseKind[]> {
  const { git, repository } = services;
  const changed = await changedFiles(git, repository, { from: run.base.commit, to: commit });
  const hasCode = changed.some(({ path, kind }) => kind !== 'deleted' && isLoadableCode(path) && !isTestFile(path));
  return hasCode ? requiredCases(settings.verifier) : [];
}

/** What the Verifier names a test of that its files have, and what it had covered before: its word alone does not count. */
async function coveredCases(
  { services, run }: JobAt<'verify'>,
  {
    answer,
    work,
    files,
  }: { readonly answer: VerifierAnswer | undefined; readonly work: Work; readonly files: string[] },
): Promise<CaseKind[]> {
  const { git, repository } = services;
  const written: { titles: readonly string[]; text: string }[] = [];
  for (const path of files) {
    const text = (await readTreeFile(git, repository, { tree: work.tree, path }))?.toString('utf8') ?? '';
    written.push({ titles: testTitles(path, text), text });
  }
  const named = (answer?.cases ?? []).filter(({ test }) => written.some((file) => isTitled(test, file)));
  return [...new Set([...(run.claims?.covered_cases ?? []), ...named.map(({ kind }) => kind)])];
}

/** The step comes to nothing: what the Verifier left is in no round. */
function strayedFrom(
  { services, id }: JobAt<'verify'>,
  { calls, files }: { readonly calls: CallRecord[]; readonly files: readonly string[] },
): RunEvent {
  const message = services.words.run.strayed(files.join(', '));
  return { type: 'strayed', data: { effect: id, calls, files: [...files], message } };
}

async function briefFor(
  { services, settings, run, step }: JobAt<'verify'>,
  { worktree, commands }: AgentWorktree,
): Promise<Parameters<typeof verifierPrompt>[0]> {
  const { git, repository } = services;
  const range = { from: run.base.commit, to: step.work.commit };
  const paths = projectPathsOf(services.project);
  const listed = await git.read(worktree, ['ls-files', '-z']);
  const { iteration, max_iterations, feedback, test_files } = run;
  return {
    refined: readText(services, 'briefing/refined.md'),
    config: settings.verifier,
    decisions: decisionsOf(run),
    coverageNeeded: minCoverage(settings),
    testCommand: commands.tests?.detected.line ?? null,
    testFiles: firstNames(outputFields(listed).filter(isTestFile).map(paths.toProject)),
    ownTests: firstNames(test_files.map(paths.toProject)),
    changed: (await changedFiles(git, repository, range)).map((file) => ({
      ...file,
      path: paths.toProject(file.path),
    })),
    patch: paths.inPatch(await patchBetween(git, repository, { ...range, atMost: PATCH_LIMIT })),
    iteration,
    maxIterations: max_iterations,
    feedback: feedback && feedbackInWords(feedback, paths),
    strayed: (run.strayed ?? []).map(paths.toProject),
    missing: run.missing_cases ?? [],
  };
}
