import type { SessionWanted } from '../../base/failure.ts';
import type { SessionFailures } from '../sentence.ts';
import { leftAlone } from './failures.ts';

export const sessionFailures: SessionFailures = {
  'session.none': ({ wanted }) => ({
    message: wanted === 'resume' ? 'there is no session to resume' : 'there is no session here',
    hint: 'begin one: orchestral session "what you want"',
  }),
  'session.no_request': () => ({
    message: 'there is no session under way here, and no request to begin one with',
    hint: 'say what you want: orchestral session "Add a --json flag to the list command"',
  }),
  'session.active': ({ request }) => ({
    message: `session ${request} is active, and one request is worked on at a time`,
    hint: 'go on with it: orchestral session resume; or end it first: orchestral session reset',
  }),
  'session.unknown': ({ named }) => ({
    message: `there is no session ${named}`,
    hint: 'see them: orchestral session resume; to ask for something that begins with this word, put it all in quotes',
  }),
  'session.choose': () => ({
    message: 'which session is meant must be said, and there is no terminal to ask on',
    hint: 'orchestral session resume N, with a number of the list',
  }),
  'session.not_now': ({ request, status, wanted }) => ({
    message: `session ${request} ${CANNOT[wanted]} (it is ${status})`,
    hint:
      wanted === 'resume_completed'
        ? 'bring its work to its branch: orchestral session --merge'
        : 'see where it stands: orchestral session status',
  }),
  'session.failed': ({ request, where, kind, detail }) => ({
    message: `session ${request} stopped at ${where}: ${REASONS[kind] ?? kind}${detail === '' ? '' : `: ${detail}`}`,
    hint: 'see what was measured: orchestral session status --verbose; then try again: orchestral session resume',
  }),
  'session.agent_unusable': ({ request, where, detail }) => ({
    message: `session ${request} cannot go on at ${where}: the agent cannot be used: ${detail}`,
    hint: 'see which agents are signed in: orchestral doctor; sign in, then go on: orchestral session resume',
  }),
  'session.waits': ({ request, id }) => ({
    message: `session ${request} waits for your decision about ${id}`,
    hint: `see what was found, and decide: orchestral answer ${id}; then go on: orchestral session resume`,
  }),
  'session.stopped': ({ request, status }) => ({
    message:
      status === 'stopped' ? `session ${request} was stopped` : `session ${request} was ended before its work was done`,
    hint: status === 'stopped' ? 'go on with: orchestral session resume' : null,
  }),
  'session.left_alone': ({ request, base, why }) => ({
    message: `session ${request} is merged, but not in your checkout of ${base}, which was left as it is: ${leftAlone(why)}`,
    hint: 'when you want it there: orchestral session --merge',
  }),
  'session.not_merged': ({ request, base, why, detail }) => ({
    message: `session ${request} was not merged: ${notMerged(base, why, detail)}`,
    hint:
      why === 'conflict' || why === 'red'
        ? `have an agent bring both together, and all of it tested again: orchestral rebase ${request}; or merge orchestral/session-${request} by hand`
        : `try again: orchestral session --merge; or merge orchestral/session-${request} by hand`,
  }),
};

function notMerged(base: string, why: string, detail: readonly string[]): string {
  const names = `${detail.slice(0, 5).join(', ')}${detail.length > 5 ? ' …' : ''}`;
  switch (why) {
    case 'conflict':
      return `${base} has moved and conflicts with it in ${names}`;
    case 'red':
      return `${base} has moved, and with it tests fail${names === '' ? '' : ` (${names})`}`;
    case 'agent':
      return `the agent that was to bring it and ${base} together failed: ${names}`;
    case 'not_allowed':
      return `you did not allow what was found on ${base} as it is now`;
    case 'question':
      return `${base} has moved, and what was found there needs your decision: orchestral answer`;
    case 'base_gone':
      return `the branch ${base} does not exist any more`;
    default:
      return `${base} kept moving`;
  }
}

const CANNOT: Record<SessionWanted, string> = {
  status: 'cannot be shown',
  resume: 'has ended and cannot be resumed',
  resume_completed: 'is done: there is nothing to resume',
  stop: 'is not under way',
  reset: 'has ended already',
  merge: 'has no finished work to merge',
  rebase: 'cannot take up its base now',
  rerun: 'has no such step that could be done again now',
  learn: 'has nothing to learn from',
};

const REASONS: Readonly<Record<string, string>> = {
  qa_strayed: 'QA changed files that are not its to change, twice',
  implementation_retries: 'it was implemented as often as allowed and does not pass',
  design_retries: 'it was designed as often as allowed and does not pass',
  rebase_conflict: 'the conflict with its base was not resolved',
  rebase_red: 'with its base as it is now it does not pass',
  crash: 'the agent failed',
  timeout: 'the agent took too long',
  validation: 'the agent gave no answer that can be used',
  limit: "the agent's limits were reached",
  auth: 'the agent is not signed in',
};

