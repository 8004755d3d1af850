import { missingIn } from '../../languages/missing-names.ts';
import type { CheckedHunk, HunkCheck } from '../../schema/hunk-check.ts';
import { outcomesOf } from './outcomes.ts';
import { couldNotRun, type TestRun } from './test-run.ts';

/** What the tests of a candidate make of it without one hunk. */
export function hunkOutcome(candidate: TestRun, without: TestRun): Pick<CheckedHunk, 'outcome' | 'test'> {
  const isBuilt = without.build === null || without.build.exit_code === 0;
  if (!isBuilt || couldNotRun(without)) return { outcome: 'load', test: null };
  const [is, was] = [outcomesOf(without), outcomesOf(candidate)];
  const failed = [...is.values()].filter(({ id, status }) => status === 'failed' && was.get(id)?.status === 'passed');
  const noticed = failed.find(({ reason }) => missingIn(reason).length === 0);
  if (noticed !== undefined) return { outcome: 'noticed', test: noticed.id };
  // A file that cannot be loaded is reported as one failed test of its own, or not at all.
  const isLost = [...was.values()].some(({ id, status }) => status === 'passed' && !is.has(id));
  const isRed = without.exit_code !== 0 && candidate.exit_code === 0;
  if (failed.length > 0 || isLost) return { outcome: 'load', test: null };
  if (!isRed) return { outcome: 'unnoticed', test: null };
  const isLoading = missingIn(without.output_tail).length > 0;
  return { outcome: isLoading ? 'load' : 'noticed', test: null };
}

/** Percent of the checked hunks that a test notices. */
export function provenPercent(hunks: HunkCheck['hunks']): number | null {
  if (hunks.length === 0) return null;
  return Math.round((hunks.filter(({ outcome }) => outcome === 'noticed').length / hunks.length) * 1000) / 10;
}

/** A project that wants nothing is content; so is one where nothing could be checked. */
export function isProvenEnough({ percent, wanted }: Pick<HunkCheck, 'percent' | 'wanted'>): boolean {
  return percent === null || wanted === null || percent >= wanted;
}
