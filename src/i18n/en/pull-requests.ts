import type { PullRequestFailures } from '../sentence.ts';

export const pullRequestFailures: PullRequestFailures = {
  'forge.unknown_host': ({ host }) => ({
    message: `neither gh nor glab is signed in to ${host}`,
    hint: `sign in: gh auth login --hostname ${host}, or glab auth login --hostname ${host}; then run the command again, or: orchestral pull-request sync`,
  }),
  'forge.no_program': ({ program, host }) => ({
    message: `${program} is not installed, and is needed for ${host}`,
    hint: `install it and sign in: ${program} auth login --hostname ${host}; then run the command again, or: orchestral pull-request sync`,
  }),
  'forge.signed_out': ({ program, host }) => ({
    message: `${program} is not signed in to ${host}, or the sign-in has expired`,
    hint: `sign in: ${program} auth login --hostname ${host}; then run the command again, or: orchestral pull-request sync`,
  }),
  'forge.denied': ({ host, message }) => ({
    message: `${host} does not allow it${message === '' ? '' : `: ${message}`}`,
    hint: 'ask for write access to the repository; then run the command again, or: orchestral pull-request sync',
  }),
  'forge.not_found': ({ host, what }) => ({
    message: `${host} has no ${what}`,
    hint: 'check whether it was moved or deleted, and whether you may read it; then run the command again',
  }),
  'forge.refused': ({ host, message }) => ({
    message: `${host} refused it: ${message}`,
    hint: 'fix that; then run the command again, or: orchestral pull-request sync',
  }),
  'forge.limited': ({ host, seconds }) => ({
    message: `${host} has reached its rate limit${seconds === null ? '' : `; try again in ${seconds} s`}`,
    hint: 'wait; then run the command again, or: orchestral pull-request sync',
  }),
  'forge.unreachable': ({ host, reason }) => ({
    message: `${host} does not answer${reason === '' ? '' : `: ${reason}`}`,
    hint: 'wait until it does; then run the command again, or: orchestral pull-request sync',
  }),
  'forge.garbage': ({ host, what }) => ({
    message: `${host} gave an unexpected answer (${what})`,
    hint: 'wait a little; then run the command again, or: orchestral pull-request sync',
  }),
  'pull_request.no_host': ({ address }) => ({
    message: `${address} is not on a host with pull requests`,
    hint: 'merge the pushed branch yourself; to never open one: orchestral config set project.delivery branch',
  }),
  'pull_request.not_fetched': ({ remote, reason }) => ({
    message: `${remote} could not be read${reason === '' ? '' : `: ${reason}`}`,
    hint: `try it yourself: git fetch ${remote}; then: orchestral pull-request sync`,
  }),
  'pull_request.none': ({ named }) => ({
    message: `nothing of ${named} was published`,
    hint: 'switch it on: orchestral config set project.delivery pull-request; then: orchestral approve',
  }),
  'pull_request.not_pushed': ({ id, why, detail, again }) => {
    const [first = '', ...rest] = detail;
    return {
      message: `nothing of ${id} was pushed: ${refusals[why]?.(first, rest) ?? [why, ...detail].join(' ')}`,
      hint: nextCommand(why, { id, first, rest, again }),
    };
  },
  'pull_request.published': ({ id, url }) => ({
    message: `${id} is already published: ${url}`,
    hint: `see its status: orchestral pull-request sync ${id}`,
  }),
  'pull_request.stranger': ({ issue, author }) => ({
    message: `${issue} was written by ${author}, who has no write access: it is not given to an agent`,
    hint: 'read it; to do it, use your own words: orchestral start "…"',
  }),
  'pull_request.not_an_issue': ({ named, repository }) => ({
    message: `${named} is not an issue of ${repository}`,
    hint: 'give its number or its address: orchestral start --issue 12',
  }),
  'pull_request.no_remote': () => ({
    message: 'this repository has no remote, so there are no issues to read',
    hint: 'add it: git remote add origin URL',
  }),
  'pull_request.no_issues': ({ label }) => ({
    message: `no open issue with the label ${label} was written by somebody with write access`,
    hint: 'check the label, then: orchestral auto import --issues LABEL',
  }),
};

type Refusal = (first: string, rest: readonly string[]) => string;

