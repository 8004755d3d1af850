import type { DocumentName } from '../../schema/documents.ts';
import { formatDollars } from '../format.ts';
import { duration } from './glance.ts';

/** What stands in the documents of a run that people read: review.md, summary.md, log.md. */
export const runDocuments = {
  round: (iteration: number, most: number) => `round ${iteration} of ${most}`,
  none: 'None.',
  more: (count: number) => `and ${count} more`,
  duration,
  cost: (usd: number | null) => (usd === null ? 'not reported' : formatDollars(usd)),
  severity: { critical: 'Critical', major: 'Major', minor: 'Minor' },
  evidence: {
    noTests: 'There is no command that runs tests in this project.',
    command: (command: string, ending: string) => `Tests: ${command}, ${ending}`,
    exitCode: (code: number | null) => (code === null ? 'no exit code' : `exit code ${code}`),
    build: (command: string, ending: string) => `Build: ${command}, ${ending}`,
    counts: (counts: { total: number; passed: number; failed: number; skipped: number }) =>
      `${counts.total} tests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`,
    sources: {
      junit: "the runner's JUnit report",
      stream: "the runner's live report of each test",
      tap: "the runner's TAP output",
      json: "the runner's JSON report",
      'closing-lines': 'the last lines the runner printed',
      'exit-code': 'the exit code alone',
    } as Readonly<Record<string, string>>,
    source: (source: string) => `Numbers from ${source}`,
    coverage: (percent: number, of: 'change' | 'total') =>
      `Coverage: ${percent} % of ${of === 'change' ? 'the changed lines' : 'all lines'}`,
    notMeasured: 'Coverage: not measured, so it is not required',
    verifier: 'What the Verifier left open',
    caseKinds: { edge: 'an edge case', error: 'an error case', attack: 'an attack on the code' },
    missingCase: (kind: string) => `required, but no test was named for ${kind}`,
    attackSays: (finding: string) => `the Verifier says about its attacks (not measured): ${finding}`,
    tree: (tree: string) => `Measured on tree ${tree}, in a clean copy that no agent changed`,
    took: (duration: string) => `Took ${duration}`,
    failures: 'Failing tests',
    newlyRed: 'Passed before, fail now',
    gone: 'Existing tests that no longer run',
    changedTests: 'Existing tests that this work changed: look at each',
  },
  proof: {
    title: 'What was proven',
    lost: 'Tests check less than before: look at each first',
    toAllow: 'Findings that your approval allows',
    youWrote: 'You wrote:',
    allowed: 'Allowed',
    byPerson: 'by you, in this run',
    onlyNames: (count: number) => `${count} tests that check the same with other imports or names`,
    atStart: 'by you, at the start (--allow-superseded)',
    nothing: 'nothing',
    kinds: {
      superseded: 'an old test contradicts the new behaviour',
      lost_demand: 'no longer checked',
      unreached: 'changed and no longer loaded by tests',
      configuration: 'changes how tests are run',
      controls: 'steers agents or Orchestral',
      tampering: 'changes assertions, the test runner or its report',
      test_detection: 'exits the process or checks where it runs (tests, production)',
      newly_flaky: 'tests have become flaky',
      not_testable: 'only documents or tests changed, although code was asked for',
      task_list_changed: 'the task list was changed',
    } as Readonly<Record<string, string>>,
    added: (count: number, names: string) => `${count === 1 ? '1 new test' : `${count} new tests`}: ${names}`,
    changed: (count: number, names: string) =>
      `${count === 1 ? '1 test' : `${count} tests`} in changed files: ${names}`,
    proven: (count: number, names: string) =>
      `${count === 1 ? '1 test fails' : `${count} tests fail`} without this change and ${count === 1 ? 'passes' : 'pass'} with it: ${names}`,
    ran: 'Runs',
    hunks: 'Each changed part of the code undone on its own',
    hunksUnknown: 'Not checked yet. To check it: `orchestral prove`',
    noticed: (noticed: number, total: number, percent: number) =>
      `tests notice ${noticed} of ${total} parts (${percent} %)`,
    runs: {
      baseline: 'before the work',
      candidate: 'the work',
      old_tests: 'its old tests alone',
      new_tests: 'its new tests alone',
      regression: 'old tests against the new code',
      red: 'new tests without the new code',
      hollow: 'changed tests against empty code',
      turned: 'changed tests against broken code',
      flaky: 'once more',
      earlier_round: 'as an earlier round left it',
    } as Readonly<Record<string, string>>,
    run: (run: { kind: string; passed: number; failed: number; seconds: number; reused: boolean }) =>
      `${run.kind}: ${run.passed} passed, ${run.failed} failed (${run.reused ? 'reused' : `${run.seconds} s`})`,
  },
  review: {
    title: (run: string) => `Review of ${run}`,
    verdict: (verdict: string) => `Verdict: ${verdict}`,
    overruled: (said: string, verdict: string) =>
      `The Gatekeeper said ${said}. **Orchestral overruled it: ${verdict}**, because of what it found:`,
    notAsked: 'The Gatekeeper was not asked: there was nothing to judge.',
    said: (verdict: string) => `The Gatekeeper said ${verdict}`,
    nothingSaid: 'It gave no reason.',
    issues: 'Issues',
    found: 'What Orchestral found',
    foundNothing: 'Nothing against this work.',
    evidence: 'Evidence, measured by Orchestral',
    noEvidence: 'Nothing was measured: the work changes nothing.',
    changedTests: 'Changed tests of the base',
    dependencies: 'Added dependencies',
    triggers: 'Reasons to ask a person, by the Gatekeeper',
    next: 'What happens next',
    pass: (run: string) => `The review pack is being prepared. Then you decide: \`orchestral review ${run}\``,
    again: (iteration: number, most: number) =>
      `All of this goes back to the Builder: round ${iteration} of ${most} starts.`,
    failed: (most: number) => `That was the last of ${most} rounds: the run has failed.`,
    asks: 'It needs your answer: `orchestral answer`',
  },
  summary: {
    title: (run: string) => `Ready to merge: ${run}`,
    rehearsal: 'This is a rehearsal: the agents played a script. Files, git and tests are real.',
    facts: (iterations: number, finished: string) =>
      `${iterations === 1 ? '1 round' : `${iterations} rounds`}, finished ${finished}`,
    commit: (commit: string) => `Commit ${commit}`,
    branches: (branch: string, base: string) => `on branch ${branch}, to be merged into ${base}`,
    noGit:
      'There is no git here: approving copies the files of `code/` into the project, after showing what it overwrites.',
    decide: 'What you can do',
    review: 'look at it',
    approve: 'merge it',
    reject: 'send it back to the Builder, with what is wrong',
    why: 'what is wrong',
    intent: 'What was asked for',
    wholeBrief: (file: string) => `The whole brief: ${file}`,
    changes: 'Changes',
    files: (files: number, added: number, deleted: number) =>
      `${files === 1 ? '1 file' : `${files} files`}, +${added} −${deleted} lines`,
    binary: 'binary',
    renamed: (from: string) => `was ${from}`,
    kinds: { added: 'new', deleted: 'deleted', renamed: 'renamed', copied: 'copied' } as Readonly<
      Record<string, string>
    >,
    folded: 'Too many to list; by folder:',
    folder: (files: number) => (files === 1 ? '1 file' : `${files} files`),
    root: 'in the root',
    tests: 'Tests',
    dependencies: 'Added dependencies',
    decisions: 'Decisions',
    noDecisions: 'No questions were asked.',
    filledIn: 'What the Refiner filled in',
    builderReasons: 'What the Builder decided, and why',
    sentBack: 'What was sent back',
    sentBackIn: (round: number) => `Round ${round} was sent back:`,
    changedSince: (files: string) => `changed since: ${files}`,
    nothingChanged: 'nothing has changed since',
    builderSays: 'The Builder says:',
    notReady: (round: number, reason: string) => `Not to be merged: round ${round} was sent back: ${reason}`,
    asked: (who: string) => `asked by ${who}`,
    precedent: 'answered by a decision of an earlier run',
    because: (rationale: string) => `Why: ${rationale}`,
    notes: (notes: string) => `Notes: ${notes}`,
    passed: 'Why it passed',
    remaining: 'What the Gatekeeper would still improve',
    spent: 'Time and cost',
    columns: ['Agent', 'Calls', 'Time', 'Tokens in', 'Tokens out', 'Cost'],
    all: 'All',
  },
  log: {
    title: (role: string) => `Log of the ${role}`,
    model: (backend: string, model: string | null) => (model === null ? backend : `${backend}, ${model}`),
    tokens: (input: string, output: string) => `${input} tokens in, ${output} out`,
    tries: (tries: number) => `${tries} tries until the answer was usable`,
    noLog: 'It left no log. The last thing it said:',
    silent: 'It said nothing.',
  },
};

