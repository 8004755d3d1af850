import { normalPath } from '../../base/normal-path.ts';
import { fileName } from '../../languages/tree-path.ts';
import type { AnnouncedNames } from './announced-names.ts';
import { type CaseRun, casesRun, type NewTests } from './cases.ts';
import { loadCause } from './load-cause.ts';
import type { TestRun } from './test-run.ts';

/** What new tests do on the tree before the implementation. */
export type Red =
  /** Each case ran and failed. `weak`: the runner names no tests, so this is what its sums say. */
  | { readonly kind: 'case'; readonly weak: boolean }
  /** The file cannot be loaded, because of something that the design names and that does not exist yet. */
  | { readonly kind: 'load'; readonly missing: readonly string[] }
  /** These pass already, and so would prove nothing. */
  | { readonly kind: 'passes'; readonly cases: readonly string[] }
  /** It cannot be loaded, and no implementation would mend that. */
  | { readonly kind: 'other_load_failure'; readonly missing: readonly string[]; readonly tail: string }
  /** These did not run: skipped, not found by the runner, or nothing tells. */
  | { readonly kind: 'not_run'; readonly cases: readonly string[] };

export interface RedContext {
  readonly contract: NewTests;
  /** By the design of the tree that the tests ran on. */
  readonly announced: AnnouncedNames;
  /** Of the tree without the new tests: needed where the runner names no tests. */
  readonly base?: TestRun;
}

/** Whether a run of new tests before their implementation is red, and for the right reason. */
export function classifyRed(run: TestRun, { contract, announced, base }: RedContext): Red {
  const cases = casesRun(contract, run);
  const those = (...statuses: CaseRun['status'][]): string[] =>
    cases.filter(({ status }) => statuses.includes(status)).map(({ id }) => id);
  const all = cases.map(({ id }) => id);
  if (run.ending === 'not_run') return { kind: 'not_run', cases: all };
  if (those('passed').length > 0) return { kind: 'passes', cases: those('passed') };
  if (all.length > 0 && those('failed').length === all.length) return { kind: 'case', weak: false };
  const isRed = run.ending !== 'exited' || run.exit_code !== 0;
  if (those('failed', 'skipped').length > 0) return { kind: 'not_run', cases: those('not_run', 'skipped') };
  if (!isRed) return { kind: run.tests.length === 0 && run.counts.passed > 0 ? 'passes' : 'not_run', cases: all };
  const output = loadOutput(run, contract);
  if (output === undefined) return { kind: 'not_run', cases: all };
  const cause = loadCause(output, { testFile: normalPath(contract.test_file_path), announced });
  const isUnloadable = cause.other.length > 0 || cause.syntaxError;
  if (cause.announced.length > 0 && !isUnloadable) return { kind: 'load', missing: cause.announced };
  const isNameless = run.tests.length === 0 && run.counts.failed > (base?.counts.failed ?? 0);
  if (isNameless && !isUnloadable) return { kind: 'case', weak: true };
  return { kind: 'other_load_failure', missing: cause.other, tail: run.output_tail };
}

/** Which of these a test file names itself: nobody else can be asked to make them. */
export function namedByTests(missing: readonly string[], text: string): string[] {
  const named = [...text.matchAll(/(['"`])([^'"`\n]{1,500})\1|\bimport\s+([\w.]+)/g)].map(
    ([, , quoted = '', module = '']) => quoted || module.replaceAll('.', '/'),
  );
  // What is printed is where it was looked for: only the end of it is as the test has it.
  return missing.filter((name) => named.some((one) => one === name || fileName(one) === fileName(name)));
}

/** Undefined: others failed, and this file is not among them, so it is not that it could not be loaded. */
function loadOutput(run: TestRun, contract: NewTests): string | undefined {
  const testFile = normalPath(contract.test_file_path);
  const failed = run.tests.filter(({ status }) => status === 'failed');
  const ofFile = failed.filter(({ id, file }) => file === testFile || id === testFile || file === undefined);
  if (failed.length > 0 && ofFile.length === 0) return undefined;
  return [...ofFile.map(({ reason = '' }) => reason), run.output_tail].join('\n');
}
