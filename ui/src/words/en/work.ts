/** What can be asked for of runs, sessions and lists of tasks besides their main action. */
export const actions = {
  more: 'More',
  rebase: 'Take up the base as it is now',
  rebaseSure: (base: string) =>
    `Take up ${base} as it is now? The work is merged with it, tested and judged again, and waits for you again.`,
  baseMoved: (base: string, count: number) =>
    count === 1
      ? `${base} has 1 commit that this work does not have.`
      : `${base} has ${count} commits that this work does not have.`,
  takeUp: 'Take them up',
  rerun: 'Run again from here on',
  roles: {
    refine: 'Refiner',
    build: 'Builder',
    verify: 'Verifier',
    gate: 'Gatekeeper',
    explore: 'Explorer',
    plan: 'Planner',
    design: 'Architect',
    write: 'QA engineer (tests)',
    implement: 'Implementer',
  },
  rerunSure: (role: string) => `Run the ${role} again, and everything after it? What came after it is made anew.`,
  extend: 'More time for the agents at work',
  minutes: (minutes: number) => `${minutes} minutes`,
  extended: (minutes: number) => `The agents have ${minutes} more minutes.`,
};

export const published = {
  title: 'Pull request',
  branchTitle: 'Published branch',
  named: (number: number) => `Pull request #${number}`,
  open: 'Open the pull request',
  openByHand: 'Open one by hand',
  into: (branch: string, base: string) => `${branch} → ${base}`,
  states: { open: 'open', closed: 'closed', merged: 'merged' },
  draft: 'draft',
  checks: {
    failed: (count: number) => (count === 1 ? '1 check fails' : `${count} checks fail`),
    pending: (count: number) => (count === 1 ? '1 check runs' : `${count} checks run`),
    passed: (count: number) => (count === 1 ? '1 check passes' : `${count} checks pass`),
    none: 'no checks',
  },
  onCommit: (commit: string) => `on commit ${commit}`,
  remarks: (given: number, answered: number) =>
    `${given === 1 ? '1 remark' : `${given} remarks`} given to the agent, ${answered} answered`,
  others: 'Said by people without write access. No agent gets it.',
  readAt: (time: string) => `as read at ${time}`,
  sync: 'Look again',
};
