import { createHash } from 'node:crypto';
import { toTheSecond } from '../base/clock.ts';
import { withoutEscapes } from '../base/escapes.ts';
import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { excludePaths } from '../git/exclude-paths.ts';
import { worktreeMatchesTree } from '../git/worktree-matches-tree.ts';
import type { Worktree } from '../git/git.ts';
import { snapshotTree } from '../git/snapshot.ts';
import { testCommand } from '../languages/known-runners.ts';
import type { TestSelection } from '../languages/runner.ts';
import type { TestCounts } from '../languages/summary-line.ts';
import type { Environment } from '../process/command.ts';
import { type SetupArtifacts, NO_ARTIFACTS } from './setup-artifacts.ts';
import type { CheckContext } from './check-context.ts';
import { type CheckEnvironment, type CommandResult, withCheckEnvironment } from './check-environment.ts';
import type { Coverage } from './coverage/coverage.ts';
import { readCoverage } from './coverage/read-coverage.ts';
import { findDisagreements } from './disagreement.ts';
import { outputTail } from './output-tail.ts';
import type { ProjectCommands } from './project-commands.ts';
import { type Proof, proofKey, provenCoverage, withUniqueIds } from './proof.ts';
import { readTests } from './reports/read-tests.ts';
import type { StreamedReport } from './reports/streamed.ts';
import { readSummaries } from './reports/summaries.ts';
import type { TestReport, TestOutput } from './reports/test-report.ts';
import { type TrackedChange, type TrackedFiles, withTrackedFiles } from './tracked-files.ts';

export interface ProofRequest {
  /** Clean, and nobody but set-up wrote to it. */
  readonly worktree: Worktree;
  /** What it must hold, to the byte. */
  readonly tree: string;
  /** What set-up did there. */
  readonly artifacts?: SetupArtifacts | undefined;
  readonly commands: ProjectCommands;
  readonly coverage: boolean;
  /** Versions of what runs: see `readToolVersions`. */
  readonly tools?: Readonly<Record<string, string>> | undefined;
  /** Of the tests only these, as far as the runner can: see `narrowed`. */
  readonly only?: TestSelection['only'];
}

export type ProofOutcome = { readonly status: 'proved'; readonly proof: Proof } | { readonly status: 'cancelled' };

const CANCELLED: Result<ProofOutcome, never> = ok({ status: 'cancelled' });

/**
 * Builds and tests what is in a worktree. Red, hanging and crashing are proofs too; a failure means that nothing was
 * proved, and that this is not the work's fault.
 */
export async function prove(context: CheckContext, request: ProofRequest): Promise<Result<ProofOutcome, Failure>> {
  const { worktree, tree } = request;
  const fresh = await holdsTree(context, request);
  if (!fresh.ok) return context.signal.aborted ? CANCELLED : fresh;
  const place = { folder: worktree.folder, purpose: 'tests' } as const;
  const proved = await withTrackedFiles(context, { worktree, tree }, (files) =>
    withCheckEnvironment(context, place, (environment) => {
      const run: ProofRun = { context, request, executed: context.clock.now(), environment, files, changes: [] };
      return proveIn(run);
    }),
  );
  return !proved.ok && context.signal.aborted ? CANCELLED : proved;
}

async function proveIn(run: ProofRun): Promise<Result<ProofOutcome, Failure>> {
  const { build, tests } = run.request.commands;
  let built: Build | undefined;
  if (build !== undefined) {
    const ended = await runStep(run, { line: build, by: 'build' });
    if (!ended.ok || ended.value === undefined) return ended.ok ? CANCELLED : ended;
    built = { command: build, ended: ended.value };
    if (!isGood(ended.value)) return proved(run, { built, ended: ended.value });
  }
  if (tests === undefined) return proved(run, { built });
  const { before } = tests.detected;
  if (before !== undefined) {
    const ended = await runStep(run, { line: before, by: 'pretest' });
    if (!ended.ok || ended.value === undefined) return ended.ok ? CANCELLED : ended;
    if (!isGood(ended.value)) return proved(run, { built, ended: ended.value });
  }
  return runTests(run, { built, tests });
}

interface ProofRun {
  readonly context: CheckContext;
  readonly request: ProofRequest;
  readonly executed: Date;
  readonly environment: CheckEnvironment;
  readonly files: TrackedFiles;
  /** What commands wrote to so far. */
  readonly changes: TrackedChange[];
}

interface Build {
  readonly command: string;
  readonly ended: CommandResult;
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
  const same = await worktreeMatchesTree(git, worktree, tree, exclude);
  if (!same.ok || same.value) return same.ok ? ok() : same;
  const found = await snapshotTree(git, worktree, { exclude });
  if (!found.ok) return found;
  if (found.value === tree) return ok();
  const { folder } = worktree;
  return fail('checks.stale_tree', { folder, expected: tree, found: found.value }, { path: folder });
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
    ...(request.only !== undefined && { only: request.only }),
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
      if (measures) coverage = readCoverage(runner, said);
      tested = {
        streamed,
        report: streamed?.report ?? readTests(runner, said),
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
      coverage = readCoverage(runner, testRunOf(request, environment, measured));
    };
    const measured = await runStep(run, { line: ownCoverage, by: 'tests', read });
    if (!measured.ok || measured.value === undefined) return measured.ok ? CANCELLED : measured;
  }
  return proved(run, { built, ended, tested: { ...tested, coverage } });
}

