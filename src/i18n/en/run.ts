import type { RunWanted } from '../../base/failure.ts';
import { formatSize } from '../format.ts';
import type { RunFailures } from '../sentence.ts';
import { leftAlone } from './failures.ts';
import { states } from './states.ts';

export const runFailures: RunFailures = {
  'work.cancelled': () => ({ message: 'stopped', hint: 'continue with: orchestral resume' }),
  'briefing.empty': () => ({
    message: 'the briefing is empty',
    hint: 'say what you want: orchestral start "Add a --json flag to the list command"',
  }),
  'briefing.too_large': ({ size, limit }) => ({
    message: `the briefing is ${formatSize(size)}; the limit is ${formatSize(limit)}`,
    hint: 'put the details into files of the project and name them in the briefing',
  }),
  'run.unknown': ({ run, suggestion }) => ({
    message: `there is no run ${run} here`,
    hint: suggestion === null ? 'list them: orchestral runs' : `did you mean '${suggestion}'?`,
  }),
  'run.none': ({ wanted }) => ({
    message: wanted === 'any' ? 'there are no runs here' : `no run here ${WAITS[wanted]}`,
    hint: wanted === 'any' ? 'start one: orchestral start "what you want"' : 'see all runs: orchestral runs',
  }),
  'run.not_now': ({ run, phase, wanted }) => ({
    message: `${run} ${wanted === 'any' ? 'cannot do this now' : DOES_NOT[wanted]} (now: ${states.run[phase] ?? phase})`,
    hint: 'see all runs: orchestral runs',
  }),
  'run.no_rounds_left': ({ run, iterations }) => ({
    message: `${run} has used all of its ${iterations} rounds`,
    hint: `raise max_iterations in .orchestral/runs/${run}/state.json, then orchestral resume ${run}`,
  }),
  'run.failed': ({ run, step, reason }) => ({
    message: `${run} failed at ${step}: ${reason}`,
    hint: `see what happened: orchestral logs ${run}; then try again: orchestral resume ${run}`,
  }),
  'run.agent_unusable': ({ run, step, reason }) => ({
    message: `${run} stopped at ${step}: the agent cannot be used: ${reason}`,
    hint: `check the sign-in: orchestral doctor; then continue: orchestral resume ${run}`,
  }),
  'run.not_accepted': ({ run, iterations }) => ({
    message: `${run} failed: its work was not accepted in ${iterations === 1 ? 'its only round' : `any of ${iterations} rounds`}`,
    hint: `read why in .orchestral/runs/${run}/gatekeeper/review.md; for more rounds raise max_iterations in .orchestral/runs/${run}/state.json, then orchestral resume ${run}`,
  }),
  'run.stopped': ({ run }) => ({ message: `${run} was stopped`, hint: `continue with: orchestral resume ${run}` }),
  'run.pack_changed': ({ run, seen, now }) => ({
    message: `${run} is now at commit ${now.slice(0, 12)}, not ${seen.slice(0, 12)}: nothing was merged`,
    hint: `look again: orchestral review ${run}`,
  }),
  'run.conflict': ({ run, base, paths }) => ({
    message: `${base} has new commits that conflict with ${run} in ${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ' …' : ''}: nothing was merged`,
    hint: `let an agent resolve it, then test and review again: orchestral rebase ${run}; or merge orchestral/${run} by hand`,
  }),
  'run.red_when_merged': ({ run, base, names }) => ({
    message: `${base} has new commits, and tests fail when ${run} is merged with them${names.length > 0 ? ` (${names.slice(0, 3).join(', ')})` : ''}: nothing was merged`,
    hint: `update it to the latest ${base} and test again: orchestral rebase ${run}; or send it back: orchestral reject ${run} --reason "…"`,
  }),
  'run.wants_allowing': ({ run, items }) => ({
    message: `${run} needs you to allow ${items.length === 1 ? 'this' : `these ${items.length} findings`}: ${items.join(', ')}`,
    hint: `look at it: orchestral review ${run}; then allow it: orchestral approve ${run} --allow all`,
  }),
  'run.wants_approval': ({ run, commit }) => ({
    message: `${run} waits for your approval of commit ${commit.slice(0, 12)}`,
    hint: `orchestral approve ${run} --commit ${commit}`,
  }),
  'run.base_gone': ({ run, base }) => ({
    message: `the branch ${base} that ${run} should be merged into no longer exists: nothing was merged`,
    hint: `recreate it, then: orchestral approve ${run}; or merge orchestral/${run} by hand`,
  }),
  'run.base_moving': ({ run, base }) => ({
    message: `${base} kept getting new commits while ${run} was being merged: nothing was merged`,
    hint: `try again: orchestral approve ${run}`,
  }),
  'run.undelivered': ({ run, base, why, detail }) => ({
    message: `${run} is merged, but your checkout of ${base} was not updated: ${leftAlone(why, detail === '' ? '' : ` (${detail})`)}`,
    hint:
      why === 'refused'
        ? `commit or move those files, then: orchestral apply ${run}`
        : `update it: orchestral apply ${run}`,
  }),
  'rebase.base_gone': ({ id, base }) => ({
    message: `the branch ${base} that ${id} started from no longer exists`,
    hint: 'recreate it, then run the command again',
  }),
  'rebase.not_moved': ({ id, base }) => ({
    message: `${id} is up to date with ${base}`,
    hint: 'see what is next: orchestral status',
  }),
  'rebase.no_branch': ({ id }) => ({
    message: `${id} works on a folder without git: there is no branch to update from`,
    hint: 'start a new run: orchestral start "what you want"',
  }),
  'run.copy_gone': ({ run }) => ({
    message: `the copy of this folder that ${run} used was cleaned up`,
    hint: `what it made is in .orchestral/runs/${run}/mrp`,
  }),
  'run.wants_reason': ({ run }) => ({
    message: 'a rejection needs a reason: the next round is based on it',
    hint: `orchestral reject ${run} --reason "…"`,
  }),
  'run.inside_agent': () => ({
    message: 'orchestral was started by an agent, which may not start work',
    hint: 'you can still look: orchestral status',
  }),
  'crp.unknown': ({ crp }) => ({ message: `there is no open question ${crp}`, hint: 'list them: orchestral answer' }),
  'crp.ambiguous': ({ crp, runs }) => ({
    message: `${crp} is open in ${runs.length} runs: ${runs.join(', ')}`,
    hint: `choose one: orchestral answer ${crp} --run ${runs[0] ?? 'RUN'}`,
  }),
  'crp.answered': ({ crp, decision, at }) => ({
    message: `${crp} was already answered: ${decision}, at ${at}`,
    hint: 'see the open questions: orchestral answer',
  }),
  'crp.not_an_option': ({ crp, decision, options }) => ({
    message: `${crp} has no option ${decision}; choose one of: ${options.join(', ')}`,
    hint: 'or answer in your own words: --decision other --notes "…"',
  }),
  'crp.needs_rationale': ({ crp, decision }) => ({
    message: 'an answer needs a reason, which is kept with it',
    hint: `orchestral answer ${crp} --decision ${decision} --rationale "…"`,
  }),
  'crp.which': ({ crps }) => ({
    message: `${crps.length} questions are open: ${crps.join(', ')}`,
    hint: `choose one: orchestral answer ${crps[0] ?? 'CRP'} --decision … --rationale "…"; or all at once: ${crps.map((crp) => `--decision ${crp}=…`).join(' ')}`,
  }),
  'crp.wants_answer': ({ crps }) => ({
    message:
      crps.length === 1
        ? `${crps[0] ?? ''} waits for your answer`
        : `${crps.length} questions wait for your answers: ${crps.join(', ')}`,
    hint:
      crps.length === 1
        ? `orchestral answer ${crps[0] ?? ''} --decision A --rationale "…"`
        : `orchestral answer ${crps.map((crp) => `--decision ${crp}=A`).join(' ')} --rationale "…"`,
  }),
};

