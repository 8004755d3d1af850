import { formatEnding } from '../../base/run-ending.ts';
import type { ProofFinding } from '../../schema/proof-finding.ts';
import {
  failedTests,
  flakiness,
  lostTests,
  type Outcomes,
  outcomesOf,
  RERUNS,
  supersededTests,
} from '../../workflows/proof/outcomes.ts';
import { type RedTests, redTests } from '../../workflows/proof/red-tests.ts';
import { couldNotRun, type TestRun } from '../../workflows/proof/test-run.ts';
import type { ChangeRuns } from './change-runs.ts';

/** What the runs of a change say. */
export interface MeasuredChange {
  readonly findings: readonly ProofFinding[];
  /** Null where it came not so far: the change is refused anyhow. */
  readonly red: RedTests | null;
  /** Tests that passed before and do not against the new product. */
  readonly superseded: readonly SupersededTest[];
  /** Settings of the candidate alone let old tests pass. */
  readonly needsItsSettings: boolean;
}

export interface SupersededTest {
  readonly id: string;
  readonly file: string;
}

type Runs = Pick<
  ChangeRuns,
  'baseline' | 'parts' | 'renames' | 'tryCandidate' | 'tryRegression' | 'tryRed' | 'tryAgain'
>;

/** With more than these failing they are not flaky but broken. */
const MAX_SUSPECTS = 20;

/**
 * Runs what is needed, in an order in which a clear refusal saves the rest. What only the texts of both trees tell is not
 * among the findings.
 */
export async function measureChange(runs: Runs): Promise<MeasuredChange> {
  const candidateRuns = await runs.tryCandidate();
  const broken = candidateRuns.map(brokenRun).find((finding) => finding !== undefined);
  if (broken !== undefined) return refused([broken]);
  const [baseline, candidate] = [outcomesOf(runs.baseline.proof), outcomesOf(...candidateRuns)];
  const failures = await explainFailures(runs, { baseline, candidate });
  const lost = lostTests(baseline, candidate, changedTestFiles(runs));
  if (lost.length > 0) failures.push({ code: 'lost_tests', tests: lost });
  if (failures.some(({ code }) => code === 'new_failures' || code === 'lost_tests')) return refused(failures);
  const regression = await findSuperseded(runs, { baseline, candidate });
  const red = await findRed(runs, { baseline, candidate });
  return { findings: [...failures, ...listedFindings(red)], red, ...regression };
}

function refused(findings: readonly ProofFinding[]): MeasuredChange {
  return { findings, red: null, superseded: [], needsItsSettings: false };
}

function brokenRun(run: TestRun): ProofFinding | undefined {
  const { build, output_tail: tail } = run;
  const ending = formatEnding(run);
  if (build !== null && build.exit_code !== 0) return { code: 'build_failed', command: build.command, ending, tail };
  const isUnexplained = run.ending === 'exited' && run.exit_code !== 0 && run.counts.failed === 0;
  return couldNotRun(run) || isUnexplained ? { code: 'tests_did_not_run', ending, tail } : undefined;
}

/** As both trees name them. */
function changedTestFiles({ parts }: Pick<Runs, 'parts'>): ReadonlySet<string> {
  return new Set(parts.flatMap((part) => (part.class === 'test' ? [part.path, part.from ?? part.path] : [])));
}

interface BothOutcomes {
  readonly baseline: Outcomes;
  readonly candidate: Outcomes;
}

type Failed = ReturnType<typeof failedTests>['now'][number];

async function explainFailures(runs: Runs, { baseline, candidate }: BothOutcomes): Promise<ProofFinding[]> {
  const failed = failedTests(baseline, candidate, runs.renames);
  const excused = await checkExcuses(runs, failed.before);
  const suspects = [...failed.now, ...excused.refuted];
  const kinds = await tryAgain(runs, suspects);
  const those = (kind: string): Failed[] => suspects.filter(({ id }) => kinds.get(id) === kind);
  const own = changedTestFiles(runs);
  const [ownFlaky, otherFlaky] = partition(those('newly_flaky'), ({ file }) => file !== undefined && own.has(file));
  const fails = those('fails').map(({ id, reason }) => ({ id, reason }));
  return [
    ...(fails.length > 0 ? [{ code: 'new_failures' as const, tests: fails }] : []),
    ...(ownFlaky.length > 0 ? [{ code: 'newly_flaky' as const, tests: idsOf(ownFlaky), own: true }] : []),
    ...(otherFlaky.length > 0 ? [{ code: 'newly_flaky' as const, tests: idsOf(otherFlaky), own: false }] : []),
    ...(those('flaky').length > 0 ? [{ code: 'flaky' as const, tests: idsOf(those('flaky')) }] : []),
    ...(excused.confirmed.length > 0 ? [{ code: 'failed_before' as const, tests: idsOf(excused.confirmed) }] : []),
  ];
}

