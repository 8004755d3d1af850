export const sessions = {
  title: 'Sessions',
  none: 'No sessions yet. Start one here, or:',
  tasks: 'Tasks',
  contracts: 'Contracts',
  raw: 'As it is written',
  stop: 'Stop',
  resume: 'Resume',
  deliver: 'Merge',
};

export const worktrees = {
  title: 'Worktrees',
  columns: { folder: 'Folder', branch: 'Branch', owner: 'Belongs to', size: 'Size', clean: 'Cleaning' },
  yours: 'you',
  fate: { removes: 'removes it', keeps: 'keeps it', is_not_ours: 'leaves it alone' },
  leavings: 'What ended runs left',
  kinds: {
    worktree: 'folder',
    branch: 'branch',
    rescue: 'rescued work',
    copy: 'copy',
    run: 'run',
    records: 'logs',
  } as Readonly<Record<string, string>>,
  leaving: { removed: 'Would be removed', kept: 'Is kept', failed: 'Cannot be removed' },
  nothing: 'Nothing is left over.',
  clean: (count: number) => `Clean ${count}`,
  sure: (count: number) => `Remove ${count} things that ended runs left?`,
};

export const knowledge = {
  title: 'Knowledge',
  learned: 'Decisions and pitfalls',
  none: 'Nothing was learned yet.',
  edit: 'Edit',
  save: 'Save',
  topic: 'What it is about',
  decision: 'What was decided',
  description: 'What goes wrong',
  why: 'Why',
  remove: 'Remove',
  removeSure: (id: string) => `Remove ${id}? Later sessions are not told of it any more.`,
  revokeSure: 'Revoke this answer? Later runs ask again.',
  precedents: 'Answers that later runs give by themselves',
  noPrecedents: 'None. A question offers it when it is answered.',
  revoke: 'Revoke',
};

export const costs = {
  title: 'Costs',
  none: 'No agent was called in the last 30 days.',
  by: { workflow: 'By workflow', role: 'By role', model: 'By model' },
  columns: { name: 'Name', cost: 'Cost', failed: 'Of that failed', tokens: 'Tokens', calls: 'Calls' },
  unknown: 'not said',
  all: 'all',
  failedOnly: 'failed attempts',
  chart: 'Cost by day',
  legend: 'Dollars by day (UTC). The lower part of a bar, in red, is what failed attempts cost.',
};

export const fleet = {
  title: 'Fleet',
  unset: 'No fleet is named: agents run on this machine. To have workers on other machines call them:',
  none: 'No worker is there. On each machine:',
  workers: 'Workers',
  queue: 'Queue',
  waiting: (waiting: number, active: number) => `${waiting} waiting, ${active} with workers`,
  throughput: (steps: number) => `${steps === 1 ? '1 step' : `${steps} steps`} done in the last 10 minutes`,
  paused: 'The fleet is paused: running steps continue, no other starts. Continue with: orchestral fleet resume',
  notDurable: 'This Redis keeps nothing through a crash: switch its append-only file on.',
  columns: {
    worker: 'Worker',
    state: 'State',
    load: 'Load',
    running: 'Runs now',
    version: 'Version',
    labels: 'Labels',
    done: 'Done',
  },
  states: {
    working: 'Working',
    limited: 'Waits for its provider',
    draining: 'Draining',
    other_version: 'Other version: takes no steps',
  },
  seconds: (seconds: number) => `${seconds} s`,
};

export const settings = {
  title: 'Settings',
  here: 'In this browser',
  scheme: 'Colours',
  schemes: { auto: 'As the system', light: 'Light', dark: 'Dark' },
  language: 'Language',
  notify: 'Notify me when something needs me',
  notifyOff: 'Stop notifying me',
  notifyNot: {
    unable: 'This browser shows no notifications for this page.',
    denied: 'The browser was told to show no notifications of this page; allow them in its settings first.',
  },
  noFiles: 'This project has no settings.',
  byDefault: 'There is no file; these are the defaults.',
  save: 'Save',
  saved: 'Saved.',
};

export const start = {
  title: 'New',
  noProject: 'No project is known yet. In its folder:',
  project: 'Project',
  kind: 'What to start',
  kinds: { run: 'Run', session: 'Session', auto: 'List of tasks' },
  briefing: 'Briefing',
  request: 'Request',
  base: 'Begin with the branch',
  tasks: (file: string, done: number, total: number) => `${file}: ${done} of ${total} are done.`,
  noTasks: 'There is no list of tasks in this project.',
  preview: 'What this means',
  money: 'money',
  commands: 'Would be run',
  nobody: 'no agent',
  budget: (spent: string, limit: string | null) =>
    limit === null ? `${spent} spent, no limit` : `${spent} of ${limit} spent`,
  trust: 'I agree that these commands of the repository are run',
  begin: 'Start',
};
