import type { PlanProblem } from '../../base/plan-problem.ts';
import { formatCycle, formatSize, formatTaskIds, SHOWN_PROBLEMS } from '../format.ts';
import type { AutoFailures } from '../sentence.ts';
import { formatNames, leftAlone } from './failures.ts';
import { states } from './states.ts';

export const autoFailures: AutoFailures = {
  'auto.none': () => ({ message: 'no task list was started here', hint: 'write TASKS.md, then: orchestral auto' }),
  'auto.unknown_task': ({ task, suggestion }) => ({
    message: `there is no task ${task}`,
    hint: suggestion === null ? 'see the tasks: orchestral auto status' : `did you mean ${suggestion}?`,
  }),
  'auto.task_not_now': ({ task, status, wanted }) => ({
    message: `${task} ${CANNOT[wanted]}${status === 'completed' ? '' : ` (it is ${states.task[status] ?? status})`}`,
    hint: 'see the status: orchestral auto status',
  }),
  'auto.other_base': ({ base, wanted }) => ({
    message: `this was started on branch ${base} and cannot continue on ${wanted}`,
    hint: `leave out --base, or start over on ${wanted}: orchestral auto --rebuild-state --base ${wanted}`,
  }),
  'auto.branch_in_the_way': ({ branch }) => ({
    message: `your branch ${branch} has a name that Orchestral needs`,
    hint: `rename yours: git branch -m ${branch} NEW-NAME`,
  }),
  'auto.nothing_to_apply': () => ({
    message: 'there is nothing to apply: all finished work is on its branch',
    hint: 'see the status: orchestral auto status',
  }),
  'auto.phase_not_now': ({ phase, open }) => ({
    message:
      open === null
        ? `phase ${phase} has nothing to do`
        : `phase ${phase} cannot start yet: phase ${open} has open tasks`,
    hint:
      open === null
        ? 'see the phases: orchestral auto --dry-run'
        : `finish that one first: orchestral auto --phase ${open}`,
  }),
  'auto.agent_unusable': ({ kind, message }) => ({
    message: `the agent cannot be used: ${UNUSABLE[kind] ?? kind}${message === '' ? '' : `: ${message}`}`,
    hint: 'find out why: orchestral agents test; then continue: orchestral auto --resume',
  }),
  'auto.unfinished': ({ failed, blocked, open }) => ({
    message: `not everything is done: ${partsOf({ failed: failed.length, blocked, open })}`,
    hint:
      failed.length > 0
        ? `try again: orchestral auto retry ${formatTaskIds(failed)}, then orchestral auto --resume; or skip: orchestral auto skip ${formatTaskIds(failed)}`
        : 'continue: orchestral auto --resume',
  }),
  'auto.stuck': ({ phase, reason }) => ({
    message: `the checks of phase ${phase} still fail with all its tasks merged${reason === '' ? '' : `: ${reason}`}`,
    hint: 'fix them on its branch (see orchestral auto status), or reopen a task: orchestral auto retry ID; then orchestral auto --resume',
  }),
  'auto.rebase_later': ({ phase }) => ({
    message: `phase ${phase} is running: the base can only be updated between phases`,
    hint: 'continue it: orchestral auto --resume',
  }),
  'auto.left_alone': ({ base, why, detail }) => ({
    message: `finished work is not in your checkout of ${base} yet: ${undelivered(why, detail)}`,
    hint: homeward(why, base),
  }),
  'auto.phase_waits': ({ phase }) => ({
    message: `phase ${phase} needs your approval to start`,
    hint: `start it: orchestral auto --phase ${phase} --yes; or never ask: orchestral auto --ultra-thin`,
  }),
  'auto.list_done': ({ file }) => ({
    message: `the list that was started is done, and ${file} now holds another one`,
    hint: 'start it: orchestral auto',
  }),
  'auto.stopped': () => ({ message: 'the work was stopped', hint: 'continue with: orchestral auto --resume' }),
  'auto.agent_at_work': ({ tasks }) => ({
    message: `an agent is working on ${formatTaskIds(tasks)}: confirm that it is finished`,
    hint: 'run this in a terminal to confirm, or stop the work first: orchestral auto stop',
  }),
  'auto.new_tasks': ({ tasks }) => ({
    message: `${formatTaskIds(tasks)} ${tasks.length === 1 ? 'was' : 'were'} added to the list meanwhile and not started`,
    hint: 'continue with the new tasks: orchestral auto --resume',
  }),
  'auto.conditions_cannot_run': ({ tasks, programs }) => ({
    message: `${formatTaskIds(tasks)}: the acceptance command cannot run because ${formatNames(programs)} ${programs.length === 1 ? 'is' : 'are'} not installed`,
    hint: `install it, then: orchestral answer ${tasks[0] ?? ''} --allow all; then continue: orchestral auto --resume`,
  }),
  'auto.held': ({ tasks }) => ({
    message: `${tasks.length === 1 ? '1 task waits' : `${tasks.length} tasks wait`} for your decision: ${formatTaskIds(tasks)}`,
    hint: 'review and decide: orchestral auto review; then continue: orchestral auto --resume',
  }),
  'auto.file_exists': () => ({
    message: 'already exists',
    hint: 'replace it: add --yes; or write another file: --tasks FILE',
  }),
  'plan.bad': ({ problems, count }) => ({
    message: `is not a valid task list: ${linesOf(problems)}${count > SHOWN_PROBLEMS ? ` (and ${count - SHOWN_PROBLEMS} more)` : ''}`,
    hint: problems.some(({ code }) => code === 'no_tasks')
      ? 'a task looks like this: - [ ] T1.1: Name; to convert another checklist: orchestral auto import FILE'
      : 'fix the file, then run the command again',
  }),
  'plan.none': ({ folder, looked }) => ({
    message: `there is no task list in ${folder} (looked for ${looked.join(', ')})`,
    hint: 'write one with lines such as "- [ ] T1.1: Name", or name it: --tasks FILE',
  }),
  'plan.outside': ({ leadsTo }) => ({
    message: `is a link to a place outside the project: ${leadsTo}`,
    hint: 'copy the file into the project, or name it: --tasks FILE',
  }),
  'plan.import_bad': ({ reason, place, problems }) => ({
    message: `cannot be converted to a task list: ${IMPORT[reason]}${place === '' ? '' : ` (${place})`}${problems.length === 0 ? '' : `: ${problems.slice(0, SHOWN_PROBLEMS).map(textOf).join('; ')}`}`,
    hint: IMPORT_HINTS[reason],
  }),
};

