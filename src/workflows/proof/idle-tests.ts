import type { Outcomes } from './outcomes.ts';

export interface HollowOutcomes {
  readonly baseline: Outcomes;
  readonly candidate: Outcomes;
  /** Tests of the files that the change concerns, where the product returns nothing: its old ones, and its new ones. */
  readonly before: Outcomes;
  readonly after: Outcomes;
  /** The old test files that were run. */
  readonly files: ReadonlySet<string>;
  /** What a test of the candidate was called before its file moved. */
  readonly oldId: (id: string) => string;
}

export interface IdleTest {
  readonly id: string;
  readonly file: string;
}

export interface IdleTests {
  /** They failed without the product before the change, and do not any more. */
  readonly idle: readonly IdleTest[];
  /** They failed without the product before the change, and nothing of this name is reported any more. */
  readonly gone: readonly IdleTest[];
  /** Tests of the candidate, or whole files, that fail without the product. */
  readonly demanding: readonly string[];
  /** They failed on a broken product before they were edited, and do not any more; and those that fail on it. */
  readonly looser: readonly IdleTest[];
  readonly noticing: readonly string[];
}

export const NONE_IDLE: IdleTests = { idle: [], gone: [], demanding: [], looser: [], noticing: [] };

export type Hollowed = Pick<IdleTests, 'idle' | 'gone' | 'demanding'>;

type Candidates = Omit<HollowOutcomes, 'before'>;

/** Old tests that may have lost what they demanded of the product: whether they had it tells a run of the baseline. */
export function suspectedIdle({ baseline, candidate, after, files, oldId }: Candidates): Hollowed {
  const now = byOldId(candidate, oldId);
  const hollow = byOldId(after, oldId);
  const suspects: { idle: IdleTest[]; gone: IdleTest[] } = { idle: [], gone: [] };
  const demanding = failedIn(after);
  for (const { id, file, status } of baseline.values()) {
    if (status !== 'passed' || file === undefined || !files.has(file)) continue;
    const [whole, alone] = [now.get(id), hollow.get(id)];
    if (whole === undefined) suspects.gone.push({ id, file });
    // A test that is not reported may stand in a file that cannot be loaded without the product.
    else if (alone !== undefined && alone.status !== 'failed' && alone.status === whole.status)
      suspects.idle.push({ id, file });
  }
  return { ...suspects, demanding };
}

/** Those of the suspects that failed without the product before. */
export function idleTests(outcomes: HollowOutcomes): Hollowed {
  const { before } = outcomes;
  const failed = new Set(failedIn(before));
  const demanded = ({ id, file }: IdleTest): boolean => failed.has(id) || (!before.has(id) && failed.has(file));
  const { idle, gone, demanding } = suspectedIdle(outcomes);
  return { idle: idle.filter(demanded), gone: gone.filter(demanded), demanding };
}

function failedIn(outcomes: Outcomes): string[] {
  return [...outcomes.values()].filter(({ status }) => status === 'failed').map(({ id }) => id);
}

function byOldId(outcomes: Outcomes, oldId: (id: string) => string): Outcomes {
  return new Map([...outcomes.values()].map((one) => [oldId(one.id), one]));
}

/** They passed before, and are skipped now, whoever skips them: the product that they call can, too. */
export function silentTests({
  baseline,
  candidate,
  oldId,
}: Pick<HollowOutcomes, 'baseline' | 'candidate' | 'oldId'>): readonly IdleTest[] {
  const now = byOldId(candidate, oldId);
  return [...baseline.values()]
    .filter(({ id, status }) => status === 'passed' && now.get(id)?.status === 'skipped')
    .map(({ id, file }) => ({ id, file: file ?? id }));
}