/** Sentences that a run itself writes into its documents. */
export const run = {
  /** Where nobody said why a call ended. */
  endedBy: {
    timeout: (time: string) => `ended after ${time}`,
    idle: (time: string) => `silent for too long, ended after ${time}`,
    budget: () => 'it reached what one call may cost',
    max_turns: () => 'it reached the turns one call may take',
  },
  wroteOutside: (paths: string) =>
    `your checkout changed while the agent was working: ${paths} (if that was you, resume)`,
  refinementLimit: (most: number) =>
    `the Refiner still has questions after ${most} answers; say more in briefing/raw.md or raise max_refinement_iterations, then resume`,
  strayed: (files: string) => `it changed files that are not tests: ${files}`,
  askedAgain: (question: string) => `it asks again what was answered already: ${question}`,
  question: (findings: readonly string[]) =>
    findings.length === 0
      ? 'The Gatekeeper wants you to decide. Should this work go to approval?'
      : `Should this work go to approval? ${findings.join(' ')}`,
  context: (findings: readonly string[], reason: string) =>
    [...findings.map((finding) => `- ${finding}`), ...(reason.trim() === '' ? [] : [`The Gatekeeper: ${reason}`])].join(
      '\n',
    ),
  accept: {
    label: 'Accept it',
    description: 'The work then waits for your approval.',
    risk: 'The findings stay in the work.',
  },
  sendBack: {
    label: 'Send it back',
    description: 'The Builder redoes it without this, and gets your notes.',
    risk: 'Costs another round.',
  },
};