const CANNOT = {
  retry: 'has nothing to retry',
  complete: 'is completed already',
  skip: 'is completed already',
  exec: 'cannot be run now',
} as const;

const UNUSABLE: Readonly<Record<string, string>> = {
  auth: 'it is not signed in',
  billing: 'its account cannot be charged',
  not_installed: 'it is not installed',
};

function partsOf({ failed, blocked, open }: { failed: number; blocked: number; open: number }): string {
  return [
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(blocked === 0 ? [] : [`${blocked} blocked`]),
    ...(open === 0 ? [] : [`${open} open`]),
  ].join(', ');
}

/** Why finished work is not in the checkout. */
function undelivered(why: string, detail: readonly string[]): string {
  const what = formatNames(detail);
  switch (why) {
    case 'conflict':
      return `it has new commits that conflict with the work in ${what}`;
    case 'red':
      return `it has new commits, and tests fail when combined with the work: ${what}`;
    case 'base_gone':
      return 'the branch no longer exists';
    case 'branch_moved':
      return 'it kept getting new commits';
    case 'phase_open':
      return 'it has new commits, and tasks are still running';
    default:
      return leftAlone(why, why === 'refused' && what !== '' ? `: ${what}` : '');
  }
}

/** What brings it there after all. */
function homeward(why: string, base: string): string {
  const join = `merge them yourself: git checkout ${base} && git merge orchestral/auto`;
  switch (why) {
    case 'conflict':
      return `let an agent merge and test both: orchestral rebase auto; or ${join}, resolve the conflicts and commit, then: orchestral apply`;
    case 'red':
      return `let an agent fix and test it: orchestral rebase auto; or ${join}, fix the tests and commit, then: orchestral apply`;
    case 'phase_open':
      return 'they are merged at the end of the phase: orchestral auto --resume';
    case 'refused':
      return 'commit or move those files, then: orchestral apply';
    default:
      return `fast-forward ${base} to it (your changed files are safe): orchestral apply`;
  }
}

const IMPORT = {
  is_plan: 'it is a task list already',
  no_list: "it is neither a checklist, nor Task Master's tasks.json, nor GitHub's issues as JSON",
  not_task_master: "it is not in the format of Task Master's tasks.json",
  not_issues: "it is not in the format of GitHub's issues",
  bad_graph: 'its dependencies are not valid',
} as const;

