import type { PlanProblem } from '../../base/plan-problem.ts';
import { formatCycle, formatSize, formatTaskIds, SHOWN_PROBLEMS } from '../format.ts';
import type { AutoFailures } from '../sentence.ts';
import { formatNames, leftAlone } from './failures.ts';

export const autoFailures: AutoFailures = {
  'auto.none': () => ({ message: 'no task graph was begun here', hint: 'begin with TASKS.md: orchestral auto' }),
  'auto.unknown_task': ({ task, suggestion }) => ({
    message: `there is no task ${task}`,
    hint: suggestion === null ? 'see the tasks: orchestral auto status' : `did you mean ${suggestion}?`,
  }),
  'auto.task_not_now': ({ task, status, wanted }) => ({
    message: `${task} ${CANNOT[wanted]}${status === 'completed' ? '' : ` (it is ${status})`}`,
    hint: 'see where everything stands: orchestral auto status',
  }),
  'auto.other_base': ({ base, wanted }) => ({
    message: `this was begun on the branch ${base}; it cannot go on on ${wanted}`,
    hint: `leave out --base, or begin anew on ${wanted}: orchestral auto --rebuild-state --base ${wanted}`,
  }),
  'auto.branch_in_the_way': ({ branch }) => ({
    message: `Orchestral needs the name of your branch ${branch} for a branch of its own`,
    hint: `nothing was changed; give yours another name: git branch -m ${branch} NEW-NAME`,
  }),
  'auto.nothing_to_apply': () => ({
    message: 'everything that is finished is on its branch already',
    hint: 'see where everything stands: orchestral auto status',
  }),
  'auto.phase_not_now': ({ phase, open }) => ({
    message:
      open === null
        ? `there is no phase ${phase} with something to do`
        : `phase ${phase} cannot be entered yet: phase ${open} has open tasks`,
    hint:
      open === null
        ? 'see the phases: orchestral auto --dry-run'
        : `do that one first: orchestral auto --phase ${open}`,
  }),
  'auto.agent_unusable': ({ kind, message }) => ({
    message: `the agent cannot be used: ${UNUSABLE[kind] ?? kind}${message === '' ? '' : `: ${message}`}`,
    hint: 'see what is wrong: orchestral agents test; then go on: orchestral auto --resume',
  }),
  'auto.unfinished': ({ failed, blocked, open }) => ({
    message: `not everything is done: ${partsOf({ failed: failed.length, blocked, open })}`,
    hint:
      failed.length > 0
        ? `try again: orchestral auto retry ${formatTaskIds(failed)}, then orchestral auto --resume; or leave it out: orchestral auto skip ${formatTaskIds(failed)}`
        : 'go on: orchestral auto --resume',
  }),
  'auto.stuck': ({ phase, reason }) => ({
    message: `the checks of phase ${phase} stay red with all its tasks merged${reason === '' ? '' : `: ${reason}`}`,
    hint: 'repair them on its branch (orchestral auto status names it), or reopen a task: orchestral auto retry ID; then orchestral auto --resume',
  }),
  'auto.rebase_later': ({ phase }) => ({
    message: `phase ${phase} is under way: the base is taken up between phases`,
    hint: 'go on with it: orchestral auto --resume',
  }),
  'auto.left_alone': ({ base, why, detail }) => ({
    message: `what is finished is not in your checkout of ${base}, which was left as it is: ${undelivered(why, detail)}`,
    hint: homeward(why, base),
  }),
  'auto.phase_waits': ({ phase }) => ({
    message: `phase ${phase} waits for you to allow it`,
    hint: 'go on: orchestral auto --yes; or never be asked: orchestral auto --ultra-thin',
  }),
  'auto.stopped': () => ({ message: 'the work was stopped', hint: 'go on with: orchestral auto --resume' }),
  'auto.agent_at_work': ({ tasks }) => ({
    message: `an agent is working on ${formatTaskIds(tasks)}: that it is finished counts only if you confirm it`,
    hint: 'say it in a terminal, where you are asked; or stop the work first: orchestral auto stop',
  }),
  'auto.new_tasks': ({ tasks }) => ({
    message: `${formatTaskIds(tasks)} came into the list meanwhile, and ${tasks.length === 1 ? 'is' : 'are'} not begun`,
    hint: 'go on with what is new: orchestral auto --resume',
  }),
  'auto.conditions_cannot_run': ({ tasks, programs }) => ({
    message: `${formatTaskIds(tasks)}: what must succeed there cannot be run, because ${formatNames(programs)} ${programs.length === 1 ? 'is' : 'are'} not installed`,
    hint: `install it, then: orchestral answer ${tasks[0] ?? ''} --allow all; and go on: orchestral auto --resume`,
  }),
  'auto.held': ({ tasks }) => ({
    message: `${tasks.length === 1 ? '1 task waits' : `${tasks.length} tasks wait`} for your decision: ${formatTaskIds(tasks)}`,
    hint: 'see what was found, and decide: orchestral auto review; then go on: orchestral auto --resume',
  }),
  'auto.file_exists': () => ({
    message: 'is there already',
    hint: 'replace it: add --yes; or write another file: --tasks FILE',
  }),
  'plan.bad': ({ problems, count }) => ({
    message: `cannot be worked on: ${linesOf(problems)}${count > SHOWN_PROBLEMS ? ` (and ${count - SHOWN_PROBLEMS} more)` : ''}`,
    hint: problems.some(({ code }) => code === 'no_tasks')
      ? 'a task looks like this: - [ ] T1.1: Name; of another checklist, orchestral auto import FILE makes one'
      : 'correct the file, then run the command again',
  }),
  'plan.none': ({ folder, looked }) => ({
    message: `there is no list of tasks in ${folder} (looked for ${looked.join(', ')})`,
    hint: 'write one with lines such as "- [ ] T1.1: Name", or name it: --tasks FILE',
  }),
  'plan.outside': ({ leadsTo }) => ({
    message: `is a link that leads out of the project, to ${leadsTo}`,
    hint: 'put the file itself there, or name it: --tasks FILE',
  }),
  'plan.import_bad': ({ reason, place, problems }) => ({
    message: `cannot become a list of tasks: ${IMPORT[reason]}${place === '' ? '' : ` (${place})`}${problems.length === 0 ? '' : `: ${problems.slice(0, SHOWN_PROBLEMS).map(textOf).join('; ')}`}`,
    hint: reason === 'bad_graph' ? 'correct its dependencies, then import it again' : null,
  }),
};