const refusals: Readonly<Record<string, Refusal | undefined>> = {
  no_remote: (base) => `the repository has no remote for ${base}`,
  remote_changed: (remote, [before = '', now = '']) => `${remote} was ${before} and is ${now} now`,
  others_pushed: (branch, commits) =>
    `others pushed to ${branch}${commits.length === 0 ? '' : `: ${commits.join('; ')}`}`,
  protected: (remote, [said = '']) => `${remote} protects the branch (${said})`,
  denied: (remote, [said = '']) => `${remote} does not let you push (${said})`,
  signed_out: (remote, [said = '']) => `${remote} does not recognize you (${said})`,
  unreachable: (remote, [said = '']) => `${remote} cannot be reached (${said})`,
  failed: (remote, [said = '']) => `${remote}: ${said}`,
};

interface Next {
  readonly id: string;
  readonly first: string;
  readonly rest: readonly string[];
  readonly again: string;
}

function nextCommand(why: string, { id, first, rest, again }: Next): string {
  switch (why) {
    case 'no_remote':
      return `add one: git remote add origin ADDRESS; then: ${again}`;
    case 'remote_changed':
      return `to publish it there: ${again}; or set it back: git remote set-url ${first} ${rest[0] ?? ''}`;
    case 'others_pushed':
      return id === 'auto'
        ? `merge it yourself: git fetch; then: ${again}`
        : `merge and test it again: orchestral rebase ${id}`;
    case 'protected':
    case 'denied':
      return `ask a maintainer for the right to push orchestral/* branches; then: ${again}`;
    case 'signed_out':
      return `sign in as for git push (ssh-add, or gh auth setup-git); then: ${again}`;
    default:
      return `try it yourself: git fetch ${first}; then: ${again}`;
  }
}

export const pullRequestScreens = {
  pullRequest: {
    /** What we write on a host. */
    answeredIn: (commit: string) => `Answered in ${commit}.`,
    replyTo: (author: string) => `@${author}`,
    criteria: 'Acceptance criteria',
    repeat: 'How to repeat the proof',
    repeatHow: 'reruns the checks of this commit in a clean copy and compares',
    madeBy: (id: string) => `Made with Orchestral, ${id}.`,
    titleOfList: (project: string, done: number, all: number) => `Tasks of ${project}: ${done} of ${all} phases`,
    tasks: 'Tasks',
    held: 'waits for a person',
    failed: 'not done',
    provenBy: (count: number) => (count === 1 ? '1 test fails without it' : `${count} tests fail without it`),
    request: 'Request',
    proof: 'What was proven',
    /** On the screen. */
    opened: (url: string) => `pull request: ${url}`,
    pushed: (remote: string, branch: string) => `pushed to ${remote}/${branch}`,
    openIt: (link: string) => `open a pull request: ${link}`,
    noLink: (remote: string, branch: string) => `open a pull request for ${remote}/${branch} on its host`,
    nonePublished:
      'nothing was published so far; with "delivery": "pull-request" in .orchestral/config/project.json approved work is',
    draft: 'draft',
    merged: (commit: string) => `merged on the remote as ${commit}`,
    mergedHint: (base: string) => `update your checkout of ${base}: git pull`,
    closed: 'closed without a merge',
    states: { open: 'open', closed: 'closed', merged: 'merged' },
    noNews: 'nothing new',
    checks: (passed: number, failed: number, pending: number) =>
      [
        `${passed} checks passed`,
        ...(failed > 0 ? [`${failed} failed`] : []),
        ...(pending > 0 ? [`${pending} still run`] : []),
      ].join(', '),
    remarks: (count: number) => (count === 1 ? '1 remark goes to the Builder' : `${count} remarks go to the Builder`),
    remarksToAgent: (count: number) => (count === 1 ? '1 remark goes to an agent' : `${count} remarks go to an agent`),
    answered: (count: number) => (count === 1 ? '1 remark answered' : `${count} remarks answered`),
    others: (count: number) =>
      `${count === 1 ? '1 remark' : `${count} remarks`} by people without write access, not given to an agent`,
    conflicts: (base: string) => `conflicts with ${base}`,
    amended: 'the remarks are addressed',
    notAmended: 'the remarks were not addressed',
    theirs: 'others pushed to its branch',
    syncs: 'checking the pull request',
    sync: (id: string) => `follow it: orchestral pull-request sync ${id}`,
    goesOn: (id: string, pid: number) => `process ${pid} is working on ${id} and its pull request`,
    nextLook: (seconds: number) => `next check in ${seconds} s`,
    issueBegins: (number: number, title: string, author: string) => `Issue #${number}: ${title} (by ${author})`,
    issueQuestion: 'Start with this briefing?',
    issueSkipped: (number: number, author: string) => `#${number} skipped: ${author} has no write access`,
  },
};
