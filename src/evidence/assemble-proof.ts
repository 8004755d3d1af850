import { createHash } from 'node:crypto';
import path from 'node:path';
import { toTheSecond } from '../base/clock.ts';
import { withoutEscapes } from '../base/escapes.ts';
import type { Worktree } from '../git/git.ts';
import { cannotRunCause } from '../languages/cannot-run.ts';
import type { TestSelection } from '../languages/runner.ts';
import { pathFrom } from '../languages/tree-path.ts';
import type { TestCounts } from '../languages/summary-line.ts';
import type { CheckContext } from './check-context.ts';
import type { CommandResult } from './check-environment.ts';
import type { Coverage } from './coverage/coverage.ts';
import { findDisagreements } from './disagreement.ts';
import { outputTail, printedText } from './output-tail.ts';
import type { ProjectCommands } from './project-commands.ts';
import { type Proof, proofKey, provenCoverage, withUniqueIds } from './proof.ts';
import type { StreamedReport } from './reports/streamed.ts';
import type { TestReport } from './reports/test-report.ts';
import { NO_ARTIFACTS, type SetupArtifacts } from './setup-artifacts.ts';
import type { Surroundings } from './surroundings.ts';
import type { TrackedChange } from './tracked-files.ts';

export interface ProofRequest {
  /** Clean, and nobody but set-up wrote to it. */
  readonly worktree: Worktree;
  /** What it must hold, to the byte. */
  readonly tree: string;
  /** What set-up did there. */
  readonly artifacts?: SetupArtifacts | undefined;
  readonly commands: ProjectCommands;
  readonly coverage: boolean;
  /** Undefined: the proof is not to be found again. */
  readonly surroundings?: Surroundings | undefined;
  /** Of the tests only these, as far as the runner can: see `narrowed`. */
  readonly only?: TestSelection['only'];
}

export interface Build {
  readonly command: string;
  readonly ended: CommandResult;
}

/** What was asked, and what happened besides what the commands say. */
export interface FinishedRun {
  readonly context: Pick<CheckContext, 'redact' | 'clock'>;
  readonly request: ProofRequest;
  readonly executed: Date;
  /** What commands wrote to. */
  readonly changes: readonly TrackedChange[];
}

export interface ProofFindings {
  readonly built: Build | undefined;
  /** The tests, or the build that was red; undefined when nothing was to be run after it. */
  readonly ended?: CommandResult;
  /** Undefined when the tests were not run. */
  readonly tested?: TestFindings;
}

export interface TestFindings {
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

export function assembleProof({ context, request, executed, changes }: FinishedRun, findings: ProofFindings): Proof {
  const { built, ended, tested } = findings;
  const { tests } = request.commands;
  const report = tested?.report ?? NOTHING_READ;
  const output = ended ?? built?.ended;
  const shown = inTheProject(context.redact, request);
  const fit = (text: string): string => shown(withoutEscapes(text));
  const cannotRun =
    ended === undefined ? undefined : cannotRunCause({ ...ended, ...report, output_tail: printedText(ended, shown) });
  const proof: Proof = {
    version: 1,
    tree: request.tree,
    key: proofKey(request),
    ...(request.only !== undefined && { only: partOf(request.only) }),
    command: tests?.detected.line ?? null,
    runner: tests?.runner.name ?? 'none',
    source: tested === undefined ? 'none' : report.source,
    ending: ended?.ending ?? 'not_run',
    exit_code: ended?.exit_code ?? null,
    signal: ended?.signal ?? null,
    ...(ended?.limit !== undefined && { limit: ended.limit }),
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
    ...(cannotRun !== undefined && { cannot_run: cannotRun }),
    ...(request.surroundings !== undefined && { tools: { ...request.surroundings.tools } }),
  };
  return proof;
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
function inTheProject(
  redact: CheckContext['redact'],
  { worktree, commands }: Pick<ProofRequest, 'worktree' | 'commands'>,
): (text: string) => string {
  const root = worktree.folder;
  const folder = path.join(root, commands.folder ?? '');
  const up = pathFrom(commands.folder ?? '', '.');
  return (text) => {
    const own = redact(text).replaceAll(`${folder}/`, '').replaceAll(folder, '.');
    return folder === root ? own : own.replaceAll(root, up.slice(0, -2));
  };
}

function sha256Of(output: CommandResult | undefined): string {
  const hash = createHash('sha256');
  if (output !== undefined) hash.update(output.stdout).update(output.stderr);
  return hash.digest('hex');
}