/** What `orchestral session` prints. */
export const sessionScreens = {
  sessionBox: { title: 'Earlier sessions', request: 'Request:', choose: 'Choose a number:' },
  session: {
    begins: (request: string, base: string) => `session ${request} on ${base}`,
    discovery: 'discovery',
    explored: 'the project is explored',
    planned: 'planned',
    merged: (tasks: number, subtasks: number) =>
      `${tasks === 1 ? '1 task' : `${tasks} tasks`}, ${subtasks === 1 ? '1 subtask' : `${subtasks} subtasks`}`,
    assumptions: (matched: number, mismatched: number) => `assumptions ${matched} right, ${mismatched} wrong`,
    redOnBase: 'with the base as it is now it does not pass',
    planAgain: 'back to the Planner, once',
    designed: 'designed',
    testsWritten: 'tests written',
    implemented: 'implemented',
    verified: (action: string) => `QA recommends ${action}`,
    passed: 'passed',
    failed: 'failed',
    waived: 'waived',
    backTo: {
      write: 'back to QA',
      implement: 'back to the Implementer',
      design: 'back to the Architect',
      verify: 'QA verifies again',
    },
    testsRefused: 'QA changed what is not its to change',
    snapshotsWritten: (count: number) => (count === 1 ? '1 snapshot written anew' : `${count} snapshots written anew`),
    asked: 'needs your decision',
    answered: (allowed: number, refused: number) =>
      [...(allowed > 0 ? [`${allowed} allowed`] : []), ...(refused > 0 ? [`${refused} refused`] : [])].join(', '),
    waits: (id: string) => `${id} waits for your decision: orchestral answer ${id}`,
    was: 'before:',
    now: 'now:',
    proven: (count: number) => (count === 1 ? '1 test fails without it' : `${count} tests fail without it`),
    allowedBy: (name: string, by: string) => `${name}: allowed by ${by}`,
    subtaskDone: (commit: string) => `completed as ${commit}`,
    learned: 'knowledge.yaml is up to date',
    missing: (document: string) => `${document} is missing or not valid: whoever makes it makes it again`,
    again: 'tried again',
    delivered: (commit: string) => `merged as ${commit}`,
    leftAlone: 'merged, and your checkout was left as it is',
    resetRequested: 'ended',
    corrected: 'what the plan assumed wrongly, and what is there instead:',
    ungrounded:
      'there is no log of its work here, only its documents: orchestral session resume takes them over, from the branch that is checked out',
    delivering: 'asked to merge',
    moved: (subtask: string, phase: string) => `goes on with ${subtask} (${phase}), as edited in state.json`,
    completed: (request: string) => `session ${request} is completed`,
    mergedInto: (request: string, base: string, commit: string) =>
      `session ${request} is merged into ${base} as ${commit}`,
    subtasks: (count: number) => (count === 1 ? '1 subtask' : `${count} subtasks`),
    onBranch: (branch: string) => `on ${branch}`,
    howToMerge: (base: string) => `bring it to ${base}: orchestral session --merge`,
    mergeNow: (base: string) => `merge it into ${base} now?`,
    interrupted: 'interrupted; everything is recorded. Go on with: orchestral session resume',
    goOn: 'the session is kept; go on with: orchestral session resume',
    active: (request: string, text: string) => `session ${request} is active: ${text}`,
    choices: {
      resume: { label: 'resume', detail: 'go on where it stopped' },
      over: { label: 'start over', detail: 'end it and begin a new one; its contracts stay' },
      cancel: { label: 'cancel', detail: 'do nothing' },
    },
    notTaken: 'your new request was not taken up: the active session goes on',
    wanted: 'what do you want?',
    noSuchNumber: (most: number) => `a number from 1 to ${most}`,
    duplicate: (hash: string) => `session ${hash} was active, too; the later one is taken, this one is stopped`,
    stopped: (request: string) => `session ${request} is stopped; go on with: orchestral session resume`,
    stopping: (request: string, pid: number) =>
      `session ${request} is asked to stop; waiting for process ${pid} to end its work …`,
    slow: (request: string, pid: number) =>
      `session ${request} is asked to stop, and process ${pid} has not let go of it yet: it stops as soon as it can`,
    ended: (request: string) =>
      `session ${request} is ended; its contracts stay, and what it committed is on orchestral/session-${request}`,
    sureToEnd: (request: string) => `end session ${request} for good, before its work is done?`,
    knows: (file: string) => `${file} is up to date`,
    conductedBy: (pid: number, host: string) => `conducted by process ${pid} on ${host}`,
    retries: (implementation: number, design: number) =>
      [
        ...(implementation > 0 ? [`implemented again ${implementation}×`] : []),
        ...(design > 0 ? [`designed again ${design}×`] : []),
      ].join(', '),
    tree: (tree: string) => `tree ${tree}`,
    noProof: 'no proof is kept',
  },
};
