import { randomFrom } from './random.ts';

/** Two tiers: `npm test` samples, `npm run test:full` counts everything. */
export const isFull = process.env['ORCHESTRAL_TEST_FULL'] === '1';

export function byTier<T>(choice: { usual: T; full: T }): T {
  return isFull ? choice.full : choice.usual;
}

/** Printed at the start of a run; `ORCHESTRAL_TEST_SEED=<seed>` repeats it. */
export const seed = Number(process.env['ORCHESTRAL_TEST_SEED'] ?? 0);

/** Of cases that each take long, `npm test` takes `usual` ones: others with every seed. */
export function sampled<T>(all: readonly T[], usual: number): T[] {
  const random = randomFrom(seed);
  const drawn = all.map((each, at) => ({ each, at, lot: random() })).toSorted((one, other) => one.lot - other.lot);
  return (isFull ? drawn : drawn.slice(0, usual)).toSorted((one, other) => one.at - other.at).map(({ each }) => each);
}
