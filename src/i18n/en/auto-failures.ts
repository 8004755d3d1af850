import type { FailuresOf } from '../catalogue.ts';
import { idsToType } from '../task-ids.ts';

export const autoFailures: FailuresOf<'auto'> = {
  'auto.none': () => ({
    message: 'no task graph was begun here',
    hint: 'begin with TASKS.md: orchestral auto',
  }),
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
        ? `try again: orchestral auto retry ${idsToType(failed)}, then orchestral auto --resume; or leave it out: orchestral auto skip ${idsToType(failed)}`
        : 'go on: orchestral auto --resume',
  }),
  'auto.stuck': ({ phase, reason }) => ({
    message: `the checks of phase ${phase} stay red with all its tasks merged${reason === '' ? '' : `: ${reason}`}`,
    hint: 'repair them on its branch (orchestral auto status names it), or reopen a task: orchestral auto retry ID; then orchestral auto --resume',
  }),
  'auto.left_alone': ({ base, why, detail }) => ({
    message: `what is finished is not in your checkout of ${base}, which was left as it is: ${leftAlone(why, detail)}`,
    hint: homeward(why, base),
  }),
  'auto.phase_waits': ({ phase }) => ({
    message: `phase ${phase} waits for you to allow it`,
    hint: 'go on: orchestral auto --yes; or never be asked: orchestral auto --ultra-thin',
  }),
  'auto.stopped': () => ({ message: 'the work was stopped', hint: 'go on with: orchestral auto --resume' }),
  'auto.file_exists': () => ({
    message: 'is there already',
    hint: 'replace it: add --yes; or write another file: --tasks FILE',
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
  denied: 'it was not let do its work',
};

function partsOf({ failed, blocked, open }: { failed: number; blocked: number; open: number }): string {
  return [
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(blocked === 0 ? [] : [`${blocked} blocked`]),
    ...(open === 0 ? [] : [`${open} open`]),
  ].join(', ');
}

/** Why a checkout was left alone. */
export function leftAlone(why: string, detail: readonly string[]): string {
  const what = some(detail);
  switch (why) {
    case 'changed_files':
      return 'it has changed files';
    case 'operation_in_progress':
      return 'something is going on there';
    case 'index_locked':
      return 'git has it locked';
    case 'folder_missing':
      return 'its folder is not there';
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
      return what === '' ? 'something is in the way' : `something is in the way: ${what}`;
  }
}

/** What brings it there after all. */
function homeward(why: string, base: string): string {
  const join = `join them yourself: git checkout ${base} && git merge orchestral/auto`;
  switch (why) {
    case 'conflict':
      return `${join}, settle the conflicts and commit; then: orchestral apply`;
    case 'red':
      return `${join}, repair what fails and commit; then: orchestral apply`;
    case 'phase_open':
      return 'the end of the phase joins them: orchestral auto --resume';
    case 'refused':
      return 'move that out of the way (commit it, say), then: orchestral apply';
    default:
      return `orchestral apply brings it there: ${base} goes forward to orchestral/auto, and no file that you changed is overwritten`;
  }
}

function some(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const MOST_NAMES = 5;
