import { isTestSurface } from '../../languages/change-class.ts';
import { namedTests } from '../../languages/named-tests.ts';
import type { ProofFinding } from '../../schema/proof-finding.ts';
import { failedTests, flakiness, outcomesOf, type Outcomes, RERUNS } from '../../workflows/proof/outcomes.ts';
import { asksToFix } from '../../workflows/proof/request-words.ts';
import type { ChangeRuns } from './change-runs.ts';

export interface BothOutcomes {
  readonly baseline: Outcomes;
  readonly candidate: Outcomes;
}

export type FailedTest = ReturnType<typeof failedTests>['now'][number];

type Runs = Pick<ChangeRuns, 'parts' | 'renames' | 'tryAgain' | 'tryBaseline'>;

/** With more than these failing they are not flaky but broken. */
const MAX_SUSPECTS = 20;

/** Why tests of the candidate fail: the change broke them, they are flaky, or they failed before. `words`: the request. */
export async function explainFailures(
  runs: Runs,
  { baseline, candidate }: BothOutcomes,
  words: string,
): Promise<ProofFinding[]> {
  const failed = failedTests(baseline, candidate, runs.renames);
  const excused = await checkExcuses(runs, failed.before);
  const suspects = [...failed.now, ...excused.refuted];
  const kinds = await tryAgain(runs, suspects);
  const those = (kind: string): FailedTest[] => suspects.filter(({ id }) => kinds.get(id) === kind);
  const own = changedTestFiles(runs);
  const [ownFlaky, otherFlaky] = partition(those('newly_flaky'), ({ file }) => file !== undefined && own.has(file));
  const fails = those('fails').map(({ id, reason }) => ({ id, reason }));
  const named = stillFailing(excused.confirmed, words);
  return [
    ...(fails.length > 0 ? [{ code: 'new_failures' as const, tests: fails }] : []),
    ...(named.length > 0 ? [{ code: 'named_tests_fail' as const, tests: idsOf(named) }] : []),
    ...(ownFlaky.length > 0 ? [{ code: 'newly_flaky' as const, tests: idsOf(ownFlaky), own: true }] : []),
    ...(otherFlaky.length > 0 ? [{ code: 'newly_flaky' as const, tests: idsOf(otherFlaky), own: false }] : []),
    ...(those('flaky').length > 0 ? [{ code: 'flaky' as const, tests: idsOf(those('flaky')) }] : []),
    ...(excused.confirmed.length > 0 ? [{ code: 'failed_before' as const, tests: idsOf(excused.confirmed) }] : []),
  ];
}

/** As both trees name them. */
export function changedTestFiles({ parts }: Pick<ChangeRuns, 'parts'>): ReadonlySet<string> {
  return new Set(parts.flatMap((part) => (isTestSurface(part) ? [part.path, part.from ?? part.path] : [])));
}

/** Tests that may be superseded, without those that fail now and then on the baseline, too. */
export async function withoutFlaky(runs: Runs, tests: readonly FailedTest[]): Promise<readonly FailedTest[]> {
  const passed = tests.filter(({ status }) => status === 'passed');
  const files = filesOf(passed);
  if (files.length === 0 || passed.length > MAX_SUSPECTS) return tests;
  const before = await runs.tryAgain('baseline', files);
  if (before === null) return tests;
  const was = outcomesOf(before);
  return tests.filter(({ id, status }) => status !== 'passed' || was.get(id)?.status !== 'failed');
}

/** Those that the request wants to pass. */
function stillFailing(tests: readonly FailedTest[], words: string): FailedTest[] {
  if (!asksToFix(words)) return [];
  return namedTests(
    words,
    tests.map((test) => ({ test, file: test.file ?? '', title: titleOf(test) })),
  ).map(({ test }) => test);
}

function titleOf({ id, file }: FailedTest): string {
  return file !== undefined && id.startsWith(`${file} > `) ? id.slice(file.length + 3) : id;
}

function partition<T>(all: readonly T[], fits: (one: T) => boolean): [T[], T[]] {
  return [all.filter(fits), all.filter((one) => !fits(one))];
}

function idsOf(tests: readonly FailedTest[]): string[] {
  return tests.map(({ id }) => id);
}

function filesOf(tests: readonly FailedTest[]): string[] {
  return [...new Set(tests.flatMap(({ file }) => file ?? []))];
}

/** That a test failed before excuses it only if it fails there again: with its file alone, where it can be run alone. */
async function checkExcuses(
  runs: Runs,
  tests: readonly FailedTest[],
): Promise<{ readonly confirmed: readonly FailedTest[]; readonly refuted: readonly FailedTest[] }> {
  if (tests.length === 0) return { confirmed: [], refuted: [] };
  const files = filesOf(tests);
  const alone = files.length === 0 ? null : await runs.tryAgain('baseline', files);
  const now = outcomesOf(alone ?? (await runs.tryBaseline()));
  const [refuted, confirmed] = partition(tests, ({ id }) => now.get(id)?.status === 'passed');
  return { confirmed, refuted };
}

async function tryAgain(
  runs: Runs,
  suspects: readonly FailedTest[],
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
