import * as z from 'zod/mini';

const texts = z.array(z.string());
const cases = z.array(z.strictObject({ id: z.string(), status: z.enum(['passed', 'failed', 'skipped', 'not_run']) }));
/** What a rule of an agent's judgement is about: the design, or the scope where that is said in prose. */
const about = z.enum(['invariant', 'scope']);

/**
 * What was measured for a gate. What follows from each is said in `gates.ts`, when a log is folded, by every version
 * that reads it: a code never changes its meaning. A stricter rule gets a code of its own.
 */
export const gateFinding = z.discriminatedUnion('code', [
  /** A run of the tests. `ending` is `exit 1`, `SIGKILL`, `timed_out` … */
  finding('ran', {
    command: z.string(),
    ending: z.string(),
    passed: z.int(),
    total: z.int(),
    failed: z.int(),
  }),
  /** The runner names no tests: its sums are all there is. */
  finding('weak_run', {}),

  /** The test contract has no cases. */
  finding('no_cases', {}),
  finding('test_file_missing', { file: z.string() }),
  finding('cases_missing', { file: z.string(), ids: texts }),
  finding('red_by_case', { cases }),
  finding('red_by_load', { missing: texts }),
  finding('passes_before', { ids: texts }),
  finding('load_failure', { missing: texts, tail: z.string() }),
  finding('cases_not_run', { ids: texts, tail: z.string() }),

  /** Stubs cannot be made in this language: that it cannot be loaded is all that is seen of it. */
  finding('weak_red_by_load', { missing: texts }),
  /** Cases of what must not change: they pass before the implementation. */
  finding('characterised', { ids: texts }),
  finding('characterisation_fails', { ids: texts }),
  /** Named as superseded, and no test of the baseline, or left as they are. */
  finding('superseded_wrong', { tests: texts }),

  finding('within_scope', { paths: texts }),
  /** Whether it is kept is said in prose: nobody has judged it yet. */
  finding('scope_unjudged', {}),
  finding('out_of_scope', { files: z.array(z.strictObject({ path: z.string(), named: z.string() })) }),
  finding('frozen_changed', { files: z.array(z.strictObject({ path: z.string(), kind: z.string() })) }),
  finding('outside_scope', { paths: texts }),
  /** Changed by a subtask whose contract has no cases. */
  finding('untested_code', { paths: texts }),

  finding('test_result_missing', {}),
  /** The test result says that all pass. */
  finding('false_pass', {}),
  /** The test result does not say what our own run says. */
  finding('false_numbers', { field: z.string(), said: z.string(), measured: z.string() }),
  /** They pass with the tests as they were and with the new ones alone, and fail when all run together. */
  finding('fails_together', { tests: texts }),
  finding('new_tests_red', { cases, tail: z.string() }),
  /** The new tests name these themselves, and nobody was asked to make them. */
  finding('tests_unloadable', { missing: texts }),
  finding('flaky', { names: texts }),
  /** For what there is to learn once they pass. */
  finding('failed_tests', { tests: z.array(z.strictObject({ name: z.string(), reason: z.string() })) }),

  /** By older versions, which compared tests by name: red now and not before, or ended as no red test explains. */
  finding('tests_red', { names: texts }),
  finding('tests_broke_off', {}),
  /** They ran before, and do not any more, or only skip. */
  finding('tests_gone', { names: texts }),
  finding('tests_skipped', { names: texts }),
  /** Of a runner that names no tests. */
  finding('fewer_tests', { before: z.int(), now: z.int() }),

  finding('boundaries_crossed', {
    imports: z.array(
      z.strictObject({ file: z.string(), line: z.int(), import: z.string(), from: z.string(), to: z.string() }),
    ),
  }),
  finding('interfaces_missing', { names: texts }),
  finding('rule_holds', { about, rule: z.string(), file: z.string(), quote: z.string() }),
  finding('rule_broken', { about, rule: z.string(), reason: z.string() }),
  /** The judgement quotes nothing that is there: it counts as not given. */
  finding('rule_unquoted', { about, rule: z.string(), why: z.string(), file: z.string() }),
]);

export type GateFinding = z.infer<typeof gateFinding>;

function finding<C extends string, S extends z.core.$ZodShape>(code: C, shape: S) {
  return z.strictObject({ code: z.literal(code), ...shape });
}
