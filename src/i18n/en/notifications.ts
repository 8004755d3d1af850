import type { NoticeParams } from '../../schema/notice.ts';
import { formatNames, formatTime } from '../format.ts';
import type { GeneralNotices } from '../sentence.ts';
import { expected } from './validation.ts';

export interface Counts {
  readonly completed: number;
  readonly failed: number;
  readonly blocked: number;
  readonly total: number;
}

export interface NotedTasks {
  readonly held: readonly string[];
  readonly reviewed: readonly string[];
  readonly unproven: readonly string[];
}

/** Headlines for whoever is not looking; Slack and the desktop show them. */
export const notifications = {
  waiting: (subject: string) => `${subject} waits for your answer`,
  ready: (subject: string) => `${subject} is ready to be merged`,
  failed: (subject: string) => `${subject} failed`,
  done: (subject: string) => `${subject} is done`,
  phase_done: (subject: string, phase: number) => `${subject}: phase ${phase} is done`,
  phase_waits: (subject: string, phase: number) => `${subject}: phase ${phase} waits for you to allow it`,
  phase_stuck: (subject: string, phase: number) => `${subject}: the checks of phase ${phase} stay red`,
  all_done: (subject: string) => `${subject}: everything that could be done is done`,
  task_failed: (subject: string, task: string) => `${subject}: ${task} failed`,
  counts: ({ completed, failed, blocked, total }: Counts) =>
    [
      `${completed} of ${total} tasks done`,
      ...(failed === 0 ? [] : [`${failed} failed`]),
      ...(blocked === 0 ? [] : [`${blocked} blocked`]),
    ].join(', '),
  limited: (subject: string, backend: string, until: string) => `${subject}: ${backend} is limited until ${until}`,
  goesOnByItself: 'it goes on by itself then',
  task_held: (subject: string, task: string) => `${subject}: ${task} waits for your decision`,
  noted: ({ held, reviewed, unproven }: NotedTasks) => [
    ...(held.length === 0 ? [] : [`waiting for you: ${formatNames(held)} (orchestral auto review)`]),
    ...(reviewed.length === 0 ? [] : [`let through by a review: ${formatNames(reviewed)}`]),
    ...(unproven.length === 0 ? [] : [`unproven: ${formatNames(unproven)}`]),
  ],
  howToAllow: 'orchestral auto --yes',
  howToApply: 'not in your checkout yet: orchestral apply',
};

