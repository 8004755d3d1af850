import * as z from 'zod/mini';

const place = { path: z.string(), line: z.int(), lines: z.int() };

/** What the tests say when the hunks of a change are taken back, each on its own. */
export const hunkCheck = z.strictObject({
  baseline: z.string(),
  candidate: z.string(),
  hunks: z.array(
    z.strictObject({
      ...place,
      /** `noticed`: a test fails; `load`: tests cannot be loaded or built without it; `unnoticed`: they pass. */
      outcome: z.enum(['noticed', 'load', 'unnoticed']),
      /** The first test that fails; null where none is named. */
      test: z.nullable(z.string()),
    }),
  ),
  /** For which there was no time. */
  skipped: z.array(z.strictObject(place)),
  /** What is not checked: lock files, generated files, prose, comments and layout, removed files. */
  left_out: z.array(z.strictObject({ path: z.string(), why: z.string() })),
  /** Which limit ended it. */
  stopped: z.nullable(z.enum(['runs', 'time'])),
  /** Percent of the checked hunks that a test notices; null where none was checked. */
  percent: z.nullable(z.number()),
  /** `min_proven` of the project; null where it wants nothing. */
  wanted: z.nullable(z.number()),
  seconds: z.number(),
});

export type HunkCheck = z.infer<typeof hunkCheck>;
export type CheckedHunk = HunkCheck['hunks'][number];