function testRunOf(
  { worktree }: ProofRequest,
  { reports }: CheckEnvironment,
  { exit_code, stdout, stderr }: CommandResult,
): TestOutput {
  const decoder = new TextDecoder();
  return {
    folder: worktree.folder,
    reports,
    exitCode: exit_code,
    stdout: decoder.decode(stdout),
    stderr: decoder.decode(stderr),
  };
}

interface Findings {
  readonly built: Build | undefined;
  /** The tests, or the build that was red; undefined when nothing was to be run after it. */
  readonly ended?: CommandResult;
  /** Undefined when the tests were not run. */
  readonly tested?: TestFindings;
}

interface TestFindings {
  readonly report: TestReport | undefined;
  readonly coverage: Coverage | undefined;
  /** Undefined where no reporter of ours ran. */
  readonly streamed: StreamedReport | undefined;
  readonly printed: TestCounts | undefined;
  readonly exitCode: number | null;
}

const NOTHING_READ: TestReport = {
  source: 'exit-code',
  counts: { total: 0, passed: 0, failed: 0, skipped: 0 },
  tests: [],
};

function proved({ context, request, executed, changes }: ProofRun, findings: Findings): Result<ProofOutcome, never> {
  const { built, ended, tested } = findings;
  const { tests } = request.commands;
  const report = tested?.report ?? NOTHING_READ;
  const output = ended ?? built?.ended;
  const shown = inTheProject(context.redact, request.worktree.folder);
  const fit = (text: string): string => shown(withoutEscapes(text));
  const proof: Proof = {
    version: 1,
    tree: request.tree,
    key: proofKey(request.commands, request.coverage, request.only),
    ...(request.only !== undefined && { only: partOf(request.only) }),
    command: tests?.detected.line ?? null,
    runner: tests?.runner.name ?? 'none',
    source: tested === undefined ? 'none' : report.source,
    ending: ended?.ending ?? 'not_run',
    exit_code: ended?.exit_code ?? null,
    signal: ended?.signal ?? null,
    counts: { ...report.counts },
    tests: withUniqueIds(report.tests).map(({ id, reason, ...test }) => ({
      id: fit(id),
      ...test,
      ...(reason !== undefined && { reason: fit(reason) }),
    })),
    coverage: tested?.coverage === undefined ? null : provenCoverage(tested.coverage),
    build: built === undefined ? null : { command: built.command, exit_code: built.ended.exit_code },
    output_sha256: sha256Of(output),
    output_tail: output === undefined ? '' : outputTail(output, shown),
    duration_ms: Math.max(0, context.clock.now().getTime() - executed.getTime()),
    executed_at: toTheSecond(executed.toISOString()),
    ...(tested !== undefined && accountsOf(tested, { counts: report.counts, isPart: request.only !== undefined })),
    ...listChanges(request, changes),
    ...(request.tools !== undefined && { tools: { ...request.tools } }),
  };
  return ok({ status: 'proved', proof });
}

type Accounts = Pick<Proof, 'streamed' | 'printed' | 'disagreement' | 'loaded'>;

function accountsOf(
  { streamed, printed, exitCode }: TestFindings,
  { counts, isPart }: { readonly counts: TestCounts; readonly isPart: boolean },
): Accounts {
  const { planned = 0, done = 0, ended = false, foreign = 0 } = streamed ?? {};
  return {
    streamed: streamed === undefined ? null : { planned, done, ended, foreign },
    printed: printed === undefined ? null : { ...printed },
    disagreement: findDisagreements({ streamed, counts, printed, exitCode, isPart }),
    loaded: streamed?.loaded == null ? null : [...streamed.loaded],
  };
}

function listChanges(
  { artifacts = NO_ARTIFACTS }: ProofRequest,
  later: readonly TrackedChange[],
): Pick<Proof, 'tracked_changes' | 'setup_made'> {
  const earlier = artifacts.changed.map(([file]) => ({ path: file, by: 'set-up', kind: 'changed' }) as const);
  return {
    ...(earlier.length + later.length > 0 && { tracked_changes: [...earlier, ...later] }),
    ...(artifacts.made.length > 0 && { setup_made: [...artifacts.made] }),
  };
}

function partOf({ files, names }: NonNullable<TestSelection['only']>): Proof['only'] {
  return { ...(files !== undefined && { files: [...files] }), ...(names !== undefined && { names: [...names] }) };
}

/** Where our worktree lies is nobody's business, and differs from run to run. */
function inTheProject(redact: CheckContext['redact'], folder: string): (text: string) => string {
  return (text) => redact(text).replaceAll(`${folder}/`, '').replaceAll(folder, '.');
}

function isGood({ ending, exit_code }: CommandResult): boolean {
  return ending === 'exited' && exit_code === 0;
}

function sha256Of(output: CommandResult | undefined): string {
  const hash = createHash('sha256');
  if (output !== undefined) hash.update(output.stdout).update(output.stderr);
  return hash.digest('hex');
}