const CANNOT = {
  retry: 'has nothing to be tried again',
  complete: 'is completed already',
  skip: 'is completed already',
  exec: 'cannot be executed now',
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
      return `it has moved and conflicts with the work in ${what}`;
    case 'red':
      return `it has moved, and together with the work tests fail: ${what}`;
    case 'base_gone':
      return 'the branch does not exist any more';
    case 'branch_moved':
      return 'it kept moving';
    case 'phase_open':
      return 'it has moved, and tasks are being worked on';
    default:
      return leftAlone(why, why === 'refused' && what !== '' ? `: ${what}` : '');
  }
}

/** What brings it there after all. */
function homeward(why: string, base: string): string {
  const join = `join them yourself: git checkout ${base} && git merge orchestral/auto`;
  switch (why) {
    case 'conflict':
      return `have an agent bring both together, and all of it tested again: orchestral rebase auto; or ${join}, settle the conflicts and commit, then: orchestral apply`;
    case 'red':
      return `have an agent put it right, and all of it tested again: orchestral rebase auto; or ${join}, repair what fails and commit, then: orchestral apply`;
    case 'phase_open':
      return 'the end of the phase joins them: orchestral auto --resume';
    case 'refused':
      return 'move that out of the way (commit it, say), then: orchestral apply';
    default:
      return `orchestral apply brings it there: ${base} goes forward to orchestral/auto, and no file that you changed is overwritten`;
  }
}

