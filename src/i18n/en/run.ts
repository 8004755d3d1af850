import type { RunWanted } from '../../base/failure.ts';
import { formatSize } from '../format.ts';
import type { RunFailures } from '../sentence.ts';
import { leftAlone } from './failures.ts';

export const runFailures: RunFailures = {
  'work.cancelled': () => ({ message: 'stopped', hint: 'go on with: orchestral resume' }),
  'briefing.empty': () => ({
    message: 'the briefing is empty',
    hint: 'say what you want: orchestral start "Add a --json flag to the list command"',
  }),
  'briefing.too_large': ({ size, limit }) => ({
    message: `the briefing has ${formatSize(size)}, and at most ${formatSize(limit)} are read`,
    hint: 'put the details into files of the project and name them in the briefing',
  }),
  'run.unknown': ({ run, suggestion }) => ({
    message: `there is no run ${run} here`,
    hint: suggestion === null ? 'list them: orchestral runs' : `did you mean '${suggestion}'?`,
  }),
  'run.none': ({ wanted }) => ({
    message: wanted === 'any' ? 'there are no runs here' : `no run here ${WAITS[wanted]}`,
    hint: wanted === 'any' ? 'begin one: orchestral start "…"' : 'see where they stand: orchestral runs',
  }),
  'run.not_now': ({ run, phase, wanted }) => ({
    message: `${run} ${wanted === 'any' ? 'is elsewhere' : DOES_NOT[wanted]} (it is ${phase})`,
    hint: `see where it stands: orchestral runs`,
  }),
  'run.no_rounds_left': ({ run, iterations }) => ({
    message: `${run} has used its ${iterations} rounds`,
    hint: `allow more: raise max_iterations in .orchestral/runs/${run}/state.json, then orchestral resume ${run}`,
  }),
  'run.failed': ({ run, step, reason }) => ({
    message: `${run} failed at ${step}: ${reason}`,
    hint: `see what the agent did: orchestral logs ${run}; then try that step again: orchestral resume ${run}`,
  }),
  'run.agent_unusable': ({ run, step, reason }) => ({
    message: `${run} cannot go on at ${step}: the agent cannot be used: ${reason}`,
    hint: `see which agents are signed in: orchestral doctor; sign in, then go on: orchestral resume ${run}`,
  }),
  'run.not_accepted': ({ run, iterations }) => ({
    message: `${run} failed: its work was not accepted in ${iterations === 1 ? 'its only round' : `any of ${iterations} rounds`}`,
    hint: `read why in .orchestral/runs/${run}/gatekeeper/review.md; for more rounds raise max_iterations in .orchestral/runs/${run}/state.json, then orchestral resume ${run}`,
  }),
  'run.stopped': ({ run }) => ({ message: `${run} was stopped`, hint: `go on with: orchestral resume ${run}` }),
  'run.pack_changed': ({ run, seen, now }) => ({
    message: `the pack of ${run} shows ${now.slice(0, 12)} now, not ${seen.slice(0, 12)}: nothing was merged`,
    hint: `look again: orchestral review ${run}`,
  }),
  'run.conflict': ({ run, base, paths }) => ({
    message: `${base} has moved and conflicts with ${run} in ${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ' …' : ''}: nothing was merged`,
    hint: `have an agent bring both together, and all of it tested and reviewed again: orchestral rebase ${run}; or merge orchestral/${run} by hand`,
  }),
  'run.red_when_merged': ({ run, base, names }) => ({
    message: `${base} has moved, and with it ${run} makes tests fail${names.length > 0 ? ` (${names.slice(0, 3).join(', ')})` : ''}: nothing was merged`,
    hint: `have it tested and reviewed with ${base} as it is now: orchestral rebase ${run}; or send it back: orchestral reject ${run} --reason "…"`,
  }),
  'run.wants_allowing': ({ run, items }) => ({
    message: `whoever approves ${run} has to allow ${items.length === 1 ? 'this' : `these ${items.length}`}: ${items.join(', ')}`,
    hint: `look at it: orchestral review ${run}; then name what you allow: orchestral approve ${run} --allow 1, or --allow all`,
  }),
  'run.wants_approval': ({ run, commit }) => ({
    message: `${run} waits for your approval of exactly what its pack shows`,
    hint: `orchestral approve ${run} --commit ${commit}`,
  }),
  'run.base_gone': ({ run, base }) => ({
    message: `the branch ${base}, which ${run} should be merged into, does not exist any more: nothing was merged`,
    hint: `make it again, then: orchestral approve ${run}; or merge orchestral/${run} by hand`,
  }),
  'run.base_moving': ({ run, base }) => ({
    message: `${base} kept moving while ${run} was being merged: nothing was merged`,
    hint: `once it is quiet: orchestral approve ${run}`,
  }),
  'run.undelivered': ({ run, base, why, detail }) => ({
    message: `${run} is merged, but not in your checkout of ${base}, which was left as it is: ${leftAlone(why, detail === '' ? '' : ` (${detail})`)}`,
    hint:
      why === 'refused'
        ? `move that out of the way (commit it, say), then: orchestral apply ${run}`
        : `when you want it there: orchestral apply ${run}`,
  }),
  'rebase.base_gone': ({ id, base }) => ({
    message: `the branch ${base}, which ${id} began on, does not exist any more`,
    hint: 'make it again, then repeat the command',
  }),
  'rebase.not_moved': ({ id, base }) => ({
    message: `${base} has not moved since ${id} took it up: there is nothing to take up`,
  }),
  'rebase.no_branch': ({ id }) => ({
    message: `${id} works on a copy of a folder without git: there is no branch to take up`,
    hint: 'start a new run on what is in the folder now: orchestral start "…"',
  }),
  'run.copy_gone': ({ run }) => ({
    message: `the copy of this folder that ${run} worked in was cleaned up`,
    hint: `what it made is in .orchestral/runs/${run}/mrp`,
  }),
  'run.wants_reason': ({ run }) => ({
    message: 'a rejection needs a reason: it is what the next round works from',
    hint: `orchestral reject ${run} --reason "…"`,
  }),
  'run.inside_agent': () => ({
    message: "this is an agent's call: orchestral started from inside it conducts nothing",
    hint: 'use it here to read: orchestral status',
  }),
  'crp.unknown': ({ crp }) => ({ message: `no question ${crp} waits here`, hint: 'list them: orchestral answer' }),
  'crp.ambiguous': ({ crp, runs }) => ({
    message: `${crp} waits in ${runs.length} runs: ${runs.join(', ')}`,
    hint: `say which: orchestral answer ${crp} --run ${runs[0] ?? 'RUN'}`,
  }),
  'crp.answered': ({ crp, decision, at }) => ({ message: `${crp} was answered already: ${decision}, at ${at}` }),
  'crp.not_an_option': ({ crp, decision, options }) => ({
    message: `${crp} has no option ${decision}: ${options.join(', ')}`,
    hint: 'or answer in your own words: --decision other --notes "…"',
  }),
  'crp.needs_rationale': ({ crp, decision }) => ({
    message: 'an answer needs a reason: it is kept beside your decision',
    hint: `orchestral answer ${crp} --decision ${decision} --rationale "…"`,
  }),
  'crp.which': ({ crps }) => ({
    message: `${crps.length} questions wait: ${crps.join(', ')}`,
    hint: `say which: orchestral answer ${crps[0] ?? 'CRP'} --decision … --rationale "…"; or all at once: ${crps.map((crp) => `--decision ${crp}=…`).join(' ')}`,
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

const WAITS: Record<Exclude<RunWanted, 'any'>, string> = {
  answer: 'waits for an answer',
  review: 'has a pack to review',
  approve: 'waits for approval',
  reject: 'waits for approval',
  apply: 'has finished work that is not in your checkout yet',
  resume: 'can be resumed',
  rerun: 'is at rest',
  rebase: 'could take up its base',
  sync: 'has published work to look after',
  stop: 'is under way',
  clean: 'has ended',
};

const DOES_NOT: Record<Exclude<RunWanted, 'any'>, string> = {
  answer: 'waits for no answer',
  review: 'has no pack to review',
  approve: 'does not wait for approval',
  reject: 'does not wait for approval',
  apply: 'has nothing to apply',
  resume: 'has ended and cannot be resumed',
  rerun: 'has no step to do again now',
  rebase: 'is merged already, so that no base is left to take up',
  sync: 'is being worked on, or merged already: its pull request is not looked after now',
  stop: 'is not under way',
  clean: 'has not ended, so it is not removed',
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
    leftRejected: 'the work is exactly what you rejected: it is not shown again',
    overruled: (said: string) => `the Gatekeeper said ${said}, which the evidence contradicts`,
    packed: 'the pack is put together',
    merged: (commit: string | null) => (commit === null ? 'copied into the folder' : `merged as ${commit}`),
    leftAlone: 'your checkout was left as it is',
    asks: (question: string, crp: string) => `${question} (${crp})`,
    precedent: (decision: string) => `answered as in an earlier run: ${decision}`,
    failed: (kind: string, message: string) => (message === '' ? kind : `${kind}: ${message}`),
    again: (nth: number, most: number) => `tried again (${nth} of ${most})`,
    answered: (crp: string, decision: string) => `${crp} is answered: ${decision}`,
    approved: 'approved',
    toAllow: 'whoever approves it has something to allow: the pack lists it',
    testsIncomplete: 'required tests are missing; the Verifier goes on',
    strayed: 'it changed files that are not its to change: its work was put aside',
    rejected: (reason: string) => `sent back: ${reason}`,
    rebased: (commit: string, conflicts: number) =>
      conflicts === 0
        ? `stands on the base as it is now (${commit})`
        : `stands on the base as it is now (${commit}); ${conflicts === 1 ? '1 conflict was' : `${conflicts} conflicts were`} resolved by an agent`,
    conflictLeft: 'the agent did not resolve the conflict',
    rebaseRequested: 'asked to take up the base as it is now',
    rounds: (most: number) => `${most} rounds are allowed now`,
    applying: 'asked to bring it into your checkout',
    overtime: (role: string, minutes: string) => `${role} takes longer than ${minutes}`,
    ready: (run: string) => `${run} is ready to be merged`,
    files: (count: number) => (count === 1 ? '1 file' : `${count} files`),
    roundsTaken: (count: number) => (count === 1 ? '1 round' : `${count} rounds`),
    done: (run: string) => `${run} is done`,
    mergedInto: (base: string, commit: string) => `merged into ${base} as ${commit}`,
    copiedBack: 'its files are in the folder',
    /** The command stands alone: to be copied as it is. */
    interrupted: (run: string): readonly string[] => [
      'interrupted; everything is recorded. Go on with:',
      `  orchestral resume ${run}`,
    ],
    goOn: (run: string) => `the run is kept; go on with: orchestral resume ${run}`,
    answeredElsewhere: (crp: string, decision: string) => `${crp} was answered meanwhile: ${decision}`,
    settledElsewhere: (crp: string) => `${crp} needs no answer any more`,
    tmux: (session: string) => `watch it in tmux: tmux attach -t ${session}`,
  },
  runs: {
    none: 'there are no runs here',
    begin: 'begin one: orchestral start "…"',
    age: {
      now: 'now',
      minutes: (n: number) => `${n} min`,
      hours: (n: number) => `${n} h`,
      days: (n: number) => `${n} d`,
    },
    conducted: 'under way',
    left: (run: string) => `interrupted: orchestral resume ${run}`,
    unreadable: (run: string) =>
      `${run}: its state.json cannot be read (orchestral validate); it is made again by: orchestral resume ${run}`,
  },
  stop: {
    stopped: (run: string) => `${run} is stopped; go on with: orchestral resume ${run}`,
    waiting: (run: string, pid: number) => `${run} is asked to stop; waiting for process ${pid} to end its work …`,
    slow: (run: string, pid: number) =>
      `${run} is asked to stop, and process ${pid} has not let go of it yet: it stops as soon as it can`,
  },
  logs: {
    step: (step: string, time: string) => `${step} · ${time}`,
    nothing: (run: string) => `no agent of ${run} has been called yet`,
    nothingOf: (run: string, agent: string) => `the ${agent} of ${run} has not been called yet`,
    cut: '… lines are missing here …',
    ended: (run: string, phase: string) => `${run} is ${phase}`,
  },
  answer: {
    nothing: 'no question waits for you',
    head: (crp: string, run: string) => `${crp} of ${run}`,
    asked: (by: string, type: string) => `${by} asks (${type})`,
    risk: (risk: string) => `risk: ${risk}`,
    other: { label: 'something else', detail: 'say it in your own words' },
    how: 'answer it with:',
    inYourWords: 'what, then?',
    why: 'why? (it is kept beside your decision)',
    future: 'also answer this by itself in later runs?',
    recommended: 'taken as recommended (--yes)',
    unconfirmed: (file: string) =>
      `${file} answers it, but it was not made by 'orchestral answer', so it counts only if you say so:`,
    confirm: 'take this answer?',
    confirmHow: 'it counts once you take it in a terminal: orchestral answer, or give the answer yourself',
    bad: (file: string) => `${file} would answer it, but is not valid:`,
    decided: (decision: string) => `decision: ${decision}`,
    because: (rationale: string) => `why: ${rationale}`,
    notes: (notes: string) => `notes: ${notes}`,
    alsoLater: 'it would also answer the same question in later runs',
    recorded: (crp: string, decision: string) => `recorded: ${crp} is ${decision}`,
    goesOn: (run: string, pid: number) => `${run} goes on where it is conducted (pid ${pid})`,
    resume: (run: string) => `go on with: orchestral resume ${run}`,
    cancelled: 'nothing was recorded',
    unreadable: (run: string) => `${run} cannot be read:`,
  },
  pack: {
    commit: (commit: string) => `commit ${commit}`,
    into: (branch: string, base: string) => `on ${branch}, to be merged into ${base}`,
    intoFolder: (folder: string) => `to be copied into ${folder}`,
    merged: 'merged already',
    waitsForApply: (base: string) => `merged, but not in your checkout of ${base} yet`,
    code: 'the changed files',
    tests: 'the tests that were written',
    evidence: 'the numbers',
    diff: 'the change itself',
    approve: 'merge exactly this',
    reject: 'send it back',
    apply: 'bring it into your checkout',
    why: 'what is wrong',
    refused: 'it was approved before, and could not be merged:',
    files: (count: number) => (count === 1 ? '1 file changes' : `${count} files change`),
    testsRun: (tests: { passed: number; total: number; failed: number }) =>
      `tests: ${tests.passed} of ${tests.total} passed${tests.failed > 0 ? `, ${tests.failed} failed` : ''}`,
    noTests: 'tests: none',
    coverage: (percent: number | null) => (percent === null ? 'coverage: not measured' : `coverage: ${percent} %`),
    written: 'new',
    overwritten: 'overwritten',
    deleted: 'deleted',
    changedMeanwhile: 'changed by somebody since the run began, so that nothing can be copied',
  },
  approve: {
    question: (base: string) => `merge exactly this commit into ${base}?`,
    questionFolder: 'copy exactly this into your folder?',
    questionAllow: (count: number, question: string) =>
      `allow ${count === 1 ? 'this' : `these ${count}`} and ${question}`,
    no: 'nothing was merged; it still waits',
    goesOn: (run: string, pid: number) => `approved; ${run} is merged where it is conducted (pid ${pid})`,
  },
  reject: {
    question: 'what is wrong? (the Builder works from this)',
    goesOn: (run: string, pid: number) => `${run} is built again where it is conducted (pid ${pid})`,
    baseMoved: (run: string, base: string, commits: number) =>
      `${base} has ${commits === 1 ? '1 new commit' : `${commits} new commits`} since ${run} took it up; to go on with it as it is now: orchestral rebase ${run}`,
  },
  rebase: {
    goesOn: (id: string, pid: number) => `${id} takes up the base where it is conducted (pid ${pid})`,
  },
  apply: {
    goesOn: (run: string, pid: number) => `${run} is brought into your checkout where it is conducted (pid ${pid})`,
    latest: (run: string, others: number) =>
      `${run} is the latest; ${others === 1 ? '1 other run waits' : `${others} other runs wait`} to be applied, too`,
  },
  clean: {
    nothing: 'there is nothing to clean up',
    question: (count: number) =>
      count === 1
        ? 'remove this run and everything in its folder?'
        : `remove these ${count} runs and everything in their folders?`,
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
      conducted: 'it is being conducted',
      unfinished: 'it has not ended',
      unmerged: 'its work is in no other branch',
      checked_out: 'it is checked out somewhere',
      young: 'it is kept for 30 days',
      failed: 'it could not be removed',
    },
  },
};