export interface Names {
  readonly names: readonly string[];
  readonly more: number;
}

/** What Orchestral itself found in a round's work; one sentence each, for people and agents alike. */
export const findings = {
  tests_red: ({ failed, names, more }: { readonly failed: number } & Names) => {
    if (failed === 0) return `the test run was aborted${names.length === 0 ? '' : `: ${some({ names, more })}`}`;
    const fail = failed === 1 ? '1 test fails' : `${failed} tests fail`;
    if (names.length === 0) return fail;
    return `${fail}${names.length + more < failed ? ', among them' : ''}: ${some({ names, more })}`;
  },
  tests_did_not_run: ({ ending }: { readonly ending: string }) => `the tests did not run (${ending})`,
  build_red: ({ command, exit_code }: { readonly command: string; readonly exit_code: number | null }) =>
    `the build fails: ${command} (${exit_code === null ? 'ended by a signal' : `exit ${exit_code}`})`,
  no_tests: () => 'no tests run in this project, so nothing shows that the work is right',
  test_command_changed: ({ before, now }: { readonly before: string; readonly now: string }) =>
    `the work changes the test command: ${before} before, ${now} now`,
  tests_gone: (names: Names) => `existing tests no longer run: ${some(names)}`,
  tests_skipped: (names: Names) => `existing tests are now skipped: ${some(names)}`,
  fewer_tests: ({ before, now }: { readonly before: number; readonly now: number }) =>
    `fewer tests run than on the base: ${before} before, ${now} now`,
  coverage_low: ({ coverage, needed }: { readonly coverage: number; readonly needed: number }) =>
    `coverage is ${Math.floor(coverage * 10) / 10} %; ${needed} % is required`,
  hunks_unproven: ({
    percent,
    wanted,
    places,
  }: {
    readonly percent: number;
    readonly wanted: number;
    readonly places: readonly string[];
  }) =>
    `tests notice ${percent} % of the changed parts, and min_proven wants ${wanted} %; without these all assertions still hold: ${places.join(', ')}`,
  tests_unwritten: () => 'there is new code but no new test, and coverage is not measured',
  empty_diff: () => 'the work changes nothing',
  rejected_before: () => 'it is exactly what you rejected: nothing has changed since',
  critical_issues: ({ count }: { readonly count: number }) =>
    `the Gatekeeper itself names ${count === 1 ? 'a critical issue' : `${count} critical issues`}`,
  attacks_succeeded: ({ attacks }: { readonly attacks: readonly string[] }) =>
    `the Verifier says that ${attacks.length === 1 ? 'an attack' : `${attacks.length} attacks`} got through: ${attacks.join('; ')}`,
  file_too_long: ({ file, lines, limit }: { readonly file: string; readonly lines: number; readonly limit: number }) =>
    `${file} has ${lines} lines; the limit is ${limit}`,
  types_missing: ({ file, line }: { readonly file: string; readonly line: number | null }) =>
    `${line === null ? file : `${file}:${line}`} lacks types`,
  library_avoided: ({ file, library }: { readonly file: string; readonly library: string }) =>
    `${file} uses ${library}, which should be avoided`,
  trigger: ({ name, detail }: { readonly name: string; readonly detail: string }) =>
    `a person must decide on ${name}${detail === '' ? '' : `: ${detail}`}`,
  agent_failed_it: () => 'the Gatekeeper said FAIL',
  human_rejected: ({ decision }: { readonly decision: string }) => `a person sent it back: ${decision}`,
};