const IMPORT = {
  is_plan: 'it is a list of tasks already',
  no_list: "it is neither a checklist, nor Task Master's tasks.json, nor GitHub's issues as JSON",
  not_task_master: "it does not have the form of Task Master's tasks.json",
  not_issues: "it does not have the form of GitHub's issues",
  bad_graph: 'its tasks make no graph',
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
      return 'NO_TASKS: it has no task';
    case 'too_large':
      return `TOO_LARGE: it has ${formatSize(params.size)}, and at most ${formatSize(params.limit)} are read`;
    case 'too_many_deps':
      return `TOO_MANY_DEPS: it has more than ${params.limit} dependencies`;
    case 'bad_id':
      return `BAD_ID: '${params.id}' is no id of a task (one looks like T1.3)`;
    case 'bad_checkbox':
      return `BAD_CHECKBOX: ${params.id} has [${params.mark}], which is neither [ ] nor [x]`;
    case 'bad_phase':
      return `BAD_PHASE: the phase of ${params.id} has more than nine digits`;
    case 'duplicate_id':
      return `DUPLICATE_ID: ${params.id} stands in line ${params.firstLine} already`;
    case 'missing_dep': {
      const { suggestion } = params;
      return `MISSING_DEP: ${params.id} names ${params.needs}, which is no task${suggestion === null ? '' : ` (did you mean ${suggestion}?)`}`;
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
    goesOn: (tasks: string, mode: string, on: string) => `going on: ${tasks} on ${on}, mode ${mode}`,
    tasksIn: (left: number, total: number, phases: number) =>
      `${left === total ? '' : `${left} of `}${total} ${total === 1 ? 'task' : 'tasks'} in ${phases} ${phases === 1 ? 'phase' : 'phases'}`,
    changes: {
      added: (ids: string) => `new in the list: ${ids}`,
      removed: (ids: string) => `no longer in the list: ${ids}`,
      rewired: (id: string, needs: string) => `${id} now needs ${needs === '' ? 'nothing' : needs}`,
    },
    andMore: (count: number) => `and ${count} more`,
    more: (count: number) => `+ ${count} more`,
    phase: (phase: number) => `phase ${phase}`,
    phasesMore: (count: number) => (count === 1 ? '+ 1 phase' : `+ ${count} phases`),
    prepared: 'the checks ran on the untouched base',
    baseRed: 'tests are red on the untouched base: that counts against no task',
    entered: (tasks: number) => (tasks === 1 ? '1 task' : `${tasks} tasks`),
    worked: 'the agent is done; to be merged',
    completedByHand: 'completed by hand',
    attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
    attemptFailed: (nth: number, reason: string) => `attempt ${nth} failed: ${reason}`,
    failed: (attempts: number, reason: string) =>
      attempts === 0
        ? `failed: ${reason}`
        : `failed after ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}: ${reason}`,
    givenUp: 'given up by hand',
    conflict: 'conflicts with what was merged before; an agent resolves it',
    skipped: 'skipped',
    reopened: 'to be done again',
    verdicts: { review: 'is reviewed before it is merged', hold: 'waits for your decision', work: 'sent back' },
    reviewed: 'the reviewer allows it',
    reviewFailed: (reason: string) => `nobody could review it (${reason}); it waits for your decision`,
    answered: { merge: 'allowed', work: 'refused, to be done again' },
    probed: 'tried with other inputs',
    phaseDone: (done: number, total: number) => `done, ${done} of ${total} tasks`,
    phaseRed: 'the checks are red with all of it merged; an agent repairs it',
    phaseStuck: 'the checks stay red',
    repaired: 'repaired',
    repairFailed: 'the repair failed',
    delivered: (base: string) => `delivered to ${base}`,
    phasesDelivered: (count: number, base: string) =>
      count === 1 ? `1 finished phase is on ${base}` : `${count} finished phases are on ${base}`,
    blockedBy: (id: string, by: string) => `${id} is blocked by ${by}`,
    leftAlone: (base: string, why: string, detail: readonly string[]) =>
      `your checkout of ${base} was left as it is: ${undelivered(why, detail)}`,
    rebaseRed: 'with the base as it is now it does not pass',
    delivering: 'to be brought into your checkout',
    steps: {
      work: '',
      wait: 'waits to be tried again',
      probe: 'being tried with other inputs',
      merge: 'being merged and checked',
      review: 'being reviewed',
      hold: 'waits for your decision',
      resolve: 'resolving a conflict',
      prepare: 'checking the base',
      begin: 'preparing the phase',
      'phase-merge': 'merging the phase and checking it',
      repair: 'repairing the phase',
      deliver: 'delivering',
      rebase: 'taking up the base',
    },
    attempt: (nth: number) => `attempt ${nth}`,
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
      `begin phase ${phase} (${tasks === 1 ? '1 task' : `${tasks} tasks`}${blocked === 0 ? '' : `, ${blocked} blocked`})?`,
    report: {
      allDone: (total: number) => (total === 1 ? 'the task is done' : `all ${total} tasks are done`),
      done: (done: number, total: number) => `${done} of ${total} tasks are done`,
      failed: 'failed',
      blocked: 'blocked',
      skipped: 'skipped',
      by: (ids: string) => `by ${ids}`,
      held: 'waiting for your decision',
      allowed: 'let through',
      allowedBy: {
        reviewer: (what: string) => `the reviewer allowed ${what}`,
        person: (what: string) => `you allowed ${what}`,
      },
      letThrough: (ids: string) => `let through by a review or by you: ${ids}`,
      unproven: (ids: string) => `unproven, no test fails without the change: ${ids}`,
      notTestable: (ids: string) => `nothing that tests could load: ${ids}`,
      wall: (duration: string) => `took ${duration}`,
      agents: (duration: string) => `agents ${duration}`,
      wasted: (what: string) => `failed attempts ${what}`,
      kept: 'what was done for a failed task is on the branch orchestral/task/ID',
      seeAll: 'see all of them: orchestral auto status',
    },
    kinds: {
      tests_red: 'tests are red',
      build_red: 'it does not build',
      setup_red: 'it cannot be set up any more',
      tests_gone: 'tests are gone',
      no_change: 'nothing was changed',
      conflict: 'conflict',
      acceptance: 'an acceptance command failed',
      proof: 'the proof speaks against it',
      probe: 'a probe of what the task promises failed',
      review: 'the review refuses it',
      ask: 'only a person can allow it',
      outside: 'it wrote outside its folder',
      person: 'given up by hand',
      crash: 'the agent failed',
      denied: 'the agent was refused a tool it needed',
      timeout: 'the agent took too long',
      idle: 'the agent was silent for too long',
      invalid_answer: 'the agent gave no answer that can be used',
      rate_limit: 'the agent is limited',
      overloaded: 'the agent is overloaded',
      context_too_long: 'it became too much for the agent',
      refused: 'the agent refused',
      max_turns: 'the agent took too many turns',
      budget: "the attempt's budget is spent",
    } as Readonly<Record<string, string>>,
    interrupted: 'interrupted; everything is recorded. Go on with: orchestral auto --resume',
    kept: 'everything is kept; go on with: orchestral auto --resume',
    phaseOver: (phase: number) => `phase ${phase} is over; go on with the others: orchestral auto --resume`,
    failedThin: (id: string, attempts: number, reason: string) => `FAILED ${id} (${attempts}×): ${reason}`,
    status: {
      title: (project: string, phase: number) => `${project} · phase ${phase}`,
      worktree: 'worktree',
      conductedBy: (pid: number, host: string) => `conducted by process ${pid} on ${host}`,
      next: {
        conducted: 'stop it: orchestral auto stop',
        done: 'nothing is left to be done',
        failed: (ids: readonly string[]) =>
          `try again: orchestral auto retry ${formatTaskIds(ids)}, then orchestral auto --resume`,
        leftAlone: 'bring it into your checkout: orchestral apply',
        held: 'decide about what waits for you: orchestral auto review',
        goOn: 'go on: orchestral auto --resume',
        asks: (phase: number) => `phase ${phase} waits to be allowed: orchestral auto --yes`,
      },
    },
    dry: {
      title: (project: string, left: number, total: number) =>
        `${project}: ${left === total ? `${total} ${total === 1 ? 'task' : 'tasks'}` : `${left} of ${total} tasks left`}`,
      nothing: 'nothing is left that can be done',
      failed: (ids: string, blocked: number) =>
        `failed, and not tried again by itself: ${ids}${blocked === 0 ? '' : ` (${blocked === 1 ? '1 task waits' : `${blocked} tasks wait`} for that)`}. Try again: orchestral auto retry ID`,
      atOnce: (count: number | null) => (count === null ? 'as many at once as memory allows' : `${count} at once`),
      phase: (phase: number, tasks: number, duration: string) =>
        `phase ${phase} · ${tasks === 1 ? '1 task' : `${tasks} tasks`} · ${duration}`,
      critical: 'critical path',
      wall: (duration: string) => `expected: ${duration}`,
      cost: (dollars: string) => `about ${dollars}, as the tasks so far cost`,
      noCost: 'cost unknown: nothing was done yet, or nobody said what it cost',
      begin: 'begin: orchestral auto',
    },
    stopped: 'stopped; go on with: orchestral auto --resume',
    stoppedNobody: 'nobody was conducting it; it is stopped. Go on with: orchestral auto --resume',
    stopping: (pid: number) => `asked to stop; waiting for process ${pid} to end its work …`,
    slow: (pid: number) => `asked to stop, and process ${pid} has not let go of it yet: it stops as soon as it can`,
    judged: {
      retry: (ids: string) => `to be done again: ${ids}`,
      complete: (ids: string) => `completed: ${ids}`,
      skip: (ids: string) => `skipped: ${ids}`,
    },
    agentAtWork: (ids: string) => `an agent is working on ${ids}. End it, and take your word for it?`,
    queued: (ids: string) => `waiting to be merged: ${ids}`,
    readyNow: (ids: string) => `ready now: ${ids}`,
    leftOut: (ids: string) => `left out, as cancelled, deferred or optional: ${ids}`,
    /** What an imported list does not say. */
    guessed: {
      in_order: 'taken to be in order: each task needs the one before it',
      subtasks_first: 'a task with subtasks comes after them',
      numbered: 'tasks were numbered by their place',
      independent: 'issues that name no other one need none',
    },
    otherTags: (tag: string, others: string) => `of several lists in the file, '${tag}' was read; not: ${others}`,
    imported: (tasks: number, file: string) => `${tasks === 1 ? '1 task' : `${tasks} tasks`} written to ${file}`,
    replaceFile: (file: string) => `${file} is there already. Replace it?`,
    applied: (base: string) => `the finished work is on ${base}`,
    alsoWaits: 'the task graph has work for your checkout, too: orchestral apply auto',
    appliedElsewhere: (pid: number) => `process ${pid} conducts the task graph and brings it in`,
  },
};
