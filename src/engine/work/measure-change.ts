import { throwFailure } from '../../base/failure.ts';
import { unwrap } from '../../base/failure.ts';
import { formatEnding } from '../../base/run-ending.ts';
import { testsOfChangedData } from '../../evidence/mixed-trees/select-tests.ts';
import type { Proof } from '../../evidence/proof.ts';
import { type ChangePart, isTestSurface } from '../../languages/change-class.ts';
import { declaredSymbols, filesNamedByCompiler, missingSymbols } from '../../languages/compile-errors.ts';
import { isLoadableCode } from '../../languages/source-files.ts';
import { isTestFile } from '../../languages/test-surface.ts';
import type { ProofFinding } from '../../schema/proof-finding.ts';
import {
  type Hollowed,
  type IdleTest,
  idleTests,
  type IdleTests,
  NONE_IDLE,
  silentTests,
  suspectedIdle,
} from '../../workflows/proof/idle-tests.ts';
import { lostTests, oldId, outcomesOf, supersededTests } from '../../workflows/proof/outcomes.ts';
import { type RedTests, redTests } from '../../workflows/proof/red-tests.ts';
import {
  type BothAccounts,
  changedFileFindings,
  disagreementFindings,
  unreachedFindings,
} from '../../workflows/proof/run-accounts.ts';
import { namedRun } from '../../workflows/proof/suite-outcome.ts';
import { couldNotRun, type TestRun } from '../../workflows/proof/test-run.ts';
import type { ChangeRuns, MixedRun } from './change-runs.ts';
import {
  type BothOutcomes,
  changedTestFiles,
  explainFailures,
  type FailedTest,
  withoutFlaky,
} from './explain-failures.ts';

/** What the runs of a change say. */
export interface MeasuredChange {
  readonly findings: readonly ProofFinding[];
  /** Null where it came not so far: the change is refused anyhow. */
  readonly red: RedTests | null;
  /** Tests that passed before and do not against the new product. */
  readonly superseded: readonly SupersededTest[];
  /** Tests that passed before, and look no longer at the product; `gone`: that are not reported any more. */
  readonly idle: IdleTests;
  /** Settings of the candidate alone let old tests pass. */
  readonly needsItsSettings: boolean;
  /** Tests that only the candidate has, and those of both that stand in files that were changed. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
}

export interface SupersededTest {
  readonly id: string;
  readonly file: string;
}

type Runs = Pick<
  ChangeRuns,
  | 'baseline'
  | 'parts'
  | 'renames'
  | 'trees'
  | 'tryBaseline'
  | 'tryCandidate'
  | 'tryRegression'
  | 'tryRed'
  | 'tryHollow'
  | 'tryTurned'
  | 'tryAgain'
>;

export interface MeasureOptions {
  /** The request, brief or task. */
  readonly words: string;
  /** `old_tests`: only what these demand matters; `candidate`: both sides were proved, and only this tree is new. */
  readonly scope?: 'all' | 'old_tests' | 'candidate';
}

const REFUSING: ReadonlySet<ProofFinding['code']> = new Set([
  'new_failures',
  'lost_tests',
  'named_tests_fail',
  'report_disagrees',
]);

/**
 * Runs what is needed, in an order in which a clear refusal saves the rest. What only the texts of both trees tell is not
 * among the findings.
 */
