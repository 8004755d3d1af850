import * as z from 'zod/mini';
import { changeProof } from '../../schema/change-proof.ts';
import { claims } from './claims.ts';
import { hunkCheck } from '../../schema/hunk-check.ts';

/** At most 20 of them, and how many more there are. */
const names = z.strictObject({ names: z.array(z.string()), more: z.int() });

export type Names = z.infer<typeof names>;

/** What Orchestral measured on one exact tree; the whole proof is kept beside the run. */
export const evidence = z.strictObject({
  tree: z.string(),
  /** Null where the project has no tests that anybody could run. */
  command: z.nullable(z.string()),
  /** Where the numbers are from: a report, closing lines, the exit code. */
  source: z.string(),
  /** `exited`, or how else it ended. */
  ending: z.string(),
  exit_code: z.nullable(z.int()),
  build: z.nullable(z.strictObject({ command: z.string(), exit_code: z.nullable(z.int()) })),
  total: z.int(),
  passed: z.int(),
  failed: z.int(),
  skipped: z.int(),
  duration_ms: z.number(),
  executed_at: z.string(),
  output_sha256: z.string(),
  coverage: z.nullable(z.number()),
  coverage_of: z.nullable(z.enum(['change', 'total'])),
  failures: z.array(z.strictObject({ test: z.string(), reason: z.string() })),
  /** Against the untouched base. */
  newly_red: names,
  gone: names,
  /** Tests of the base that the work changed, for the reviewer. */
  changed_tests: names,
  /** What logs from before there were proofs compared by name. */
  now_skipped: z.optional(names),
  broke_off: z.optional(z.boolean()),
  fewer: z.optional(z.nullable(z.strictObject({ before: z.int(), now: z.int() }))),
  command_changed: z.optional(z.nullable(z.strictObject({ before: z.string(), now: z.string() }))),
  untested: z.optional(z.boolean()),
  dependencies: z.array(z.strictObject({ manifest: z.string(), name: z.string() })),
  rule_breaks: z.array(
    z.strictObject({
      rule: z.enum(['file_too_long', 'types_missing', 'library_avoided']),
      file: z.string(),
      line: z.nullable(z.int()),
      detail: z.union([z.string(), z.number()]),
    }),
  ),
  /** Against the base, and against the round before. Absent in logs from before there were proofs. */
  proof: z.optional(changeProof),
  /** Only where the project has a minimum for it. */
  hunks: z.optional(hunkCheck),
  ...claims.shape,
});

export type Evidence = z.infer<typeof evidence>;

const MOST_NAMES = 20;

export function firstNames(all: readonly string[]): Names {
  return { names: all.slice(0, MOST_NAMES), more: Math.max(0, all.length - MOST_NAMES) };
}
