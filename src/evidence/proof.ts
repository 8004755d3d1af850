import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { canonicalJson } from '../base/json.ts';
import { CANNOT_RUN_CODES } from '../base/run-ending.ts';
import type { TestSelection } from '../languages/runner.ts';
import type { Coverage } from './coverage/coverage.ts';
import type { ProjectCommands } from './project-commands.ts';
import { DISAGREEMENTS } from './disagreement.ts';
import type { TestCase } from './reports/test-report.ts';
import type { Surroundings } from './surroundings.ts';
import { trackedChange } from './tracked-files.ts';

const count = z.int().check(z.nonnegative());
const lines = z.array(z.int().check(z.positive()));

const counts = z.strictObject({ total: count, passed: count, failed: count, skipped: count });

/** What Orchestral measured itself on one exact tree. It holds for that tree and those commands, and for nothing else. */
export const proof = z.strictObject({
  version: z.literal(1),
  tree: z.string().check(z.regex(/^[0-9a-f]{40,64}$/)),
  /** Which commands were asked for: see `proofKey`. */
  key: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** The part of the tests that was run; absent where all were. */
  only: z.optional(z.strictObject({ files: z.optional(z.array(z.string())), names: z.optional(z.array(z.string())) })),
  /** As a person would type it; null where the project has no tests that we know how to run. */
  command: z.nullable(z.string()),
  /** `none` where there are no tests. */
  runner: z.string(),
  /** Where the numbers are from (see `ReportSource`); `none` where no tests ran. */
  source: z.string(),
  /** Of the tests, or of the build when it was red and the tests did not run; `not_run` when there was nothing to run. */
  ending: z.enum(['exited', 'signalled', 'timed_out', 'too_much_output', 'not_run']),
  exit_code: z.nullable(z.int()),
  signal: z.nullable(z.string()),
  /** Which limit ended it. */
  limit: z.optional(z.enum(['wall', 'idle'])),
  counts,
  /** No two have the same id. Empty where the runner gives only sums. */
  tests: z.array(
    z.strictObject({
      id: z.string(),
      file: z.optional(z.string()),
      status: z.enum(['passed', 'failed', 'skipped']),
      reason: z.optional(z.string()),
    }),
  ),
  coverage: z.nullable(
    z.strictObject({
      source: z.string(),
      total: z.number(),
      /** Executable lines by file: those that ran, and those that did not. Null where the report has only sums. */
      lines: z.nullable(z.record(z.string(), z.strictObject({ run: lines, missed: lines }))),
    }),
  ),
  build: z.nullable(z.strictObject({ command: z.string(), exit_code: z.nullable(z.int()) })),
  /** Of stdout, then stderr, of what `ending` tells of. */
  output_sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** The last of it, for people and agents: no escape sequences, no secrets. */
  output_tail: z.string(),
  duration_ms: z.number().check(z.nonnegative()),
  executed_at: z.string(),
  /**
   * What our reporter was told while the tests ran: how many tests or files the runner was about to run and how many it
   * did, whether it came to its end, and how many lines came from somebody else. Null where no reporter of ours ran;
   * absent in proofs of earlier versions.
   */
  streamed: z.optional(z.nullable(z.strictObject({ planned: count, done: count, ended: z.boolean(), foreign: count }))),
  /** The sums that the runner printed; null where there are none. */
  printed: z.optional(z.nullable(counts)),
  /** In which ways report, exit code and what was printed contradict each other: see `findDisagreements`. */
  disagreement: z.optional(z.array(z.enum(DISAGREEMENTS))),
  /** Files of the project that the tests loaded, from its root; null where that is not measured. */
  loaded: z.optional(z.nullable(z.array(z.string()))),
  /** Files of the project that commands wrote to. All were restored before the tests, or after them. */
  tracked_changes: z.optional(z.array(trackedChange)),
  /** What set-up made that git does not ignore. */
  setup_made: z.optional(z.array(z.string())),
  /** Versions of what ran, as the tools tell them. */
  tools: z.optional(z.record(z.string(), z.string())),
  /** Why the tests could not be run at all; absent where they could. */
  cannot_run: z.optional(z.strictObject({ code: z.enum(CANNOT_RUN_CODES), detail: z.string() })),
  /** Given again for the same question; never stored. */
  reused: z.optional(z.literal(true)),
});

export type Proof = z.infer<typeof proof>;
export type ProvenCoverage = NonNullable<Proof['coverage']>;

export interface ProofQuestion {
  readonly commands: ProjectCommands;
  readonly coverage: boolean;
  readonly only?: TestSelection['only'] | undefined;
  readonly surroundings?: Surroundings | undefined;
}

/** Two proofs of one tree say the same exactly when their keys are equal. */
export function proofKey({ commands, coverage: withCoverage, only, surroundings }: ProofQuestion): string {
  const { build, tests, coverage, folder, dependents = [] } = commands;
  const asked = {
    ...(only !== undefined && { only }),
    ...(surroundings !== undefined && { surroundings }),
    ...(folder !== undefined && { folder }),
    ...(dependents.length > 0 && {
      dependents: dependents.map((one) => ({
        folder: one.folder,
        runner: one.tests.runner.name,
        ...one.tests.detected,
      })),
    }),
    build: build ?? null,
    tests: tests === undefined ? null : { runner: tests.runner.name, ...tests.detected },
    coverage: withCoverage ? (coverage ?? true) : false,
  };
  return createHash('sha256').update(canonicalJson(asked)).digest('hex');
}

/** Tests of one name are told apart by their number: `a`, `a (2)`, `a (3)`. */
export function withUniqueIds(tests: readonly TestCase[]): TestCase[] {
  const taken = new Set(tests.map(({ id }) => id));
  const met = new Map<string, number>();
  return tests.map((test) => {
    const before = met.get(test.id) ?? 0;
    let [number, id] = [before + 1, test.id];
    while (number > 1 && taken.has((id = `${test.id} (${number})`))) number++;
    met.set(test.id, number);
    return id === test.id ? test : { ...test, id };
  });
}

export function provenCoverage({ source, total, lines: byFile }: Coverage): ProvenCoverage {
  if (byFile === undefined) return { source, total, lines: null };
  const files = [...byFile].map(([file, hits]) => {
    const numbers = [...hits.keys()].sort((a, b) => a - b);
    const [run, missed] = [numbers.filter((line) => hits.get(line)), numbers.filter((line) => !hits.get(line))];
    return [file, { run, missed }] as const;
  });
  return { source, total, lines: Object.fromEntries(files) };
}

/**
 * Whether a proof may answer the same question again: not where the tests did not come to their end, nor where it says
 * more about the machine than about the tree.
 */
export function isReusable(proof: Proof): boolean {
  const { ending, streamed, disagreement = [] } = proof;
  if (ending !== 'exited' && ending !== 'not_run') return false;
  if (streamed?.ended === false || disagreement.includes('fewer_executed')) return false;
  return proof.cannot_run === undefined;
}