export async function measureChange(runs: Runs, { words, scope = 'all' }: MeasureOptions): Promise<MeasuredChange> {
  const ran = await runs.tryCandidate();
  const accounts = { baseline: runs.baseline.proof, candidate: ran };
  if (ran.every(({ command }) => command === null) && runs.baseline.proof.command === null)
    return refused([{ code: 'no_test_command' }]);
  if (ran.some(cannotBeRun)) requireEnvironment(await runs.tryBaseline());
  const broken = ran.map((run) => brokenRun(run, accounts)).find((finding) => finding !== undefined);
  if (broken !== undefined) return refused([broken, ...changedFileFindings(accounts, true)]);
  const named = namesIn(runs);
  const outcomes = {
    baseline: outcomesOf(named(runs.baseline.proof, 0)),
    candidate: outcomesOf(...ran.map((run) => named(run, minimumOf(runs)))),
  };
  const findings = await explainFailures(runs, outcomes, words);
  const ofData = new Set(unwrap(await testsOfChangedData(runs.trees)));
  const missing = isCountedOnly(accounts)
    ? []
    : [...lostTests(outcomes.baseline, outcomes.candidate, changedTestFiles(runs)), ...silencedTests(outcomes, runs)];
  // Their file stands, but the data that they were made of does not.
  const without = missing.flatMap((id): IdleTest[] => {
    const { file } = outcomes.baseline.get(id) ?? {};
    return file !== undefined && ofData.has(file) ? [{ id, file }] : [];
  });
  const lost = missing.filter((id) => !without.some((one) => one.id === id));
  if (lost.length > 0) findings.push({ code: 'lost_tests', tests: lost });
  findings.push(
    ...disagreementFindings(accounts),
    ...changedFileFindings(
      accounts,
      findings.some(({ code }) => code === 'new_failures'),
    ),
    ...unreachedFindings(accounts, runs.parts, isLoadableCode),
  );
  if (findings.some(({ code }) => REFUSING.has(code))) return refused(findings, outcomes, runs);
  if (scope === 'candidate') return { ...refused(findings, outcomes, runs), red: mendedTests(runs, outcomes) };
  const regression = await findSuperseded(runs, outcomes);
  const idle = withTests(await findIdle(runs, outcomes), without);
  if (scope === 'old_tests') return { ...refused(findings, outcomes, runs), ...regression, idle };
  const red = await findRed(runs, outcomes);
  return { ...listTests(runs, outcomes), findings: [...findings, ...listedFindings(red)], red, ...regression, idle };
}

function cannotBeRun(run: Proof): boolean {
  return couldNotRun(run) || run.cannot_run !== undefined;
}

/** What cannot be run without the change either is the machine's fault. */
function requireEnvironment(baseline: Proof): void {
  const { command, output_tail: tail, cannot_run: cause } = baseline;
  if (command === null || !cannotBeRun(baseline)) return;
  throwFailure('checks.cannot_run', { command, ending: formatEnding(baseline), tail, cause });
}

function refused(findings: readonly ProofFinding[], outcomes?: BothOutcomes, runs?: Runs): MeasuredChange {
  const tests = outcomes === undefined || runs === undefined ? { added: [], changed: [] } : listTests(runs, outcomes);
  return { ...tests, findings, red: null, superseded: [], idle: NONE_IDLE, needsItsSettings: false };
}

function listTests(runs: Runs, { baseline, candidate }: BothOutcomes): Pick<MeasuredChange, 'added' | 'changed'> {
  const files = changedTestFiles(runs);
  const all = [...candidate.values()];
  return {
    added: all.filter(({ id }) => !baseline.has(id)).map(({ id }) => id),
    changed: all
      .filter(({ id, file }) => baseline.has(id) && file !== undefined && files.has(file))
      .map(({ id }) => id),
  };
}

/** Tests of files that were moved to where nothing of them is run any more. */
function silencedTests({ baseline, candidate }: BothOutcomes, { parts }: Runs): string[] {
  const reported = new Set(
    [...candidate.values()].flatMap(({ id, file }) => [id, ...(file === undefined ? [] : [file])]),
  );
  const isSilent = ({ class: own, kind, path }: ChangePart): boolean =>
    own === 'test' && kind === 'renamed' && !reported.has(path);
  const files = new Set(parts.filter(isSilent).map(({ path, from }) => from ?? path));
  return [...baseline.values()]
    .filter(({ status, file }) => status === 'passed' && file !== undefined && files.has(file))
    .map(({ id }) => id);
}

type NamedRun = (run: Proof, atLeast: number) => Proof;

function namesIn({ baseline, trees }: Runs): NamedRun {
  const paths = new Set([...trees.baseline.paths, ...trees.candidate.paths]);
  return (run, atLeast) => namedRun(run, { name: baseline.proof.command ?? run.command ?? '', atLeast, paths });
}

