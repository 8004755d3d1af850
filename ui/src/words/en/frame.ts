export const frame = {
  home: 'Home',
  auto: 'Auto',
  runs: 'Runs',
  sessions: 'Sessions',
  worktrees: 'Worktrees',
  knowledge: 'Knowledge',
  costs: 'Costs',
  fleet: 'Fleet',
  settings: 'Settings',
  start: 'New',
  search: 'Search',
  more: 'More',
  needsYou: 'Needs you',
  running: 'Running',
  work: 'Work',
  rest: 'Project',
  breadcrumb: 'Where you are',
  project: 'Choose a project',
  noProject: 'No project yet',
  skip: 'Skip to the content',
  waiting: (count: number) => (count === 1 ? '1 thing waits for you' : `${count} things wait for you`),
  connection: { connecting: 'Connecting…', open: 'Live', lost: 'Not connected' },
  copied: 'Copied',
  copyPath: 'Copy the path of the worktree',
};

export const states = {
  needs_you: 'Needs you',
  running: 'Running',
  done: 'Done',
  unproven: 'Done, unproven',
  failed: 'Failed',
  waiting: 'Waiting',
  blocked: 'Blocked',
  ready: 'Ready',
  pending: 'Pending',
  stillLoading: 'Still reading…',
  tryAgain: 'Try again',
  unknown: 'Something went wrong on this page.',
  unreachable: 'The server cannot be reached.',
  offline: (time: string) => `Not connected since ${time}. What you see may be old; drafts are kept.`,
  notFound: 'Not found',
  notFoundHint: 'There is no such page.',
  saved: (time: string) => `saved ${time}`,
};

export const signedOut = {
  title: 'This browser is not signed in',
  explanation: 'A link signs a browser in, once, within a minute. This command prints a new one:',
};

export const keys = {
  title: 'Keys',
  everywhere: 'Everywhere',
  singleKeys: 'Use keys without Ctrl',
  palette: 'Search and go',
  help: 'These keys',
  goHome: 'Go to Home',
  goRuns: 'Go to Runs',
  goAuto: 'Go to Auto',
  goSessions: 'Go to Sessions',
  goNew: 'Start something new',
  next: 'Next',
  previous: 'Previous',
  open: 'Open',
  close: 'Close',
  filter: 'Filter',
};

export const palette = {
  prompt: 'Go to a page, a question, a run…',
  nothing: 'Nothing has this name.',
};