/** What a question is about. */
const KINDS: Readonly<Record<string, string>> = {
  clarification: 'clarification',
  architecture: 'architecture',
  security_concern: 'security',
  breaking_change: 'breaking change',
  external_dependency_addition: 'new dependency',
  other: 'other',
};

const WAITS: Record<Exclude<RunWanted, 'any'>, string> = {
  answer: 'waits for an answer',
  review: 'has a pack to review',
  approve: 'waits for approval',
  reject: 'waits for approval',
  apply: 'has merged work that is not in your checkout yet',
  resume: 'can be resumed',
  rerun: 'is paused or finished',
  rebase: 'can be updated to its base',
  sync: 'has a pull request',
  stop: 'is running',
  clean: 'has ended',
};

const DOES_NOT: Record<Exclude<RunWanted, 'any'>, string> = {
  answer: 'waits for no answer',
  review: 'has no pack to review',
  approve: 'does not wait for approval',
  reject: 'does not wait for approval',
  apply: 'has nothing to apply',
  resume: 'has ended and cannot be resumed',
  rerun: 'has no step that can be redone now',
  rebase: 'is already merged',
  sync: 'is still running or already merged',
  stop: 'is not running',
  clean: 'has not ended, so it is kept',
};

/** What the commands that conduct, show, follow and decide on runs print. */
export const runScreens = {
  runScreen: {
    begins: (run: string, base: string | null) => (base === null ? run : `${run} on ${base}`),
    round: (iteration: number, most: number) => `round ${iteration} of ${most}`,
    sentBack: (iteration: number, most: number) => `back to the Builder: round ${iteration} of ${most}`,
    tokens: (count: string) => `${count} tokens`,
    baseGreen: (total: number) => (total === 1 ? '1 test passes' : `${total} tests pass`),
    baseRed: (total: number, failed: number) => `${failed} of ${total} tests fail already`,
    noTests: 'no tests to run',
    tests: (passed: number, failed: number) => `tests ${passed} passed, ${failed} failed`,
    coverage: (percent: number) => `coverage ${percent} %`,
    coverageUnknown: 'coverage not measured',
    testFiles: (count: number) => (count === 1 ? '1 test file' : `${count} test files`),
    nothingBuilt: 'nothing was changed',
    leftRejected: 'the work is exactly what you rejected, so it is not shown again',
    overruled: (said: string) => `the Gatekeeper said ${said}, but the evidence says otherwise`,
    packed: 'ready for your review',
    merged: (commit: string | null) => (commit === null ? 'copied into the folder' : `merged as ${commit}`),
    leftAlone: 'your checkout was not changed',
    asks: (question: string, crp: string) => `${question} (${crp})`,
    precedent: (decision: string) => `answered as in an earlier run: ${decision}`,
    failed: (kind: string, message: string) => (message === '' ? kind : `${kind}: ${message}`),
    again: (nth: number, most: number) => `retrying (${nth} of ${most})`,
    answered: (crp: string, decision: string) => `${crp} is answered: ${decision}`,
    approved: 'approved',
    toAllow: 'some findings need your approval: see orchestral review',
    testsIncomplete: 'required tests are missing; the Verifier continues',
    strayed: 'it changed files it may not change, so its work was discarded',
    rejected: (reason: string) => `sent back: ${reason}`,
    rebased: (commit: string, conflicts: number) =>
      conflicts === 0
        ? `updated to the latest base (${commit})`
        : `updated to the latest base (${commit}); ${conflicts === 1 ? '1 conflict was' : `${conflicts} conflicts were`} resolved by an agent`,
    conflictLeft: 'the agent did not resolve the conflict',
    rebaseRequested: 'update to the latest base requested',
    rounds: (most: number) => `${most} rounds are allowed now`,
    applying: 'applying it to your checkout',
    overtime: (role: string, minutes: string) => `${role} takes longer than ${minutes}`,
    ready: (run: string) => `${run} is ready to merge`,
    files: (count: number) => (count === 1 ? '1 file' : `${count} files`),
    roundsTaken: (count: number) => (count === 1 ? '1 round' : `${count} rounds`),
    done: (run: string) => `${run} is done`,
    mergedInto: (base: string, commit: string) => `merged into ${base} as ${commit}`,
    copiedBack: 'its files are in the folder',
    /** The command stands alone: to be copied as it is. */
    interrupted: (run: string): readonly string[] => [
      'interrupted; everything is saved. Continue with:',
      `  orchestral resume ${run}`,
    ],
    goOn: (run: string) => `the run is saved; continue with: orchestral resume ${run}`,
    answeredElsewhere: (crp: string, decision: string) => `${crp} was answered meanwhile: ${decision}`,
    settledElsewhere: (crp: string) => `${crp} no longer needs an answer`,
    tmux: (session: string) => `watch it in tmux: tmux attach -t ${session}`,
  },
  runs: {
    titles: ['run', 'state', 'round', 'changed', 'next'],
    none: 'there are no runs here',
    begin: 'start one: orchestral start "what you want"',
    age: {
      now: 'now',
      minutes: (n: number) => `${n} min`,
      hours: (n: number) => `${n} h`,
      days: (n: number) => `${n} d`,
    },
    conducted: 'running',
    undelivered: (run: string) => `merged; to update your checkout: orchestral apply ${run}`,
    total: (runs: number, spent: string) => `${runs === 1 ? '1 run' : `${runs} runs`}: ${spent}`,
    left: (run: string) => `interrupted: orchestral resume ${run}`,
    unreadable: (run: string) =>
      `${run}: its state.json cannot be read (see orchestral validate); to rebuild it: orchestral resume ${run}`,
  },
  stop: {
    stopped: (run: string) => `${run} is stopped; continue with: orchestral resume ${run}`,
    waiting: (run: string, pid: number) => `${run} is stopping; waiting for process ${pid} to finish …`,
    slow: (run: string, pid: number) =>
      `${run} is stopping; process ${pid} has not exited yet and will stop as soon as it can`,
  },
  logs: {
    step: (step: string, time: string) => `${step} · ${time}`,
    nothing: (run: string) => `no agent of ${run} has been called yet`,
    nothingOf: (run: string, agent: string) => `the ${agent} of ${run} has not been called yet`,
    cut: '… lines are missing here …',
    ended: (run: string, phase: string) => `${run} is ${phase}`,
  },
  answer: {
    nothing: 'there are no open questions',
    head: (crp: string, run: string) => `${crp} of ${run}`,
    asked: (by: string, type: string) => `${by} asks (${KINDS[type] ?? type})`,
    risk: (risk: string) => `risk: ${risk}`,
    other: { label: 'something else', detail: 'in your own words' },
    how: 'answer it with:',
    inYourWords: 'Your answer:',
    why: 'Why? (kept with your decision)',
    asRecommended: 'as recommended',
    future: 'Use this answer for the same question in later runs?',
    recommended: 'taken as recommended (--yes)',
    unconfirmed: (file: string) =>
      `${file} answers it, but was not written by 'orchestral answer', so it needs your confirmation:`,
    confirm: 'Use this answer?',
    confirmHow: 'confirm it in a terminal, or answer it yourself: orchestral answer',
    bad: (file: string) => `${file} would answer it, but is not valid:`,
    decided: (decision: string) => `decision: ${decision}`,
    because: (rationale: string) => `why: ${rationale}`,
    notes: (notes: string) => `notes: ${notes}`,
    alsoLater: 'it would also answer the same question in later runs',
    recorded: (crp: string, decision: string) => `recorded: ${crp} is ${decision}`,
    goesOn: (run: string, pid: number) => `${run} continues in process ${pid}`,
    resume: (run: string) => `continue with: orchestral resume ${run}`,
    cancelled: 'nothing was recorded',
    unreadable: (run: string) => `${run} cannot be read:`,
  },
  pack: {
    commit: (commit: string) => `commit ${commit}`,
    into: (branch: string, base: string) => `on ${branch}, to be merged into ${base}`,
    intoFolder: (folder: string) => `to be copied into ${folder}`,
    merged: 'already merged',
    waitsForApply: (base: string) => `merged, but not in your checkout of ${base} yet`,
    code: 'the changed files',
    tests: 'the tests that were written',
    evidence: 'the numbers',
    diff: 'the change itself',
    approve: 'merge this commit',
    reject: 'send it back',
    apply: 'apply it to your checkout',
    why: 'what is wrong',
    refused: 'it was approved, but could not be merged:',
    files: (count: number) => (count === 1 ? '1 file changes' : `${count} files change`),
    testsRun: (tests: { passed: number; total: number; failed: number }) =>
      `tests: ${tests.passed} of ${tests.total} passed${tests.failed > 0 ? `, ${tests.failed} failed` : ''}`,
    noTests: 'tests: none',
    coverage: (percent: number | null) => (percent === null ? 'coverage: not measured' : `coverage: ${percent} %`),
    written: 'new',
    overwritten: 'overwritten',
    deleted: 'deleted',
    changedMeanwhile: 'changed since the run started, so nothing can be copied',
  },
  approve: {
    question: (base: string) => `Merge this commit into ${base}?`,
    questionFolder: 'Copy these files into your folder?',
    questionAllow: (count: number, question: string) =>
      `${question} This also allows the ${count === 1 ? 'finding' : `${count} findings`} above.`,
    no: 'not merged; it is still waiting for your approval',
    goesOn: (run: string, pid: number) => `approved; process ${pid} is merging ${run}`,
  },
  reject: {
    question: 'What is wrong? (The Builder gets your answer.)',
    goesOn: (run: string, pid: number) => `sent back; process ${pid} is rebuilding ${run}`,
    baseMoved: (run: string, base: string, commits: number) =>
      `${base} has ${commits === 1 ? '1 new commit' : `${commits} new commits`} since ${run} started; to update to them: orchestral rebase ${run}`,
  },
  rebase: {
    goesOn: (id: string, pid: number) => `process ${pid} is updating ${id} to the latest base`,
  },
  apply: {
    goesOn: (run: string, pid: number) => `process ${pid} is applying ${run} to your checkout`,
    latest: (run: string, others: number) =>
      `applied ${run}; ${others === 1 ? '1 other run waits' : `${others} other runs wait`} to be applied`,
  },
  clean: {
    nothing: 'there is nothing to clean up',
    question: (count: number) =>
      count === 1
        ? 'Remove this run and everything in its folder?'
        : `Remove these ${count} runs and everything in their folders?`,
    kept: 'nothing was removed',
    removed: 'removed',
    wouldRemove: 'would remove',
    keeps: 'kept',
    kinds: {
      run: 'run',
      worktree: 'worktree',
      branch: 'branch',
      rescue: 'rescued work',
      copy: 'copy of the folder',
      records: 'records',
    },
    why: {
      conducted: 'it is running',
      unfinished: 'it has not ended',
      unmerged: 'its work is not merged',
      checked_out: 'it is checked out somewhere',
      young: 'it is kept for 30 days',
      failed: 'it could not be removed',
    },
  },
};