/**
 * A new script of the tests may hide their names from us: as long as as many pass, old tests are tried by the old script,
 * and that it changed is a finding of its own.
 */
function isCountedOnly({
  baseline,
  candidate,
}: {
  readonly baseline: Proof;
  readonly candidate: readonly Proof[];
}): boolean {
  const [first = 0, ...rest] = candidate.map(({ counts }) => counts.passed);
  // In parts, or together and then in parts.
  const parts = rest.reduce((sum, passed) => sum + passed, 0);
  const passed = rest.length === 1 ? first + parts : Math.max(first, parts);
  return (
    baseline.tests.length > 0 &&
    candidate.every(({ tests, counts }) => tests.length === 0 && counts.total > 0) &&
    passed >= baseline.counts.passed
  );
}

/** Where no test was touched, as many must pass as before. */
function minimumOf({ parts, baseline }: Runs): number {
  return parts.some(isTestSurface) ? 0 : baseline.proof.counts.passed;
}

function brokenRun(run: TestRun, { baseline }: BothAccounts): ProofFinding | undefined {
  const { build, output_tail: tail } = run;
  const ending = formatEnding(run);
  if (build !== null && build.exit_code !== 0) return { code: 'build_failed', command: build.command, ending, tail };
  const isUnexplained = ({ exit_code, counts }: Pick<TestRun, 'exit_code' | 'counts'>): boolean =>
    exit_code !== 0 && counts.failed === 0;
  const isBroken = couldNotRun(run) || (run.ending === 'exited' && isUnexplained(run) && !isUnexplained(baseline));
  return isBroken ? { code: 'tests_did_not_run', ending, tail } : undefined;
}

async function findSuperseded(
  runs: Runs,
  outcomes: BothOutcomes,
): Promise<Pick<MeasuredChange, 'superseded' | 'needsItsSettings'>> {
  const failing = async (resolution: 'baseline' | 'candidate'): Promise<readonly FailedTest[]> => {
    const ran = await tryOldTests(runs, resolution);
    // With an unchanged product old tests say what they said.
    if (ran === null)
      return supersededTests({ ...outcomes, regression: outcomes.baseline, files: changedTestFiles(runs) });
    const regression = outcomesOf(namesIn(runs)(ran.proof, runs.baseline.proof.counts.passed));
    return supersededTests({ ...outcomes, regression, files: new Set(ran.tests), isWholeSuite: ran.isWholeSuite });
  };
  const first = await failing('baseline');
  const hasSettings = runs.parts.some((part) => part.class === 'resolution');
  const second = first.length > 0 && hasSettings ? await failing('candidate') : first;
  const stable = await withoutFlaky(runs, second);
  return {
    superseded: stable.map(({ id, file }) => ({ id, file: file ?? id })),
    needsItsSettings: first.length > 0 && second.length === 0,
  };
}

/** Whether old tests still fail without the product, and on a broken one. */
async function findIdle(runs: Runs, outcomes: BothOutcomes): Promise<IdleTests> {
  const hollow = await compareTests(runs, outcomes, runs.tryHollow);
  const { idle: looser, demanding: noticing } = await compareTests(runs, outcomes, runs.tryTurned);
  const silent = silentTests({ ...outcomes, oldId: oldId(runs.renames) });
  return { ...hollow, idle: [...hollow.idle, ...silent], looser, noticing };
}

function withTests(idle: IdleTests, more: readonly IdleTest[]): IdleTests {
  return more.length === 0 ? idle : { ...idle, idle: [...idle.idle, ...more] };
}

/** The old tests are tried only if some test of the candidate does not fail. */
async function compareTests(runs: Runs, outcomes: BothOutcomes, run: Runs['tryHollow']): Promise<Hollowed> {
  const after = await run('candidate');
  if (after === null || after.proof.tests.length === 0) return NONE_IDLE;
  const before = oldId(runs.renames);
  const known = {
    ...outcomes,
    after: outcomesOf(namesIn(runs)(after.proof, 0)),
    files: new Set([...changedTestFiles(runs), ...after.tests.map(before)]),
    oldId: before,
  };
  const { idle, gone } = suspectedIdle(known);
  if (idle.length + gone.length === 0) return NONE_IDLE;
  const old = await run('baseline');
  if (old === null) return NONE_IDLE;
  return idleTests({ ...known, files: new Set(old.tests), before: outcomesOf(namesIn(runs)(old.proof, 0)) });
}