const IMPORT_HINTS = {
  is_plan: 'use it as it is: orchestral auto --tasks FILE',
  no_list: 'write its tasks as lines such as "- [ ] Name", then import it again',
  not_task_master:
    'check that it is complete, or write a checklist with lines such as "- [ ] Name"; then import it again',
  not_issues: 'export them again: gh issue list --json number,title,body,labels,state; then import that file',
  bad_graph: 'fix its dependencies, then import it again',
} as const;

function linesOf(problems: readonly PlanProblem[]): string {
  return problems
    .slice(0, SHOWN_PROBLEMS)
    .map((problem) => `line ${problem.line}: ${textOf(problem)}`)
    .join('; ');
}

function textOf({ code, params }: PlanProblem): string {
  switch (code) {
    case 'no_tasks':
      return 'NO_TASKS: there are no tasks in it';
    case 'too_large':
      return `TOO_LARGE: it is ${formatSize(params.size)}; the limit is ${formatSize(params.limit)}`;
    case 'too_many_deps':
      return `TOO_MANY_DEPS: it has more than ${params.limit} dependencies`;
    case 'bad_id':
      return `BAD_ID: '${params.id}' is not a task id (example: T1.3)`;
    case 'bad_checkbox':
      return `BAD_CHECKBOX: ${params.id} has [${params.mark}], which is neither [ ] nor [x]`;
    case 'bad_phase':
      return `BAD_PHASE: the phase of ${params.id} has more than nine digits`;
    case 'duplicate_id':
      return `DUPLICATE_ID: ${params.id} is already in line ${params.firstLine}`;
    case 'missing_dep': {
      const { suggestion } = params;
      return `MISSING_DEP: ${params.id} needs ${params.needs}, which does not exist${suggestion === null ? '' : ` (did you mean ${suggestion}?)`}`;
    }
    case 'circular_dep':
      return `CIRCULAR_DEP: ${formatCycle(params.cycle)}`;
    case 'later_phase':
      return `LATER_PHASE: ${params.id} (phase ${params.phase}) needs ${params.needs}, which comes in phase ${params.needsPhase}`;
  }
}

