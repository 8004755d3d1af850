import { catchFailure, throwFailure, unwrap } from '../../base/failure.ts';
import { hunksOf, type ProductHunk, withoutHunk } from '../../evidence/mixed-trees/product-hunks.ts';
import type { CheckedHunk, HunkCheck } from '../../schema/hunk-check.ts';
import { hunkOutcome, provenPercent } from '../../workflows/proof/hunk-outcome.ts';
import type { Step } from '../conductor/step.ts';
import { type ChangeCommits, commitOf, openChangeRuns } from './change-runs.ts';
import { proveCommit } from './checks.ts';

export interface HunkLimits {
  readonly runs: number;
  readonly ms: number;
}

/** On command, and after a pack was shown. */
export const HUNK_LIMITS = {
  command: { runs: 40, ms: 10 * 60_000 },
  pack: { runs: 40, ms: 60_000 },
} as const satisfies Record<string, HunkLimits>;

export interface HunkProgress {
  readonly done: number;
  readonly total: number;
  readonly hunk: CheckedHunk;
}

/**
 * Takes back each hunk of the product on its own, the largest first, and runs the tests: what nobody notices, nothing
 * proves. It ends by itself when the limits are reached.
 */
export async function checkHunks(
  step: Step,
  commits: ChangeCommits,
  { limits, onHunk = () => undefined }: { readonly limits: HunkLimits; readonly onHunk?: (hunk: HunkProgress) => void },
): Promise<HunkCheck> {
  const began = performance.now();
  const late = AbortSignal.timeout(limits.ms);
  const limited: Step = { ...step, signal: AbortSignal.any([step.signal, late]) };
  const seconds = (): number => Math.round((performance.now() - began) / 100) / 10;
  const state: Draft = { hunks: [], waiting: [], leftOut: [] };
  const done = await catchFailure(() => tryAll(limited, { commits, limits, onHunk, state }));
  const isLate = !done.ok && done.error.code === 'work.cancelled' && late.aborted && !step.signal.aborted;
  if (!done.ok && !isLate) unwrap(done);
  const { hunks, waiting, leftOut } = state;
  return {
    baseline: commits.baseline,
    candidate: commits.candidate,
    hunks,
    skipped: waiting.map(placeOf),
    left_out: leftOut.map(({ path, why }) => ({ path, why })),
    stopped: isLate ? 'time' : waiting.length > 0 ? 'runs' : null,
    percent: provenPercent(hunks),
    wanted: step.config.project?.min_proven ?? null,
    seconds: seconds(),
  };
}

interface Draft {
  readonly hunks: CheckedHunk[];
  waiting: readonly ProductHunk[];
  leftOut: readonly { readonly path: string; readonly why: string }[];
}

interface Trying {
  readonly commits: ChangeCommits;
  readonly limits: HunkLimits;
  readonly onHunk: (hunk: HunkProgress) => void;
  readonly state: Draft;
}

async function tryAll(step: Step, { commits, limits, onHunk, state }: Trying): Promise<void> {
  const { trees } = await openChangeRuns(step, commits);
  const { hunks, leftOut } = unwrap(await hunksOf(trees));
  state.waiting = hunks;
  state.leftOut = leftOut;
  if (hunks.length === 0) return;
  const candidate = await proveCommit(step, { commit: commits.candidate, coverage: false });
  if (candidate.command === null) throwFailure('prove.no_tests', {});
  for (const [n, hunk] of hunks.slice(0, limits.runs).entries()) {
    const tree = unwrap(await withoutHunk(trees, hunk));
    const without = await proveCommit(step, { commit: await commitOf(step, tree), coverage: false, run: 'hunk' });
    const checked = { ...placeOf(hunk), ...hunkOutcome(candidate, without) };
    state.hunks.push(checked);
    state.waiting = hunks.slice(n + 1);
    onHunk({ done: n + 1, total: hunks.length, hunk: checked });
  }
}

function placeOf({ path, line, added, removed }: ProductHunk): Pick<CheckedHunk, 'path' | 'line' | 'lines'> {
  return { path, line, lines: Math.max(added.length, removed.length) };
}