/** With the candidate's configuration where no test is executed with the baseline's. */
async function tryOldTests(runs: Runs, resolution: 'baseline' | 'candidate'): Promise<MixedRun | null> {
  const ran = await tryCompilableTests(runs, resolution);
  if (ran === null || executes(ran.proof, runs.baseline.proof)) return ran;
  const again = await runs.tryRegression({ resolution, configuration: 'candidate' });
  return again !== null && executes(again.proof, runs.baseline.proof) ? again : ran;
}

/** Without the test files that a compiler names, so that the others can be run. */
async function tryCompilableTests(runs: Runs, resolution: 'baseline' | 'candidate'): Promise<MixedRun | null> {
  const dropped = new Set<string>();
  const known = new Set(runs.trees.baseline.paths);
  for (;;) {
    const ran = await runs.tryRegression({ resolution, without: [...dropped] });
    const named = ran === null || ran.proof.exit_code === 0 ? [] : filesNamedByCompiler(ran.proof.output_tail);
    const more = named.filter((path) => known.has(path) && isTestFile(path) && !dropped.has(path));
    if (more.length === 0) return ran;
    for (const path of more) dropped.add(path);
  }
}

/** Whether it came as far as the tests of the baseline. */
function executes(run: Proof, { tests }: Pick<Proof, 'tests'>): boolean {
  if (run.tests.length === 0) return run.counts.total > 0 && !couldNotRun(run);
  const known = new Set(tests.map(({ id }) => id));
  return known.size === 0 || run.tests.some(({ id }) => known.has(id));
}

async function findRed(runs: Runs, { baseline, candidate }: BothOutcomes): Promise<RedTests> {
  const ran = await runs.tryRed();
  if (ran === null) return mendedTests(runs, { baseline, candidate });
  const hasStubs = !ran.notes.some(({ kind }) => kind === 'no_stub');
  const { counts, output_tail: tail } = ran.proof;
  const isUncompiled = counts.total === 0 && missingSymbols(tail, await addedSymbols(runs)).length > 0;
  return redTests({
    baseline,
    candidate,
    red: outcomesOf(namesIn(runs)(ran.proof, 0)),
    hasStubs,
    isUncompiled,
    oldId: oldId(runs.renames),
  });
}

/** What the product declares and did not before, in languages of which stubs cannot be made. */
async function addedSymbols({ parts, trees }: Runs): Promise<ReadonlySet<string>> {
  const { baseline, candidate } = trees;
  const files = parts.filter((part) => part.class === 'product' && isLoadableCode(part.path));
  unwrap(await baseline.load(files.map(({ path, from }) => from ?? path)));
  unwrap(await candidate.load(files.map(({ path }) => path)));
  const old = new Set(
    files.flatMap(({ path, from }) => [...declaredSymbols(from ?? path, baseline.text(from ?? path) ?? '')]),
  );
  const now = files.flatMap(({ path }) => [...declaredSymbols(path, candidate.text(path) ?? '')]);
  return new Set(now.filter((symbol) => !old.has(symbol)));
}

/** Those that failed before: it takes no run to know. */
function mendedTests({ renames }: Runs, { baseline, candidate }: BothOutcomes): RedTests {
  return redTests({ baseline, candidate, red: undefined, hasStubs: true, oldId: oldId(renames) });
}

function listedFindings({ provesNothing, weak }: RedTests): ProofFinding[] {
  return [
    ...(provesNothing.length > 0 ? [{ code: 'proves_nothing' as const, tests: [...provesNothing] }] : []),
    ...(weak.length > 0 ? [{ code: 'weak_red' as const, tests: [...weak] }] : []),
  ];
}
