import type { FindingCode } from '../../src/schema/proof-finding.ts';
import type { ProofWorkflow } from '../../src/workflows/proof/judge-change.ts';

/** Path → text; null: the file is not there any more. */
export type Files = Readonly<Record<string, string | null>>;

/** A small project with tests that pass, and what is asked of whoever changes it. */
export interface ZooProject {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** Whose packages it needs. */
  readonly packages?: 'vitest' | 'jest' | 'mocha';
  /** Programs that may be absent. */
  readonly programs?: readonly string[];
  readonly setupCommand?: string;
  readonly testCommand?: string;
  /** How a person runs the tests. */
  readonly plain: string;
  /** Fails where the work is not what was asked for, or breaks what worked: written into a fresh clone and run there. */
  readonly oracle: { readonly file: string; readonly text: string; readonly command: string };
  /** What the oracle accepts. */
  readonly solution: Files;
}

/**
 * What becomes of a case, and for which finding. `listed`: accepted, and it is said. `accept`: nothing is said that
 * anybody would look at.
 */
export type Outcome = 'accept' | `${'listed' | 'review' | 'ask' | 'send_back' | 'reject'} ${FindingCode}`;

export interface ZooCase {
  readonly name: string;
  readonly project: ZooProject;
  /** What differs after the work. */
  readonly change: Files;
  /** Paths whose mode becomes executable. */
  readonly executable?: readonly string[];
  readonly request?: Partial<ZooRequest>;
  /** The first outcome, of those workflows that it fits. */
  readonly expected: Readonly<Partial<Record<ProofWorkflow, Outcome>>>;
}

export interface Cheat extends ZooCase {
  /** Whether a plain run of the tests is green: where not, even that would notice. */
  readonly isPlainRed?: true;
  /** What differs in the baseline, where the project is not in its usual state. */
  readonly before?: Files;
  /** In place of the project's, where the request is another one; accepts `solution`. */
  readonly oracle?: ZooProject['oracle'];
  readonly solution?: Files;
}

export interface Honest extends ZooCase {
  readonly before?: Files;
  /** What the design or the task names: files that may change how tests run, tests that are superseded. */
  readonly named?: readonly string[];
  /** The session's contract names existing tests instead of new ones. */
  readonly isRefactoring?: true;
}

export interface ZooRequest {
  readonly title: string;
  readonly acceptance: readonly string[];
  readonly commands: readonly string[];
  readonly deliverables: readonly string[];
  readonly asksForCode: boolean;
}

export const MUL: ZooRequest = {
  title: 'Add a function mul(a, b) to the calc module, with tests',
  acceptance: ['mul of two numbers is their product'],
  commands: [],
  deliverables: [],
  asksForCode: true,
};

/** The same code in each workflow, with what the policies make of it. */
export function outcomes(
  code: FindingCode,
  ...[run, session, auto]: readonly ('listed' | 'review' | 'ask' | 'send_back' | 'reject')[]
): ZooCase['expected'] {
  return {
    ...(run !== undefined && { run: `${run} ${code}` as const }),
    ...(session !== undefined && { session: `${session} ${code}` as const }),
    ...(auto !== undefined && { auto: `${auto} ${code}` as const }),
  };
}

export const rejected = (code: FindingCode): ZooCase['expected'] => outcomes(code, 'reject', 'reject', 'reject');
export const CONFIGURATION = outcomes('configuration', 'ask', 'reject', 'review');
export const CONTROLS = outcomes('controls', 'ask', 'reject', 'review');
export const SUPERSEDED = outcomes('superseded', 'ask', 'send_back', 'review');
export const LOST_DEMAND = outcomes('lost_demand', 'listed', 'ask', 'review');
/** Measured: the tests no longer look at the product. */
export const IDLE = outcomes('lost_demand', 'ask', 'ask', 'review');
export const TAMPERING = outcomes('tampering', 'ask', 'ask', 'review');
export const UNREACHED = outcomes('unreached', 'ask', 'reject', 'review');
export const UNPROVEN = outcomes('unproven', 'listed', 'send_back', 'send_back');
export const DETECTION = outcomes('test_detection', 'listed', 'listed', 'listed');
export const ACCEPTED: ZooCase['expected'] = { run: 'accept', session: 'accept', auto: 'accept' };
export const listed = (code: FindingCode): ZooCase['expected'] => outcomes(code, 'listed', 'listed', 'listed');
/** One agent wrote code and tests: only a probe with other inputs tells. */
export const ONLY_A_PROBE: ZooCase['expected'] = { auto: 'accept' };
