import * as z from 'zod/mini';
import { changeProof } from '../../schema/change-proof.ts';
import { hunkCheck } from '../../schema/hunk-check.ts';

/** At most 20 of them, and how many more there are. */
export const names = z.strictObject({ names: z.array(z.string()), more: z.int() });

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
  now_skipped: names,
  /** It ended in a way that no red test explains, as it did not on the base. */
  broke_off: z.boolean(),
  fewer: z.nullable(z.strictObject({ before: z.int(), now: z.int() })),
  /** Tests of the base that the work changed, for the reviewer. */
  changed_tests: names,
  /** Where the work itself changed how it is tested. */
  command_changed: z.nullable(z.strictObject({ before: z.string(), now: z.string() })),
  /** New source, and no test that is new or changed with it. */
  untested: z.boolean(),
  dependencies: z.array(z.strictObject({ manifest: z.string(), name: z.string() })),
  rule_breaks: z.array(
    z.strictObject({
      rule: z.enum(['file_too_long', 'types_missing', 'library_avoided']),
      file: z.string(),
      line: z.nullable(z.int()),
      detail: z.union([z.string(), z.number()]),
    }),
  ),
  /** Against the base, and against the round before. Logs from before there were such proofs have the fields above alone. */
  proof: z.optional(changeProof),
  /** Only where the project has a minimum for it. */
  hunks: z.optional(hunkCheck),
  edge_cases_tested: z.array(z.string()),
  adversarial_findings: z.array(z.string()),
});

export type Evidence = z.infer<typeof evidence>;

const MOST_NAMES = 20;

export function firstNames(all: readonly string[]): Names {
  return { names: all.slice(0, MOST_NAMES), more: Math.max(0, all.length - MOST_NAMES) };
}