function partition<T>(all: readonly T[], fits: (one: T) => boolean): [T[], T[]] {
  return [all.filter(fits), all.filter((one) => !fits(one))];
}

function idsOf(tests: readonly Failed[]): string[] {
  return tests.map(({ id }) => id);
}

function filesOf(tests: readonly Failed[]): string[] {
  return [...new Set(tests.flatMap(({ file }) => file ?? []))];
}

/** That a test failed before excuses it only if it fails there again, with its file alone. */
async function checkExcuses(
  runs: Runs,
  tests: readonly Failed[],
): Promise<{ readonly confirmed: readonly Failed[]; readonly refuted: readonly Failed[] }> {
  const files = filesOf(tests);
  const alone = files.length === 0 ? null : await runs.tryAgain('baseline', files);
  const now = alone === null ? undefined : outcomesOf(alone);
  const [refuted, confirmed] = partition(tests, ({ id }) => now?.get(id)?.status === 'passed');
  return { confirmed, refuted };
}

async function tryAgain(
  runs: Runs,
  suspects: readonly Failed[],
): Promise<ReadonlyMap<string, ReturnType<typeof flakiness>>> {
  const broken = new Map(suspects.map(({ id }) => [id, 'fails' as const]));
  const files = filesOf(suspects);
  if (files.length === 0 || suspects.length > MAX_SUSPECTS) return broken;
  const counts = new Map(suspects.map(({ id }) => [id, { baselineFailures: 0, candidatePasses: 0 }]));
  for (let n = 0; n < RERUNS; n += 1) {
    const now = await runs.tryAgain('candidate', files);
    const before = await runs.tryAgain('baseline', files);
    if (now === null || before === null) return broken;
    const [is, was] = [outcomesOf(now), outcomesOf(before)];
    for (const [id, count] of counts) {
      if (is.get(id)?.status === 'passed') count.candidatePasses += 1;
      if (was.get(id)?.status === 'failed') count.baselineFailures += 1;
    }
    // Neither tree has shown anything but what was known: it is broken, and five times would say the same.
    if (n === 1 && [...counts.values()].every((one) => one.candidatePasses + one.baselineFailures === 0)) return broken;
  }
  return new Map([...counts].map(([id, count]) => [id, flakiness(count)]));
}

async function findSuperseded(
  runs: Runs,
  outcomes: BothOutcomes,
): Promise<Pick<MeasuredChange, 'superseded' | 'needsItsSettings'>> {
  const failing = async (settings: 'baseline' | 'candidate'): Promise<readonly Failed[]> => {
    const ran = await runs.tryRegression({ resolution: settings });
    // With an unchanged product old tests say what they said.
    const files = ran === null ? changedTestFiles(runs) : new Set(ran.tests);
    const regression = ran === null ? outcomes.baseline : outcomesOf(ran.proof);
    return supersededTests({ ...outcomes, regression, files });
  };
  const first = await failing('baseline');
  const hasSettings = runs.parts.some((part) => part.class === 'resolution');
  const second = first.length > 0 && hasSettings ? await failing('candidate') : first;
  const stable = await withoutFlaky(runs, second);
  return {
    superseded: stable.flatMap(({ id, file }) => (file === undefined ? [] : [{ id, file }])),
    needsItsSettings: first.length > 0 && second.length === 0,
  };
}

async function withoutFlaky(runs: Runs, tests: readonly Failed[]): Promise<readonly Failed[]> {
  const files = filesOf(tests);
  if (files.length === 0 || tests.length > MAX_SUSPECTS) return tests;
  const before = await runs.tryAgain('baseline', files);
  if (before === null) return tests;
  const was = outcomesOf(before);
  return tests.filter(({ id }) => was.get(id)?.status !== 'failed');
}

async function findRed(runs: Runs, { baseline, candidate }: BothOutcomes): Promise<RedTests> {
  const ran = await runs.tryRed();
  if (ran === null) return redTests({ baseline, candidate, red: undefined, hasStubs: true });
  const hasStubs = !ran.notes.some(({ kind }) => kind === 'no_stub');
  return redTests({ baseline, candidate, red: outcomesOf(ran.proof), hasStubs });
}

function listedFindings({ provesNothing, weak }: RedTests): ProofFinding[] {
  return [
    ...(provesNothing.length > 0 ? [{ code: 'proves_nothing' as const, tests: [...provesNothing] }] : []),
    ...(weak.length > 0 ? [{ code: 'weak_red' as const, tests: [...weak] }] : []),
  ];
}
