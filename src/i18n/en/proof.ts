import type { ProofFinding } from '../../schema/proof-finding.ts';
import { firstLine, formatNames } from '../format.ts';

type Findings = { [F in ProofFinding as F['code']]: F };

/** What the proof of a change found; one sentence each, for people and agents alike. */
export const proofFindings: { readonly [C in keyof Findings]: (finding: Findings[C]) => string } = {
  new_failures: ({ tests }) =>
    `${tests.length === 1 ? 'a test fails' : `${tests.length} tests fail`} that did not before: ${ids(tests)}`,
  tests_did_not_run: ({ ending }) => `the tests did not run to their end (${ending})`,
  build_failed: ({ command, ending }) => `the build fails: ${command} (${ending})`,
  setup_failed: ({ command, ending, tail }) =>
    `the project cannot be set up with this change: ${command} (${ending})${firstLine(tail)}`,
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
  superseded: ({ items }) =>
    items.length > 1 && items.every(({ only_names }) => only_names === true)
      ? `${items.length} tests that passed before need other imports or names, and demand the same then: ${filesOf(items)}`
      : `tests that passed before contradict the new behaviour: ${keys(items)}`,
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
  condition_cannot_run: ({ command, program }) =>
    `${program} is not installed here, so this cannot be run: ${command}. Install it and allow this, and it is run again`,
  not_measured: ({ what }) => `not measured: ${NOT_MEASURED[what] ?? what}`,
  restored_files: ({ files }) => `set-up or tests changed tracked files, which were restored: ${formatNames(files)}`,
};

const NOT_MEASURED: Readonly<Record<string, string>> = {
  loaded_files: 'whether the tests still load the files that were changed',
};

/** What `answer`, `prove` and `verify` print. */
export const proofScreens = {
  questions: {
    head: (id: string, title: string) => `${id}${title === '' ? '' : ` ${title}`} · waits for your decision`,
    was: 'before',
    now: 'now',
    nothing: '(nothing)',
    says: (quote: string) => `it was asked for in these words: “${quote}”`,
    allowWhich: 'allow which? (all, or numbers such as 1,3; none: send it back; empty: decide later)',
    all: ['all', 'a'],
    none: ['none', 'n'],
    refuseOthers: 'refuse the others? (no: they stay open)',
    allowed: (id: string) => `recorded: ${id} is allowed`,
    refused: (id: string) => `recorded: ${id} is refused and will be done again`,
    partly: (id: string, open: number) =>
      `recorded; ${open === 1 ? '1 finding' : `${open} findings`} about ${id} still wait`,
    resume: { auto: 'go on with: orchestral auto --resume', session: 'go on with: orchestral session resume' },
  },
  /** Which run of the tests is on. */
  checks: {
    baseline: 'testing: as it was before the work',
    candidate: 'testing: with the work',
    old_tests: 'testing: old tests with the work',
    new_tests: 'testing: new tests with the work',
    regression: 'testing: old tests against the new code',
    red: 'testing: new tests against the old code',
    flaky: 'testing once more what failed',
    hunk: 'testing without one part of the work',
    condition: 'running what the task says must succeed',
  },
  prove: {
    begins: 'running the tests before and after the change; then each part of it is taken back on its own',
    title: (name: string, noticed: number, total: number, percent: number | null) =>
      percent === null
        ? `${name}: no part of the change was checked`
        : `${name}: tests notice ${noticed} of ${total} changed parts (${percent} %)`,
    lines: (count: number) => (count === 1 ? '1 line' : `${count} lines`),
    outcomes: {
      noticed: 'noticed: the tests fail without it',
      load: 'only breaks loading: without it the tests cannot even run, so no assertion speaks of it',
      unnoticed: 'unnoticed: all tests pass without it',
    },
    noticedBy: (test: string) => `noticed by ${test}`,
    nothing: 'there is no code in it that tests could notice',
    leftOut: (path: string, why: string) => `${path}: left out (${LEFT_OUT[why] ?? why})`,
    stopped: {
      runs: (count: number) => `the limit of 40 runs is reached; not checked: ${count}`,
      time: (count: number) => `the time is up; not checked: ${count}`,
    },
    notTried: 'not checked',
    tooLittle: (percent: number, wanted: number) => `${percent} % are noticed, and min_proven wants ${wanted} %`,
  },
  verify: {
    begins: 'reading what the commit says, and running the tests again',
    answers: {
      same: 'same: the tests say what the commit says',
      differs: 'differs',
      cannot_be_repeated: 'cannot be repeated',
    },
    why: {
      not_merged: () => 'it was not merged yet, so there is no commit that says how it was proved',
      no_trailers: () => 'the commit does not say how it was proved',
      other_tree: (tree: string) =>
        `the commit has other files than those that were proved (tree ${tree.slice(0, 12)}): it was squashed, amended or rebased`,
      rebased: (commit: string) =>
        `what it was compared with (${commit.slice(0, 12)}) is not before it any more: it was rebased`,
      baseline_gone: (commit: string) =>
        `what it was compared with (${commit.slice(0, 12)}) is not in this repository: it was rebased, or this is a shallow clone`,
      tool_missing: (tool: string) => `a program that it needs cannot be used here: ${tool}`,
    },
    what: {
      command: 'test command',
      proven: 'tests that fail without the change',
      baseline: 'tests before the change',
      candidate: 'tests with the change',
      old_tests: 'old tests with the change',
      new_tests: 'new tests with the change',
      regression: 'old tests against the new code',
      red: 'new tests against the old code',
    } as Readonly<Record<string, string>>,
    differs: (what: string, recorded: string, now: string) => `${what}: ${recorded} → ${now}`,
    otherTool: (tool: string, recorded: string, now: string) => `${tool} is ${now} here; it was ${recorded}`,
    allowed: (count: number) =>
      count === 1 ? '1 finding was allowed when it was merged' : `${count} findings were allowed when it was merged`,
  },
};

const LEFT_OUT: Readonly<Record<string, string>> = {
  lock: 'a lock file',
  generated: 'made by a program',
  prose: 'a document',
  no_meaning: 'comments or layout',
  removed: 'removed',
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

function filesOf(items: readonly { readonly file: string }[]): string {
  return formatNames([...new Set(items.map(({ file }) => file))]);
}

function keys(items: readonly { readonly key: string }[]): string {
  return formatNames([...new Set(items.map(({ key }) => key))]);
}