/** What `orchestral auto` prints. */
export const autoScreens = {
  auto: {
    /** `on`: the branch and where it stands. */
    begins: (tasks: string, mode: string, on: string) => `${tasks} on ${on}, mode ${mode}`,
    goesOn: (tasks: string, mode: string, on: string) => `resuming: ${tasks} on ${on}, mode ${mode}`,
    tasksIn: (left: number, total: number, phases: number) =>
      `${total} ${total === 1 ? 'task' : 'tasks'} in ${phases} ${phases === 1 ? 'phase' : 'phases'}${left === total ? '' : ` (${left} left)`}`,
    changes: {
      added: (ids: string) => `new in the list: ${ids}`,
      removed: (ids: string) => `no longer in the list: ${ids}`,
      rewired: (id: string, needs: string) => `${id} now needs ${needs === '' ? 'nothing' : needs}`,
    },
    andMore: (count: number) => `and ${count} more`,
    more: (count: number) => `+ ${count} more`,
    phase: (phase: number) => `phase ${phase}`,
    phasesMore: (count: number) => (count === 1 ? '+ 1 phase' : `+ ${count} phases`),
    prepared: 'the checks ran on the base commit',
    baseRed: 'some tests already fail on the base commit; tasks are not blamed for them',
    entered: (tasks: number) => (tasks === 1 ? '1 task' : `${tasks} tasks`),
    worked: 'the agent is done; waiting to be merged',
    completedByHand: 'completed by hand',
    attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
    attemptFailed: (nth: number, reason: string) => `attempt ${nth} failed: ${reason}`,
    failed: (attempts: number, reason: string) =>
      attempts === 0
        ? `failed: ${reason}`
        : `failed after ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}: ${reason}`,
    givenUp: 'given up by hand',
    conflict: 'conflicts with earlier work; an agent is resolving it',
    skipped: 'skipped',
    reopened: 'reopened',
    verdicts: { review: 'needs a review before it is merged', hold: 'waits for your decision', work: 'sent back' },
    reviewed: 'the reviewer approved it',
    reviewFailed: (reason: string) => `the review failed (${reason}); it waits for your decision`,
    answered: { merge: 'allowed', work: 'refused; it will be redone' },
    probed: 'checked with other inputs',
    phaseDone: (done: number, total: number) => `done, ${done} of ${total} tasks`,
    phaseRed: 'the checks fail with everything merged; an agent is fixing it',
    phaseStuck: 'the checks still fail',
    repaired: 'fixed',
    repairFailed: 'the fix failed',
    delivered: (base: string) => `delivered to ${base}`,
    movedTo: (base: string, commit: string) => `${base} is now at ${commit}`,
    phasesDelivered: (count: number, base: string) =>
      count === 1 ? `1 finished phase is on ${base}` : `${count} finished phases are on ${base}`,
    blockedBy: (id: string, by: string) => `${id} is blocked by ${by}`,
    leftAlone: (base: string, why: string, detail: readonly string[]) =>
      `your checkout of ${base} was not changed: ${undelivered(why, detail)}`,
    rebaseRed: 'it fails on the latest base',
    delivering: 'being applied to your checkout',
    steps: {
      work: '',
      wait: 'waiting to retry',
      probe: 'checking with other inputs',
      merge: 'merging and testing',
      review: 'in review',
      hold: 'waits for your decision',
      resolve: 'resolving a conflict',
      prepare: 'testing the base',
      begin: 'preparing the phase',
      'phase-merge': 'merging and testing the phase',
      repair: 'fixing the phase',
      deliver: 'delivering',
      rebase: 'updating to the base',
    },
    attempt: (nth: number) => `attempt ${nth}`,
    needsYou: (ids: readonly string[]) => `needs your decision: ${formatNames(ids)} (orchestral auto review)`,
    counts: {
      failed: (count: number) => `${count} failed`,
      running: (count: number) => `${count} running`,
      left: (count: number) => `${count} left`,
      held: (count: number) => `${count} waiting for you`,
      interrupted: (count: number) => `${count} interrupted`,
      blocked: (count: number) => `${count} blocked`,
      skipped: (count: number) => `${count} skipped`,
      ready: (count: number) => `${count} ready`,
      pending: (count: number) => `${count} pending`,
      done: (done: number, total: number) => `${done}/${total} done`,
    },
    eta: (duration: string) => `about ${duration} left`,
    /** As short as can be: `12m`, `1h 5m`. */
    briefly: (minutes: number) => (minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`),
    /** `blocked`: tasks besides, which something that failed keeps from being done. */
    nextPhase: (phase: number, tasks: number, blocked: number) =>
      `Start phase ${phase} (${tasks === 1 ? '1 task' : `${tasks} tasks`}${blocked === 0 ? '' : `, ${blocked} blocked`})?`,
    report: {
      allDone: (total: number) => (total === 1 ? 'the task is done' : `all ${total} tasks are done`),
      done: (done: number, total: number) => `${done} of ${total} tasks are done`,
      failed: 'failed',
      blocked: 'blocked',
      skipped: 'skipped',
      by: (ids: string) => `by ${ids}`,
      held: 'waiting for your decision',
      allowed: 'allowed with findings',
      allowedBy: {
        reviewer: (what: string) => `the reviewer allowed ${what}`,
        person: (what: string) => `you allowed ${what}`,
      },
      letThrough: (ids: string) => `allowed by a reviewer or by you: ${ids}`,
      unproven: (ids: string) => `unproven (no test fails without the change): ${ids}`,
      notTestable: (ids: string) => `changed nothing that tests can load: ${ids}`,
      wall: (duration: string) => `took ${duration}`,
      agents: (duration: string) => `agents ${duration}`,
      wasted: (what: string) => `failed attempts ${what}`,
      kept: 'branches with the work of failed tasks:',
      seeAll: 'see all of them: orchestral auto status',
    },
    kinds: {
      tests_red: 'tests fail',
      build_red: 'it does not build',
      setup_red: 'set-up fails',
      tests_gone: 'tests disappeared',
      no_change: 'nothing was changed',
      conflict: 'conflict',
      acceptance: 'an acceptance command failed',
      proof: 'the proof failed',
      probe: 'a check with other inputs failed',
      review: 'the reviewer refused it',
      ask: 'it needs your approval',
      outside: 'it wrote outside its folder',
      person: 'given up by hand',
      crash: 'the agent failed',
      denied: 'the agent was denied a tool it needed',
      timeout: 'the agent took too long',
      idle: 'the agent did not respond',
      invalid_answer: 'the agent gave no usable answer',
      rate_limit: 'rate limit reached',
      overloaded: 'the agent is overloaded',
      context_too_long: 'the conversation became too long for the agent',
      refused: 'the agent refused',
      max_turns: 'the agent took too many turns',
      budget: 'the budget of the attempt is used up',
    } as Readonly<Record<string, string>>,
    interrupted: 'interrupted; everything is saved. Continue with: orchestral auto --resume',
    kept: 'everything is saved; continue with: orchestral auto --resume',
    phaseOver: (phase: number) => `phase ${phase} is finished; continue with the next: orchestral auto --resume`,
    failedThin: (id: string, attempts: number, reason: string) => `FAILED ${id} (${attempts}×): ${reason}`,
    status: {
      title: (project: string, phase: number) => `${project} · phase ${phase}`,
      worktree: 'worktree',
      conductedBy: (pid: number, host: string) => `running in process ${pid} on ${host}`,
      next: {
        conducted: 'stop it: orchestral auto stop',
        done: 'nothing is left to do',
        failed: (ids: readonly string[]) =>
          `try again: orchestral auto retry ${formatTaskIds(ids)}, then orchestral auto --resume`,
        leftAlone: 'apply it to your checkout: orchestral apply',
        held: 'decide on the tasks that wait for you: orchestral auto review',
        goOn: 'continue: orchestral auto --resume',
        asks: (phase: number) => `start phase ${phase}: orchestral auto --phase ${phase} --yes`,
      },
    },
    dry: {
      title: (project: string, left: number, total: number) =>
        `${project}: ${left === total ? `${total} ${total === 1 ? 'task' : 'tasks'}` : `${left} of ${total} tasks left`}`,
      nothing: 'nothing is left to do',
      failed: (ids: string, blocked: number) =>
        `failed: ${ids}${blocked === 0 ? '' : ` (${blocked === 1 ? '1 task is' : `${blocked} tasks are`} blocked by that)`}. Try again: orchestral auto retry ID`,
      atOnce: (count: number | null) => (count === null ? 'as many at once as memory allows' : `${count} at once`),
      phase: (phase: number, tasks: number, duration: string) =>
        `phase ${phase} · ${tasks === 1 ? '1 task' : `${tasks} tasks`} · ${duration}`,
      critical: 'critical path',
      wall: (duration: string) => `expected: ${duration}`,
      cost: (dollars: string) => `about ${dollars}, based on the tasks so far`,
      noCost: 'cost unknown: no task has reported a cost yet',
      begin: 'start: orchestral auto',
    },
    stopped: 'stopped; continue with: orchestral auto --resume',
    stoppedNobody: 'it was not running; it is stopped now. Continue with: orchestral auto --resume',
    stopping: (pid: number) => `stopping; waiting for process ${pid} to finish …`,
    slow: (pid: number) => `stopping; process ${pid} has not exited yet and will stop as soon as it can`,
    judged: {
      retry: (ids: string) => `will be retried: ${ids}`,
      complete: (ids: string) => `completed: ${ids}`,
      skip: (ids: string) => `skipped: ${ids}`,
    },
    agentAtWork: (ids: string) => `An agent is working on ${ids}. Stop it and mark the work as done?`,
    queued: (ids: string) => `waiting to be merged: ${ids}`,
    readyNow: (ids: string) => `ready now: ${ids}`,
    leftOut: (ids: string) => `skipped because cancelled, deferred or optional: ${ids}`,
    /** What an imported list does not say. */
    guessed: {
      in_order: 'assumed to be in order: each task needs the one before it',
      subtasks_first: 'a task with subtasks comes after them',
      numbered: 'tasks were numbered by their place',
      independent: 'issues that name no other one need none',
    },
    otherTags: (tag: string, others: string) =>
      `the file has several lists; '${tag}' was read, these were not: ${others}`,
    imported: (tasks: number, file: string) => `${tasks === 1 ? '1 task' : `${tasks} tasks`} written to ${file}`,
    replaceFile: (file: string) => `${file} already exists. Replace it?`,
    applied: (base: string) => `the finished work is on ${base}`,
    alsoWaits: 'the task list also has work to apply: orchestral apply auto',
    appliedElsewhere: (pid: number) => `process ${pid} is running the task list and will apply it`,
  },
};
