/** Further actions on runs, sessions and task lists. */
export const actions = {
  more: 'More',
  rebase: 'Update to the latest base',
  rebaseSure: (base: string) =>
    `Update to the latest ${base}? The work is merged with it, tested and judged again. Then it waits for you again.`,
  baseMoved: (base: string, count: number) =>
    count === 1
      ? `${base} has 1 commit that this work does not have.`
      : `${base} has ${count} commits that this work does not have.`,
  takeUp: 'Update now',
  rerun: 'Rerun from here',
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
  rerunSure: (role: string) => `Rerun the ${role} and everything after it? Later results are replaced.`,
  extend: 'Give running agents more time',
  minutes: (minutes: number) => `${minutes} minutes`,
  extended: (minutes: number) => `The agents have ${minutes} more minutes.`,
};

export const published = {
  title: 'Pull request',
  branchTitle: 'Published branch',
  named: (number: number) => `Pull request #${number}`,
  open: 'Open the pull request',
  openByHand: 'Open one yourself',
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
    `${given === 1 ? '1 comment' : `${given} comments`} given to the agent, ${answered} answered`,
  others: 'Comments by people without write access. They are not given to an agent.',
  readAt: (time: string) => `last checked at ${time}`,
  sync: 'Check again',
};