/** What a command tells besides its answer. */
export const notices: GeneralNotices = {
  'lock.broken': ({ lock, holder }) =>
    `${lock}: its holder ${holder === null ? '' : `(pid ${holder.pid}, ${holder.command}) `}is dead, so the lock was removed`,
  'lock.waiting': ({ lock, holder }) =>
    `waiting for ${lock}${holder === null ? '' : `, held by pid ${holder.pid} on ${holder.host} (${holder.command}) since ${formatTime(holder.since)}`}`,
  'document.rebuilt': ({ document, from, kept }) =>
    `${document} could not be read and was made again from ${from === 'log' ? 'the log' : 'its .bak'}; the broken one is kept as ${kept}`,
  'auto.lost': ({ folder }) =>
    `what was known of these tasks in ${folder} is gone; what git has of them counts as done, the rest is done again`,
  'project.around': ({ folder, project }) =>
    `the project is all of ${project}; to work on this package alone: --project ${folder}`,
  'project.replaced': ({ kept }) =>
    `this folder was made or cloned again: work begins afresh, and what was kept of the former one is in ${kept}`,
  'edit.refused': ({ document, kept, problems: [first] }) =>
    `your edit of ${document} breaks a rule and does not count${first === undefined ? '' : ` (${first.path}: expected ${expected(first.expected)}, got ${first.got})`}; it is kept as ${kept}`,
  'edit.taken': ({ document }) => `your edit of ${document} counts from now on`,
  'document.late': ({ document, reason }) =>
    `${document} could not be written (${reason.code}) and will be tried again; nothing is lost, the log has it all`,
  'document.restored': ({ document, kept }) =>
    `${document} went back to an older version; the newer state was kept, that version is in ${kept}`,
  'log.quarantined': ({ log, why, line }) =>
    `${log} ${{ bad_line: `is damaged at line ${line ?? '?'}`, missing: 'is missing', shorter: 'was cut short' }[why]}: going on from what is there; attempt counts and costs before now are lost`,
  'folder.moved': () => 'this project folder was copied or moved: what was in flight begins again, in new worktrees',
  'sandbox.absent': () =>
    'there is no sandbox here (bubblewrap, bwrap): agents can write outside their folders and read your files',
  'agent.key_charged': ({ backend, key }) =>
    `${key} is set: ${backend} charges that key, not the subscription you are signed in with (unset ${key} to change that)`,
  'agent.tools_denied': ({ role, tools }) =>
    `${role} was refused a tool it wanted to use: ${tools.join(', ')}; what it did without is judged as usual`,
  'checkout.changed': ({ paths }) =>
    `your checkout changed while an agent worked without a sandbox: ${paths.join(', ')}; if that was not you, have a look`,
  'preflight.hooks_not_run': ({ hooks }) =>
    `this repository guards its branches with a hook (${hooks.join(', ')}); Orchestral runs no hooks, so the hook is not asked when finished work is merged`,
  'work.large_files': ({ files }) =>
    `the work adds large files: ${files.map(({ path, bytes }) => `${path} (${Math.round(bytes / 2 ** 20)} MB)`).join(', ')}; they stay in the history of the repository once they are merged`,
  'preflight.submodules': ({ paths }) =>
    `submodules are empty where agents work: ${paths.join(', ')}; if the project needs them, let setup_command in .orchestral/config/project.json fetch them (git submodule update --init)`,
  'preflight.lfs_pointers': () =>
    'Git LFS is not set up, so its files are pointers where agents work, as they are here; to have their content: git lfs install && git lfs pull',
  'preflight.uncommitted': ({ count }) =>
    `${count === 1 ? '1 file has changes that are' : `${count} files have changes that are`} not committed: agents do not see them`,
  'checks.unlocked': ({ command }) =>
    `no lock file says which versions are meant: ${command} chose them, once for everything that is checked here, and no lock file is written`,
  'cost.unknown': ({ backend }) => `${backend} does not report what a call costs: limits of money do not hold for it`,
  'budget.waiting': ({ limit, spent, held }) =>
    `of the budget of $${limit}, $${spent.toFixed(2)} is spent and running agents may still spend $${held.toFixed(2)}: the next one waits until one of them ends`,
  'desktop.silent': ({ program, why }) =>
    `no desktop notification could be shown: ${program} ${why === 'absent' ? 'is not installed' : 'does not work here'} (switch them off: notifications.system_notify in .orchestral/config/global.json)`,
  'reference.gone': ({ folder }) => `${folder}, given with --reference, is not there any more: going on without it`,
  'memory.silent': (silent) => `[Warning] claude-mem cannot be searched: ${whyNoMemory(silent)}
Going on with what the files know (knowledge.yaml) alone.`,
  'memory.unsaved': ({ why, detail }) =>
    `claude-mem did not save what was decided${why === 'slow' ? ' within 5 seconds' : ` (${detail})`}; knowledge.yaml has it`,
  'slack.untrusted': ({ file, host }) =>
    `Slack is not told: the webhook in ${file} (${host}) came with the repository; if you want it: orchestral trust`,
  'slack.silent': (silent) => {
    switch (silent.why) {
      case 'bad_url':
        return 'Slack is not told: ORCHESTRAL_SLACK_WEBHOOK_URL is no https address';
      case 'refused':
        return `Slack did not take the message (HTTP ${silent.status}): check ORCHESTRAL_SLACK_WEBHOOK_URL`;
      case 'unreachable':
        return 'Slack could not be reached';
      case 'unsure':
        return 'Slack did not answer: the message may or may not have arrived';
    }
  },
};

function whyNoMemory(silent: NoticeParams['memory.silent']): string {
  switch (silent.why) {
    case 'not_installed':
      return 'it is not installed';
    case 'slow':
      return 'it did not answer within 5 seconds';
    case 'failed':
      return `it failed (${silent.detail})`;
  }
}
