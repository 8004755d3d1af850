import type { NoticeParams } from '../../schema/notice.ts';
import { formatNames, formatTime } from '../format.ts';
import type { GeneralNotices } from '../sentence.ts';
import { formatProblem } from '../format-problem.ts';
import { problem } from './validation.ts';

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
  ready: (subject: string) => `${subject} is ready to merge`,
  failed: (subject: string) => `${subject} failed`,
  done: (subject: string) => `${subject} is done`,
  phase_done: (subject: string, phase: number) => `${subject}: phase ${phase} is done`,
  phase_waits: (subject: string, phase: number) => `${subject}: phase ${phase} needs your approval to start`,
  phase_stuck: (subject: string, phase: number) => `${subject}: the checks of phase ${phase} still fail`,
  all_done: (subject: string) => `${subject}: everything that could be done is done`,
  task_failed: (subject: string, task: string) => `${subject}: ${task} failed`,
  counts: ({ completed, failed, blocked, total }: Counts) =>
    [
      `${completed} of ${total} tasks done`,
      ...(failed === 0 ? [] : [`${failed} failed`]),
      ...(blocked === 0 ? [] : [`${blocked} blocked`]),
    ].join(', '),
  limited: (subject: string, backend: string, until: string) => `${subject}: ${backend} is limited until ${until}`,
  goesOnByItself: 'it continues automatically then',
  task_held: (subject: string, task: string) => `${subject}: ${task} waits for your decision`,
  noted: ({ held, reviewed, unproven }: NotedTasks) => [
    ...(held.length === 0 ? [] : [`waiting for you: ${formatNames(held)} (orchestral auto review)`]),
    ...(reviewed.length === 0 ? [] : [`allowed by a reviewer: ${formatNames(reviewed)}`]),
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
    `${document} could not be read and was rebuilt from ${from === 'log' ? 'the log' : 'its .bak'}; the broken one is kept as ${kept}`,
  'auto.lost': ({ folder }) =>
    `the state of these tasks in ${folder} is gone; tasks with commits in git count as done, the rest is redone`,
  'project.around': ({ folder, project }) =>
    `the project is ${project}; to work on this package only: --project ${folder}`,
  'project.replaced': ({ kept }) =>
    `this folder was recreated or cloned again, so work starts fresh; the old state is in ${kept}`,
  'edit.refused': ({ document, kept, problems: [first] }) =>
    `your edit of ${document} breaks a rule and was ignored${first === undefined ? '' : ` (${first.path}: ${formatProblem(first, { problem })})`}; it is kept as ${kept}`,
  'edit.taken': ({ document }) => `your edit of ${document} is in effect`,
  'document.late': ({ document, reason }) =>
    `${document} could not be written (${reason.code}) and will be retried; nothing is lost, it is in the log`,
  'document.restored': ({ document, kept }) =>
    `${document} was replaced by an older version; the newer state is used, the older one is in ${kept}`,
  'log.quarantined': ({ log, why, line }) =>
    `${log} ${{ bad_line: `is damaged at line ${line ?? '?'}`, missing: 'is missing', shorter: 'was cut short' }[why]}: continuing from what is left; earlier attempt counts and costs are lost`,
  'folder.moved': () => 'this project folder was copied or moved: unfinished steps start again in new worktrees',
  'sandbox.absent': () =>
    'there is no sandbox here (bubblewrap, bwrap): agents can write outside their folders and read your files',
  'agent.key_charged': ({ backend, key }) =>
    `${key} is set: ${backend} charges that key, not the subscription you are signed in with (unset ${key} to change that)`,
  'agent.tools_denied': ({ role, tools }) =>
    `${role} was denied a tool: ${tools.join(', ')}; its work is checked as usual`,
  'checkout.changed': ({ paths }) =>
    `your checkout changed while an agent was working without a sandbox: ${paths.join(', ')}; if that was not you, check it`,
  'tasks.not_ticked': ({ file, reason }) =>
    `${file} cannot be written (${reason.code}), so finished tasks are not ticked there; nothing is lost: orchestral auto status`,
  'preflight.hooks_not_run': ({ hooks }) =>
    `this repository has hooks (${hooks.join(', ')}) that Orchestral does not run when it merges finished work`,
  'work.large_files': ({ files }) =>
    `the work adds large files: ${files.map(({ path, bytes }) => `${path} (${Math.round(bytes / 2 ** 20)} MB)`).join(', ')}; once merged, they stay in the history`,
  'preflight.submodules': ({ paths }) =>
    `submodules are empty where agents work: ${paths.join(', ')}; if the project needs them: orchestral config set project.setup_command "git submodule update --init"`,
  'preflight.lfs_pointers': () =>
    'Git LFS is not set up, so agents see only pointers to its files; to get their content: git lfs install && git lfs pull',
  'preflight.uncommitted': ({ count }) =>
    `${count === 1 ? '1 file has changes that are' : `${count} files have changes that are`} not committed: agents do not see them`,
  'checks.unlocked': ({ command }) =>
    `there is no lock file, so ${command} chose the versions; they are used for all checks here`,
  'cost.unknown': ({ backend }) => `${backend} does not report what a call costs: cost limits do not apply to it`,
  'budget.waiting': ({ limit, spent, held }) =>
    `$${spent.toFixed(2)} of $${limit} is spent, and running agents may spend $${held.toFixed(2)}: the next agent waits for one of them`,
  'desktop.silent': ({ program, why }) =>
    `no desktop notification could be shown: ${program} ${why === 'absent' ? 'is not installed' : 'does not work here'} (to turn them off: orchestral config set global.notifications.system_notify false)`,
  'reference.gone': ({ folder }) => `${folder}, given with --reference, no longer exists: continuing without it`,
  'memory.silent': (silent) => `[Warning] claude-mem cannot be searched: ${whyNoMemory(silent)}
Continuing with knowledge.yaml only.`,
  'memory.unsaved': ({ why, detail }) =>
    `claude-mem did not save what was decided${why === 'slow' ? ' within 5 seconds' : ` (${detail})`}; knowledge.yaml has it`,
  'slack.untrusted': ({ file, host }) =>
    `no message is sent to Slack: the webhook in ${file} (${host}) came with the repository; if you want it: orchestral trust`,
  'slack.silent': (silent) => {
    switch (silent.why) {
      case 'bad_url':
        return 'no message is sent to Slack: ORCHESTRAL_SLACK_WEBHOOK_URL is not an https address';
      case 'refused':
        return `Slack rejected the message (HTTP ${silent.status}): check ORCHESTRAL_SLACK_WEBHOOK_URL`;
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