function some({ names, more }: Names): string {
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`;
}

/** What each document is, in a few words. */
export const documents: Record<DocumentName, string> = {
  session: 'a session: its project and status',
  'session-state': 'the state of a session: request, tasks, subtasks',
  explored: 'what Code Explore found in the project',
  'task-breakdown': "the planner's tasks and subtasks",
  'design-brief': 'scope and files of a task',
  'design-contract': "a task's design: interfaces, boundaries, invariants",
  'test-contract': 'the test cases of a subtask',
  'test-result': 'how the tests of a subtask went',
  knowledge: 'patterns, decisions and pitfalls of the project',
  'auto-state': 'the task graph of TASKS.md and its progress',
  'run-state': 'the state of a run',
  crp: 'a question only a person may answer',
  vcr: "a person's answer",
  clarifications: 'how the refiner read the briefing',
  results: "the verifier's test results, as measured",
  verdict: "the gatekeeper's judgement",
  evidence: 'the measured proof of a merge-readiness pack',
  proof: 'what was proven of the work in a pack, and what was not',
  'config-global': 'settings of all runs',
  'config-refiner': 'settings of the refiner',
  'config-builder': 'settings of the builder',
  'config-verifier': 'settings of the verifier',
  'config-gatekeeper': 'settings of the gatekeeper',
  'config-agents': 'which backend and model each role uses',
  'config-project': 'set-up, build and test commands of the project',
  'config-user': 'your own settings, for all projects',
  rehearsal: 'a script for the rehearsal agent',
};
