import * as z from 'zod/mini';
import { proofFinding } from '../../schema/proof-finding.ts';

const some = { names: z.array(z.string()), more: z.int() };

/** What Orchestral itself found in a round's work. Each is a reason against it, whatever the Gatekeeper says. */
export const runFinding = z.discriminatedUnion('code', [
  /** What the proof of the change found. */
  z.strictObject({ code: z.literal('proof'), finding: proofFinding }),
  z.strictObject({ code: z.literal('tests_red'), failed: z.int(), ...some }),
  /** `ending` is `exit 127`, `SIGKILL`, `timed_out` … */
  z.strictObject({ code: z.literal('tests_did_not_run'), ending: z.string() }),
  z.strictObject({ code: z.literal('build_red'), command: z.string(), exit_code: z.nullable(z.int()) }),
  z.strictObject({ code: z.literal('no_tests') }),
  /** The work itself says how it is to be tested. */
  z.strictObject({ code: z.literal('test_command_changed'), before: z.string(), now: z.string() }),
  /** Tests of the base that no longer run, or only skip. */
  z.strictObject({ code: z.literal('tests_gone'), ...some }),
  z.strictObject({ code: z.literal('tests_skipped'), ...some }),
  z.strictObject({ code: z.literal('fewer_tests'), before: z.int(), now: z.int() }),
  /** Neither a new test nor the coverage of the change shows anything. */
  z.strictObject({ code: z.literal('tests_unwritten') }),
  z.strictObject({ code: z.literal('coverage_low'), coverage: z.number(), needed: z.number() }),
  z.strictObject({ code: z.literal('empty_diff') }),
  z.strictObject({ code: z.literal('critical_issues'), count: z.int() }),
  z.strictObject({ code: z.literal('file_too_long'), file: z.string(), lines: z.int(), limit: z.int() }),
  z.strictObject({ code: z.literal('types_missing'), file: z.string(), line: z.nullable(z.int()) }),
  z.strictObject({ code: z.literal('library_avoided'), file: z.string(), library: z.string() }),
  z.strictObject({ code: z.literal('trigger'), name: z.string(), detail: z.string() }),
  /** The Gatekeeper itself said FAIL. */
  z.strictObject({ code: z.literal('agent_failed_it') }),
  z.strictObject({ code: z.literal('human_rejected'), decision: z.string() }),
]);

export type RunFinding = z.infer<typeof runFinding>;
