import type { TestRun } from './test-run.ts';

/** A file that was moved; ids of tests begin with their file. */
export interface Rename {
  readonly from: string;
  readonly to: string;
}

/** One run, or several parts of one. */
export type Outcomes = ReadonlyMap<string, Outcome>;

interface Outcome {
  readonly id: string;
  readonly file: string | undefined;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly reason: string;
}

/** Of a test that several parts report, the worst counts. */
export function outcomesOf(...runs: readonly Pick<TestRun, 'tests'>[]): Outcomes {
  const outcomes = new Map<string, Outcome>();
  for (const { id, file, status, reason = '' } of runs.flatMap(({ tests }) => tests)) {
    if (outcomes.get(id)?.status === 'failed') continue;
    outcomes.set(id, { id, file, status, reason });
  }
  return outcomes;
}

export interface FailedTests {
  /** They fail now, and did not before. */
  readonly now: readonly Outcome[];
  /** They failed before, too: an excuse that has to be checked. */
  readonly before: readonly Outcome[];
}

export function failedTests(baseline: Outcomes, candidate: Outcomes, renames: readonly Rename[]): FailedTests {
  const failed = [...candidate.values()].filter(({ status }) => status === 'failed');
  const old = oldId(renames);
  const failedBefore = ({ id }: Outcome): boolean => (baseline.get(old(id)) ?? baseline.get(id))?.status === 'failed';
  return { now: failed.filter((one) => !failedBefore(one)), before: failed.filter(failedBefore) };
}

/**
 * Tests that passed before, stand in files that the change leaves alone, and are not reported any more. Where the runner
 * does not say in which file a test stands, it may be in any that the change touches.
 */
export function lostTests(baseline: Outcomes, candidate: Outcomes, changedFiles: ReadonlySet<string>): string[] {
  // A file that cannot be loaded stands for its tests: they failed, and are not lost.
  const unloaded = new Set([...candidate.values()].filter(({ status }) => status === 'failed').map(({ id }) => id));
  // Another way of running them may not tell in which file they stand.
  const unfiled = new Set([...candidate.values()].filter(({ file }) => file === undefined).map(({ id }) => id));
  const isLost = ({ id, file, status }: Outcome): boolean =>
    status === 'passed' &&
    (file === undefined ? changedFiles.size === 0 : !changedFiles.has(file) && !unloaded.has(file)) &&
    !candidate.has(id) &&
    !(file !== undefined && unfiled.has(id.slice(file.length + 3)));
  return [...baseline.values()].filter(isLost).map(({ id }) => id);
}

export interface RegressionOutcomes {
  readonly baseline: Outcomes;
  readonly candidate: Outcomes;
  /** Old tests against the new product. */
  readonly regression: Outcomes;
  /** The files that were run. */
  readonly files: ReadonlySet<string>;
  /** All of them: tests of which nobody knows the file were run, too. */
  readonly isWholeSuite?: boolean;
}

/**
 * Tests of the baseline that the new product contradicts. A test that does not even run there is one of them, and so is
 * one that failed before and was removed or edited instead of being made to pass.
 */
export function supersededTests(runs: RegressionOutcomes): readonly Outcome[] {
  const { baseline, candidate, regression, files, isWholeSuite = false } = runs;
  return [...baseline.values()].filter(({ id, file, status }) => {
    const wasRun = file === undefined ? isWholeSuite : files.has(file);
    if (status === 'skipped' || !wasRun) return false;
    if (regression.get(id)?.status === 'passed') return false;
    return status === 'passed' || candidate.get(id)?.status !== 'failed';
  });
}

/** How often a test that fails in the candidate only is run again with its file, on both trees. */
export const RERUNS = 5;

export interface Reruns {
  readonly baselineFailures: number;
  readonly candidatePasses: number;
}

export function flakiness({ baselineFailures, candidatePasses }: Reruns): 'flaky' | 'newly_flaky' | 'fails' {
  if (baselineFailures > 0) return 'flaky';
  return candidatePasses >= RERUNS - 1 ? 'newly_flaky' : 'fails';
}

/** What a test was called before its file moved. */
export function oldId(renames: readonly Rename[]): (id: string) => string {
  const moved = new Map(renames.map(({ from, to }) => [to, from]));
  return (id) => {
    // Ids are `file > suite > title` where the runner says in which file a test stands.
    const [file = id] = id.split(' > ', 1);
    const from = moved.get(file);
    return from === undefined ? id : `${from}${id.slice(file.length)}`;
  };
}
