import { createHash } from 'node:crypto';
import { toTheSecond } from '../base/clock.ts';
import { withoutEscapes } from '../base/escapes.ts';
import { catchFailure, fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import {
  type CheckContext,
  type CheckEnvironment,
  type CommandResult,
  withCheckEnvironment,
} from './check-environment.ts';
import type { Coverage } from './coverage/coverage.ts';
import { readCoverage } from './coverage/read-coverage.ts';
import { outputTail } from './output-tail.ts';
import type { ProjectCommands } from './project-commands.ts';
import { type Proof, proofKey, provenCoverage, withUniqueIds } from './proof.ts';
import { readTests } from './reports/read-tests.ts';
import type { TestOutput, TestReport } from './reports/test-report.ts';
import { isSetupArtifact, NO_ARTIFACTS, type SetupArtifacts } from './setup-artifacts.ts';
import type { Worktree } from '../git/git.ts';
import { snapshotTree, worktreeMatchesTree } from '../git/snapshot.ts';
import { testCommand } from '../languages/known-runners.ts';
import type { TestSelection } from '../languages/runner.ts';

export interface ProofRequest {
  /** Clean, and nobody but set-up wrote to it. */
  readonly worktree: Worktree;
  /** What it must hold, to the byte. */
  readonly tree: string;
  /** What set-up did there. */
  readonly artifacts?: SetupArtifacts | undefined;
  readonly commands: ProjectCommands;
  readonly coverage: boolean;
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
  const { worktree, commands } = request;
  const fresh = await holdsTree(context, request);
  if (!fresh.ok) return context.signal.aborted ? CANCELLED : fresh;
  return withCheckEnvironment(context, worktree.folder, async (environment) => {
    const run: ProofRun = { context, request, executed: context.clock.now() };
    let built: Build | undefined;
    if (commands.build !== undefined) {
      const ran = await environment.run(commands.build);
      if (!ran.ok) return ran;
      if (ran.value.status === 'cancelled') return CANCELLED;
      built = { command: commands.build, ended: ran.value };
      if (!isGood(ran.value)) return proved(run, { built, ended: ran.value });
    }
    if (commands.tests === undefined) return proved(run, { built });
    return runTests(run, environment, { built, tests: commands.tests });
  });
}

interface ProofRun {
  readonly context: CheckContext;
  readonly request: ProofRequest;
  readonly executed: Date;
}

interface Build {
  readonly command: string;
  readonly ended: CommandResult;
}

interface TestPhase {
  readonly built: Build | undefined;
  readonly tests: NonNullable<ProjectCommands['tests']>;
}

/** Evidence of another tree is stale, however small the difference. */
async function holdsTree(
  { git }: CheckContext,
  { worktree, tree, artifacts = NO_ARTIFACTS }: ProofRequest,
): Promise<Result<void, Failure>> {
  const exclude = isSetupArtifact(worktree.folder, artifacts);
  const same = await catchFailure(() => worktreeMatchesTree(git, worktree, tree, exclude));
  if (!same.ok || same.value) return same.ok ? ok() : same;
  const found = await catchFailure(() => snapshotTree(git, worktree, { exclude }));
  if (!found.ok) return found;
  if (found.value === tree) return ok();
  const { folder } = worktree;
  return fail('checks.stale_tree', { folder, expected: tree, found: found.value }, { path: folder });
}

async function runTests(
  run: ProofRun,
  environment: CheckEnvironment,
  { built, tests }: TestPhase,
): Promise<Result<ProofOutcome, Failure>> {
  const { request } = run;
  const { runner, detected } = tests;
  // A command of the person's own is for the coverage alone: the counts are always those of the tests' own command.
  const ownCoverage = request.coverage ? request.commands.coverage : undefined;
  const measures = request.coverage && ownCoverage === undefined && detected.measuresCoverage;
  const line = testCommand(tests, {
    coverage: measures,
    reports: environment.reports,
    ...(request.only !== undefined && { only: request.only }),
  });
  const ran = await environment.run(line);
  if (!ran.ok) return ran;
  if (ran.value.status === 'cancelled') return CANCELLED;
  const said = testRunOf(request, environment, ran.value);
  const report = readTests(runner, said);
  let coverage = measures ? readCoverage(runner, said) : undefined;
  if (ownCoverage !== undefined) {
    const measured = await environment.run(ownCoverage);
    if (!measured.ok) return measured;
    if (measured.value.status === 'cancelled') return CANCELLED;
    coverage = readCoverage(runner, testRunOf(request, environment, measured.value));
  }
  return proved(run, { built, ended: ran.value, tested: { report, coverage } });
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
  readonly tested?: { readonly report: TestReport | undefined; readonly coverage: Coverage | undefined };
}

const NOTHING_READ: TestReport = {
  source: 'exit-code',
  counts: { total: 0, passed: 0, failed: 0, skipped: 0 },
  tests: [],
};

function proved({ context, request, executed }: ProofRun, findings: Findings): Result<ProofOutcome, never> {
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
  };
  return ok({ status: 'proved', proof });
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
