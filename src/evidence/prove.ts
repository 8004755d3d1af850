import path from 'node:path';
import { catchFailure, fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { excludePaths, snapshotTree, worktreeMatchesTree } from '../git/snapshot.ts';
import { testCommand } from '../languages/known-runners.ts';
import type { Environment } from '../process/command.ts';
import { assembleProof, type Build, type FinishedRun, type ProofRequest, type TestFindings } from './assemble-proof.ts';
import type { CheckContext } from './check-context.ts';
import { type CheckEnvironment, type CommandResult, withCheckEnvironment } from './check-environment.ts';
import type { Coverage } from './coverage/coverage.ts';
import { readCoverage } from './coverage/read-coverage.ts';
import { fromFolder, inRepository } from './package-paths.ts';
import type { ProjectCommands } from './project-commands.ts';
import type { Proof } from './proof.ts';
import { readTests } from './reports/read-tests.ts';
import { readSummaries } from './reports/summaries.ts';
import type { TestOutput } from './reports/test-report.ts';
import { changeTime, type FileTimes, findSeen, isBefore, keepSeen, listOthers } from './seen-files.ts';
import { besidesSetUp } from './set-up.ts';
import { NO_ARTIFACTS } from './setup-artifacts.ts';
import { type TrackedChange, type TrackedFiles, withTrackedFiles } from './tracked-files.ts';

export type ProofOutcome = { readonly status: 'proved'; readonly proof: Proof } | { readonly status: 'cancelled' };

const CANCELLED: Result<ProofOutcome, never> = ok({ status: 'cancelled' });

/**
 * Builds and tests what is in a worktree. Red, hanging and crashing are proofs too; a failure means that nothing was
 * proved, and that this is not the work's fault.
 */
export async function prove(context: CheckContext, request: ProofRequest): Promise<Result<ProofOutcome, Failure>> {
  const { worktree, tree } = request;
  const before = findSeen(context.git, worktree);
  const seen = before?.tree === tree ? before.times : undefined;
  const fresh = seen === undefined ? await holdsTree(context, request) : ok();
  if (!fresh.ok) return context.signal.aborted ? CANCELLED : fresh;
  const place = { folder: worktree.folder, cwd: request.commands.folder, purpose: 'tests' } as const;
  const proved = await withTrackedFiles(context, { worktree, tree, seen }, (files) =>
    withCheckEnvironment(context, place, async (environment) => {
      const run: ProofRun = { context, request, executed: context.clock.now(), environment, files, changes: [] };
      const done = await proveIn(run);
      return done.ok && done.value.status === 'proved' ? lookAround(run, done.value, seen) : done;
    }),
  );
  return !proved.ok && context.signal.aborted ? CANCELLED : proved;
}

/** Notes that all is as it was before; fails where something was there before the commands that nobody had looked for. */
async function lookAround(
  { context, request, files, changes, executed }: ProofRun,
  done: ProofOutcome,
  seen: FileTimes | undefined,
): Promise<Result<ProofOutcome, Failure>> {
  const { worktree, tree, commands } = request;
  const times = files.times();
  const others = listOthers(worktree, (name) => times.has(name));
  const besides = others && besidesSetUp(worktree, commands, others);
  if (besides?.length === 0 && changes.length === 0) keepSeen(context.git, worktree, { tree, times });
  const wasThere = (name: string): boolean => isBefore(changeTime(path.join(worktree.folder, name)), executed);
  if (seen === undefined || besides?.some(wasThere) !== true) return ok(done);
  const found = await catchFailure(() => snapshotTree(context.git, worktree));
  return found.ok ? staleTree(request, found.value) : found;
}

async function proveIn(run: ProofRun): Promise<Result<ProofOutcome, Failure>> {
  const { build, tests } = run.request.commands;
  let built: Build | undefined;
  if (build !== undefined) {
    const ended = await runStep(run, { line: build, by: 'build' });
    if (!ended.ok || ended.value === undefined) return ended.ok ? CANCELLED : ended;
    built = { command: build, ended: ended.value };
    if (!isGood(ended.value)) return ok({ status: 'proved', proof: assembleProof(run, { built, ended: ended.value }) });
  }
  if (tests === undefined) return ok({ status: 'proved', proof: assembleProof(run, { built }) });
  const { before } = tests.detected;
  if (before !== undefined) {
    const ended = await runStep(run, { line: before, by: 'pretest' });
    if (!ended.ok || ended.value === undefined) return ended.ok ? CANCELLED : ended;
    if (!isGood(ended.value)) return ok({ status: 'proved', proof: assembleProof(run, { built, ended: ended.value }) });
  }
  return runTests(run, { built, tests });
}

interface ProofRun extends FinishedRun {
  readonly context: CheckContext;
  readonly environment: CheckEnvironment;
  readonly files: TrackedFiles;
  readonly changes: TrackedChange[];
}

interface TestPhase {
  readonly built: Build | undefined;
  readonly tests: NonNullable<ProjectCommands['tests']>;
}

interface ProofStep {
  readonly line: string;
  readonly by: TrackedChange['by'];
  readonly env?: Environment;
  /** Reads the reports that it wrote: they may be in the project. */
  readonly read?: (ended: CommandResult) => void;
}

/** Undefined: cancelled. What it does to files of the project is undone: only what is in the tree is proved. */
async function runStep(
  { environment, files, changes }: ProofRun,
  { line, by, env = {}, read = () => {} }: ProofStep,
): Promise<Result<CommandResult | undefined, Failure>> {
  const ran = await environment.run(line, { env });
  if (!ran.ok || ran.value.status === 'cancelled') return ran.ok ? ok(undefined) : ran;
  read(ran.value);
  const restored = await files.restore(by);
  if (!restored.ok) return restored;
  changes.push(...restored.value);
  return ok(ran.value);
}

/** Evidence of another tree is stale, however small the difference. */
async function holdsTree(
  { git }: CheckContext,
  { worktree, tree, artifacts = NO_ARTIFACTS }: ProofRequest,
): Promise<Result<void, Failure>> {
  const exclude = excludePaths(artifacts.made);
  const same = await catchFailure(() => worktreeMatchesTree(git, worktree, tree, exclude));
  if (!same.ok || same.value) return same.ok ? ok() : same;
  const found = await catchFailure(() => snapshotTree(git, worktree, { exclude }));
  if (!found.ok) return found;
  return found.value === tree ? ok() : staleTree({ worktree, tree }, found.value);
}

function staleTree({ worktree, tree }: Pick<ProofRequest, 'worktree' | 'tree'>, found: string): Result<never, Failure> {
  const { folder } = worktree;
  return fail('checks.stale_tree', { folder, expected: tree, found }, { path: folder });
}

async function runTests(run: ProofRun, { built, tests }: TestPhase): Promise<Result<ProofOutcome, Failure>> {
  const { request, environment } = run;
  const { runner, detected } = tests;
  const opened =
    runner.reporter === undefined || !detected.takesArguments
      ? ok(undefined)
      : await environment.openChannel(runner.reporter);
  if (!opened.ok) return opened;
  const channel = opened.value;
  // A command of the person's own is for the coverage alone: the counts are always those of the tests' own command.
  const ownCoverage = request.coverage ? request.commands.coverage : undefined;
  const measures = request.coverage && ownCoverage === undefined && detected.measuresCoverage;
  const line = testCommand(tests, {
    coverage: measures,
    reports: environment.reports,
    reporter: channel?.place,
    ...(request.only !== undefined && { only: fromFolder(request.only, request.commands.folder) }),
  });
  let coverage: Coverage | undefined;
  let tested: Omit<TestFindings, 'coverage'> | undefined;
  const ran = await runStep(run, {
    line,
    by: 'tests',
    env: channel?.env ?? {},
    read: (ended) => {
      const said = testRunOf(request, environment, ended);
      const streamed = channel?.finish();
      const whole = inRepository(request.commands.folder);
      if (measures) coverage = whole.coverage(readCoverage(runner, said));
      tested = {
        streamed: streamed && { ...streamed, loaded: streamed.loaded && streamed.loaded.map(whole.path) },
        report: whole.report(streamed?.report ?? readTests(runner, said)),
        printed: readSummaries(said.stdout, said.stderr)?.counts,
        exitCode: ended.exit_code,
      };
    },
  });
  if (!ran.ok || ran.value === undefined || tested === undefined) return ran.ok ? CANCELLED : ran;
  let ended = ran.value;
  if (detected.after !== undefined && isGood(ended)) {
    const after = await runStep(run, { line: detected.after, by: 'posttest' });
    if (!after.ok || after.value === undefined) return after.ok ? CANCELLED : after;
    if (!isGood(after.value)) ended = after.value;
  }
  if (ownCoverage !== undefined) {
    const read = (measured: CommandResult): void => {
      coverage = inRepository(request.commands.folder).coverage(
        readCoverage(runner, testRunOf(request, environment, measured)),
      );
    };
    const measured = await runStep(run, { line: ownCoverage, by: 'tests', read });
    if (!measured.ok || measured.value === undefined) return measured.ok ? CANCELLED : measured;
  }
  return ok({ status: 'proved', proof: assembleProof(run, { built, ended, tested: { ...tested, coverage } }) });
}

function testRunOf(
  { worktree, commands }: ProofRequest,
  { reports }: CheckEnvironment,
  { exit_code, stdout, stderr }: CommandResult,
): TestOutput {
  const decoder = new TextDecoder();
  return {
    folder: path.join(worktree.folder, commands.folder ?? ''),
    reports,
    exitCode: exit_code,
    stdout: decoder.decode(stdout),
    stderr: decoder.decode(stderr),
  };
}

function isGood({ ending, exit_code }: CommandResult): boolean {
  return ending === 'exited' && exit_code === 0;
}
