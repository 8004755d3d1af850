import type { ProofFinding } from '../../schema/proof-finding.ts';
import { formatNames } from '../format.ts';

type Findings = { [F in ProofFinding as F['code']]: F };

/** What the proof of a change found; one sentence each, for people and agents alike. */
export const proofFindings: { readonly [C in keyof Findings]: (finding: Findings[C]) => string } = {
  new_failures: ({ tests }) =>
    `${tests.length === 1 ? 'a test fails' : `${tests.length} tests fail`} that did not before: ${ids(tests)}`,
  tests_did_not_run: ({ ending }) => `the tests did not run to their end (${ending})`,
  build_failed: ({ command, ending }) => `the build fails: ${command} (${ending})`,
  setup_failed: ({ command, ending }) => `the project cannot be set up with this change: ${command} (${ending})`,
  needs_changed_files: ({ files }) =>
    `the tests pass only because set-up rewrites tracked files: ${formatNames(files)}. Commit what they should be`,
  report_disagrees: ({ report, printed }) =>
    `the test report says “${report}”, but the runner printed or ended otherwise: “${printed}”`,
  lost_tests: ({ tests }) => `tests no longer run although their files did not change: ${formatNames(tests)}`,
  named_tests_fail: ({ tests }) => `a test that was to be made to pass still fails: ${formatNames(tests)}`,
  no_change: ({ only }) => NO_CHANGE[only],
  no_deliverable: ({ paths }) => `none of the announced files was written: ${formatNames(paths)}`,
  deliverables_missing: ({ paths }) => `announced files are missing: ${formatNames(paths)}`,
  task_list_changed: ({ lines }) => `the change edits the task list: ${formatNames(lines)}`,
  probe_failed: ({ line }) => `tried with other inputs, this does not hold: ${line}`,
  coverage_low: ({ coverage, needed }) => `coverage is ${Math.floor(coverage * 10) / 10} %, and ${needed} % is needed`,
  superseded: ({ items }) => `tests that passed before contradict the new behaviour: ${keys(items)}`,
  lost_demand: ({ items }) => `tests demand less than before: ${keys(items)}`,
  unreached: ({ items }) => `changed files that the tests do not load any more: ${keys(items)}`,
  newly_flaky: ({ tests }) => `tests that always passed fail now and then: ${formatNames(tests)}`,
  configuration: ({ items }) => `how the tests are run was changed: ${keys(items)}`,
  controls: ({ items }) => `files that steer agents or Orchestral were changed: ${keys(items)}`,
  tampering: ({ items }) => `code changes how assertions, the test runner or its report work: ${keys(items)}`,
  test_detection: ({ items, fewer }) =>
    `code ends the process or asks whether it is being tested${fewer ? ', and fewer tests ran than were found' : ''}: ${keys(items)}`,
  unproven: ({ files }) => `no test fails without this change: ${formatNames(files)}`,
  not_testable: ({ files, prose }) =>
    prose
      ? `only documents changed, although code was asked for: ${formatNames(files)}`
      : `nothing that tests could load: ${formatNames(files)}`,
  no_test_command: () => 'the project has no tests: nothing was proven',
  surface_modified: ({ files }) => `changed tests and what belongs to them: ${formatNames(files)}`,
  flaky: ({ tests }) => `tests fail now and then, as they did before: ${formatNames(tests)}`,
  failed_before: ({ tests }) => `tests failed before this change, too: ${formatNames(tests)}`,
  proves_nothing: ({ tests }) => `new tests pass without the change as well: ${formatNames(tests)}`,
  weak_red: ({ tests }) => `without the change these tests only fail to load: ${formatNames(tests)}`,
  not_probed: () => 'what the task promises was not tried with other inputs',
  not_measured: ({ what }) => `not measured: ${NOT_MEASURED[what] ?? what}`,
  restored_files: ({ files }) => `set-up or tests changed tracked files, which were restored: ${formatNames(files)}`,
};

const NOT_MEASURED: Readonly<Record<string, string>> = {
  loaded_files: 'whether the tests still load the files that were changed',
};

const NO_CHANGE = {
  nothing: 'the work changes nothing',
  modes: 'the work changes nothing but the modes of files',
  empty_files: 'the work adds nothing but empty files',
  ignored_files: 'the work changes nothing but ignored files',
} as const;

function ids(tests: readonly { readonly id: string }[]): string {
  return formatNames(tests.map(({ id }) => id));
}

function keys(items: readonly { readonly key: string }[]): string {
  return formatNames([...new Set(items.map(({ key }) => key))]);
}
