import type { ProofFinding } from '../../schema/proof-finding.ts';
import { firstLine, formatNames } from '../format.ts';

type Findings = { [F in ProofFinding as F['code']]: F };

/** What the proof of a change found; one sentence each, for people and agents alike. */
export const proofFindings: { readonly [C in keyof Findings]: (finding: Findings[C]) => string } = {
  new_failures: ({ tests }) =>
    `${tests.length === 1 ? 'a test fails' : `${tests.length} tests fail`} with this change: ${ids(tests)}`,
  tests_did_not_run: ({ ending }) => `the tests did not run to their end (${ending})`,
  build_failed: ({ command, ending }) => `the build fails: ${command} (${ending})`,
  setup_failed: ({ command, ending, tail }) =>
    `set-up fails with this change: ${command} (${ending})${firstLine(tail)}`,
  needs_changed_files: ({ files }) =>
    `the tests pass only because set-up rewrites tracked files: ${formatNames(files)}. Commit the rewritten files`,
  report_disagrees: ({ report, printed }) =>
    `the test report says “${report}”, but the runner's output says otherwise: “${printed}”`,
  lost_tests: ({ tests }) => `tests no longer run although their files did not change: ${formatNames(tests)}`,
  named_tests_fail: ({ tests }) => `a test that should pass now still fails: ${formatNames(tests)}`,
  no_change: ({ only }) => NO_CHANGE[only],
  no_deliverable: ({ paths }) => `none of the promised files was written: ${formatNames(paths)}`,
  deliverables_missing: ({ paths }) => `promised files are missing: ${formatNames(paths)}`,
  task_list_changed: ({ lines }) => `the change edits the task list: ${formatNames(lines)}`,
  probe_failed: ({ line }) => `fails with other inputs: ${line}`,
  coverage_low: ({ coverage, needed }) => `coverage is ${Math.floor(coverage * 10) / 10} %; ${needed} % is required`,
  superseded: ({ items }) =>
    items.length > 1 && items.every(({ only_names }) => only_names === true)
      ? `${items.length} tests that passed before need other imports or names, but check the same: ${filesOf(items)}`
      : `tests that passed before contradict the new behaviour: ${keys(items)}`,
  lost_demand: ({ items }) =>
    items.every(({ idle }) => idle === true)
      ? `tests no longer check the code they are about (they pass without it, or do not run): ${keys(items)}`
      : `tests check less than before: ${keys(items)}`,
  unreached: ({ items }) => `changed files that the tests no longer load: ${keys(items)}`,
  newly_flaky: ({ tests }) => `tests that always passed are flaky now: ${formatNames(tests)}`,
  configuration: ({ items }) => `the way tests are run was changed: ${keys(items)}`,
  controls: ({ items }) => `files that steer agents or Orchestral were changed: ${keys(items)}`,
  tampering: ({ items }) =>
    `code changes how assertions, the test runner or its report work, or hides what it does: ${keys(items)}`,
  test_detection: ({ items, fewer }) =>
    `code exits the process or checks where it runs (tests, production)${fewer ? ', and fewer tests ran than were found' : ''}: ${keys(items)}`,
  unproven: ({ files }) => `no test fails without this change: ${formatNames(files)}`,
  not_testable: ({ files, prose }) =>
    prose
      ? `only documents or tests changed, although code was asked for: ${formatNames(files)}`
      : `changes nothing that tests can load: ${formatNames(files)}`,
  no_test_command: () => 'the project has no tests: nothing was proven',
  surface_modified: ({ files }) => `changed tests and test files: ${formatNames(files)}`,
  flaky: ({ tests }) => `tests are flaky, as they were before: ${formatNames(tests)}`,
  failed_before: ({ tests }) => `tests already failed before this change: ${formatNames(tests)}`,
  proves_nothing: ({ tests }) => `new tests also pass without the change: ${formatNames(tests)}`,
  weak_red: ({ tests }) => `without the change these tests only fail to load: ${formatNames(tests)}`,
  not_probed: () => 'the task was not checked with other inputs',
  condition_cannot_run: ({ command, program }) =>
    `${program} is not installed, so this cannot run: ${command}. Install it and allow this to run it again`,
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
    says: (quote: string) => `the request says: “${quote}”`,
    allowWhich: 'Which do you allow? (all, or numbers such as 1,3; none: send it back; empty: decide later)',
    all: ['all', 'a'],
    none: ['none', 'n'],
    refuseOthers: 'Refuse the others? (no: they stay open)',
    allowed: (id: string) => `saved: ${id} is allowed`,
    refused: (id: string) => `saved: ${id} is refused and will be redone`,
    partly: (id: string, open: number) =>
      `saved; ${open === 1 ? '1 finding is' : `${open} findings are`} still open for ${id}`,
    resume: { auto: 'continue with: orchestral auto --resume', session: 'continue with: orchestral session resume' },
  },
  /** Which run of the tests is on. */
  checks: {
    baseline: 'testing: as it was before the work',
    candidate: 'testing: with the work',
    old_tests: 'testing: old tests with the work',
    new_tests: 'testing: new tests with the work',
    regression: 'testing: old tests against the new code',
    red: 'testing: new tests against the old code',
    hollow: 'testing: changed tests against empty code',
    turned: 'testing: changed tests against broken code',
    flaky: 'testing once more what failed',
    hunk: 'testing without one part of the work',
    condition: 'running the acceptance commands of the task',
  },
  prove: {
    begins: 'running the tests before and after the change, then without each part of it',
    title: (name: string, noticed: number, total: number, percent: number | null) =>
      percent === null
        ? `${name}: no part of the change was checked`
        : `${name}: tests notice ${noticed} of ${total} changed parts (${percent} %)`,
    lines: (count: number) => (count === 1 ? '1 line' : `${count} lines`),
    outcomes: {
      noticed: 'noticed: the tests fail without it',
      load: 'only breaks loading: without it the tests cannot run at all, so no assertion covers it',
      unnoticed: 'unnoticed: all tests pass without it',
    },
    noticedBy: (test: string) => `noticed by ${test}`,
    nothing: 'it has no code that tests could notice',
    leftOut: (path: string, why: string) => `${path}: left out (${LEFT_OUT[why] ?? why})`,
    stopped: {
      runs: (count: number) => `the limit of 40 runs is reached; not checked: ${count}`,
      time: (count: number) => `the time is up; not checked: ${count}`,
    },
    notTried: 'not checked',
    tooLittle: (percent: number, wanted: number) => `${percent} % are noticed; min_proven requires ${wanted} %`,
  },
  verify: {
    begins: 'reading what the commit records, and running the tests again',
    answers: {
      same: 'same: the tests give the recorded result',
      differs: 'differs',
      cannot_be_repeated: 'cannot be repeated',
    },
    why: {
      not_merged: () => 'it is not merged yet, so no commit records its proof',
      no_trailers: () => 'the commit does not record a proof',
      other_tree: (tree: string) =>
        `the files of the commit are not the ones that were proved (tree ${tree.slice(0, 12)}): it was squashed, amended or rebased`,
      rebased: (commit: string) =>
        `what it was compared with (${commit.slice(0, 12)}) is no longer an ancestor: it was rebased`,
      baseline_gone: (commit: string) =>
        `what it was compared with (${commit.slice(0, 12)}) is not in this repository: it was rebased, or this is a shallow clone`,
      tool_missing: (tool: string) => `a program it needs is missing here: ${tool}`,
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
  generated: 'generated',
  prose: 'a document',
  no_meaning: 'comments or formatting',
  removed: 'removed',
};

const NO_CHANGE = {
  nothing: 'the work changes nothing',
  modes: 'the work only changes file modes',
  empty_files: 'the work only adds empty files',
  ignored_files: 'the work only changes ignored files',
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
