/** Two tiers: `npm test` samples, `npm run test:full` counts everything. */
export const isFull = process.env['ORCHESTRAL_TEST_FULL'] === '1';

export function byTier<T>(choice: { usual: T; full: T }): T {
  return isFull ? choice.full : choice.usual;
}

/** Printed at the start of a run; `ORCHESTRAL_TEST_SEED=<seed>` repeats it. */
export const seed = Number(process.env['ORCHESTRAL_TEST_SEED'] ?? 0);
