import type { SessionWanted } from '../../base/failure.ts';
import type { SessionFailures } from '../sentence.ts';
import { leftAlone } from './failures.ts';
import { states } from './states.ts';

export const sessionFailures: SessionFailures = {
  'session.lost': ({ document }) => ({
    message: `${document} cannot be read, and neither can its log or its .bak`,
    hint: 'restore one from a backup, or start a new session, which moves the broken files aside: orchestral session "…" --yes',
  }),
  'session.none': ({ wanted }) => ({
    message: wanted === 'resume' ? 'there is no session to resume' : 'there is no session here',
    hint: 'start one: orchestral session "what you want"',
  }),
  'session.no_request': () => ({
    message: 'no session is running here, and no request was given',
    hint: 'say what you want: orchestral session "Add a --json flag to the list command"',
  }),
  'session.active': ({ request }) => ({
    message: `session ${request} is still active; only one request runs at a time`,
    hint: 'continue it: orchestral session resume; or end it: orchestral session reset',
  }),
  'session.unknown': ({ named }) => ({
    message: `there is no session ${named}`,
    hint: 'see them: orchestral session resume; if this is a request, put it in quotes',
  }),
  'session.choose': () => ({
    message: 'there are several sessions, and no terminal to ask in',
    hint: 'choose one by its number: orchestral session resume N',
  }),
  'session.not_now': ({ request, status, wanted }) => ({
    message: `session ${request} ${CANNOT[wanted]} (it is ${states.session[status] ?? status})`,
    hint:
      wanted === 'resume_completed'
        ? 'merge its work: orchestral session --merge'
        : 'see the status: orchestral session status',
  }),
  'session.failed': ({ request, where, kind, detail }) => ({
    message: `session ${request} stopped at ${where}: ${REASONS[kind] ?? kind}${detail === '' ? '' : `: ${detail}`}`,
    hint: 'see the details: orchestral session status --verbose; then try again: orchestral session resume',
  }),
  'session.agent_unusable': ({ request, where, detail }) => ({
    message: `session ${request} stopped at ${where}: the agent cannot be used: ${detail}`,
    hint: 'check the sign-in: orchestral doctor; then continue: orchestral session resume',
  }),
  'session.waits': ({ request, id }) => ({
    message: `session ${request} waits for your decision about ${id}`,
    hint: `review and decide: orchestral answer ${id}; then continue: orchestral session resume`,
  }),
  'session.stopped': ({ request, status }) => ({
    message:
      status === 'stopped' ? `session ${request} was stopped` : `session ${request} was ended before its work was done`,
    hint: status === 'stopped' ? 'continue with: orchestral session resume' : null,
  }),
  'session.left_alone': ({ request, base, why }) => ({
    message: `session ${request} is merged, but your checkout of ${base} was not updated: ${leftAlone(why)}`,
    hint: 'update it: orchestral session --merge',
  }),
  'session.not_merged': ({ request, base, why, detail }) => ({
    message: `session ${request} was not merged: ${notMerged(base, why, detail)}`,
    hint:
      why === 'conflict' || why === 'red'
        ? `let an agent resolve it, then test again: orchestral rebase ${request}; or merge orchestral/session-${request} by hand`
        : `try again: orchestral session --merge; or merge orchestral/session-${request} by hand`,
  }),
};

function notMerged(base: string, why: string, detail: readonly string[]): string {
  const names = `${detail.slice(0, 5).join(', ')}${detail.length > 5 ? ' …' : ''}`;
  switch (why) {
    case 'conflict':
      return `${base} has new commits that conflict with it in ${names}`;
    case 'red':
      return `${base} has new commits, and tests fail when merged with them${names === '' ? '' : ` (${names})`}`;
    case 'agent':
      return `the agent that merges it with ${base} failed: ${names}`;
    case 'not_allowed':
      return `you did not allow the findings on the latest ${base}`;
    case 'question':
      return `${base} has new commits, and the findings need your decision: orchestral answer`;
    case 'base_gone':
      return `the branch ${base} no longer exists`;
    default:
      return `${base} kept getting new commits`;
  }
}

const CANNOT: Record<SessionWanted, string> = {
  status: 'cannot be shown',
  resume: 'has ended and cannot be resumed',
  resume_completed: 'is done: there is nothing to resume',
  stop: 'is not running',
  reset: 'has ended already',
  merge: 'has no finished work to merge',
  rebase: 'cannot be updated to its base now',
  rerun: 'has no such step that can be redone now',
  learn: 'has nothing to learn from',
};

const REASONS: Readonly<Record<string, string>> = {
  qa_strayed: 'QA twice changed files it may not change',
  implementation_retries: 'all implementation attempts failed',
  design_retries: 'all design attempts failed',
  rebase_conflict: 'the conflict with its base was not resolved',
  rebase_red: 'it fails on the latest base',
  crash: 'the agent failed',
  timeout: 'the agent took too long',
  validation: 'the agent gave no usable answer',
  limit: 'the agent reached its limits',
  auth: 'the agent is not signed in',
};

/** What `orchestral session` prints. */
export const sessionScreens = {
  sessionBox: {
    title: 'Earlier sessions',
    request: 'Request:',
    choose: 'Choose a number:',
    more: (count: number) => `and ${count} older (all of them: --json)`,
  },
  session: {
    begins: (request: string, base: string) => `session ${request} on ${base}`,
    discovery: 'discovery',
    explored: 'project explored',
    planned: 'planned',
    merged: (tasks: number, subtasks: number) =>
      `${tasks === 1 ? '1 task' : `${tasks} tasks`}, ${subtasks === 1 ? '1 subtask' : `${subtasks} subtasks`}`,
    assumptions: (matched: number, mismatched: number) => `assumptions ${matched} right, ${mismatched} wrong`,
    redOnBase: 'it fails on the latest base',
    planAgain: 'back to the Planner, once',
    designed: 'designed',
    testsWritten: 'tests written',
    implemented: 'implemented',
    verified: {
      complete: 'QA found no problem',
      retry_implementation: 'QA asks for another implementation',
      retry_design: 'QA asks for another design',
    },
    passed: 'passed',
    failed: 'failed',
    pending: 'pending',
    waived: 'waived',
    /** How a gate was shown. */
    strength: {
      case: 'the new tests fail, as they should',
      load: 'what the new tests import does not exist yet',
      characterisation: 'tests of what is there already',
      weak: 'weak evidence',
      unjudged: 'written rules are judged at GATE-4',
      judged: 'judged by QA',
      flaky: 'flaky tests',
    } as Readonly<Record<string, string>>,
    backTo: {
      write: 'back to QA',
      implement: 'back to the Implementer',
      design: 'back to the Architect',
      verify: 'QA verifies again',
    },
    testsRefused: 'QA changed files it may not change',
    snapshotsWritten: (count: number) => (count === 1 ? '1 snapshot updated' : `${count} snapshots updated`),
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
    reasons: REASONS,
    missing: (document: string) => `${document} is missing or not valid; the role that owns it will recreate it`,
    again: 'retrying',
    delivered: (commit: string) => `merged as ${commit}`,
    leftAlone: 'merged; your checkout was not changed',
    resetRequested: 'ended',
    lostAside: (count: number) =>
      `${count === 1 ? '1 broken file was' : `${count} broken files were`} moved aside (.corrupt-…)`,
    lostQuestion: 'Start a new session, and move the broken files of the last one aside?',
    corrected: 'wrong assumptions in the plan, and what is really there:',
    ungrounded:
      'only its documents are here, without a log; continue from them on the current branch: orchestral session resume',
    delivering: 'merge requested',
    moved: (subtask: string, phase: string) => `continues with ${subtask} (${phase}), as edited in state.json`,
    completed: (request: string) => `session ${request} is done`,
    mergedInto: (request: string, base: string, commit: string) =>
      `session ${request} is merged into ${base} as ${commit}`,
    subtasks: (count: number) => (count === 1 ? '1 subtask' : `${count} subtasks`),
    onBranch: (branch: string) => `on ${branch}`,
    howToMerge: (base: string) => `merge it into ${base}: orchestral session --merge`,
    mergeCommit: (work: string, base: string) => `Merge ${work} into ${base} now?`,
    mergeNow: (base: string) => `Merge it into ${base} now?`,
    interrupted: 'interrupted; everything is saved. Continue with: orchestral session resume',
    goOn: 'the session is saved; continue with: orchestral session resume',
    active: (request: string, text: string) => `session ${request} is active: ${text}`,
    choices: {
      resume: { label: 'resume', detail: 'continue where it stopped' },
      over: { label: 'start over', detail: 'end it and start a new one; its contracts are kept' },
      cancel: { label: 'cancel', detail: 'do nothing' },
    },
    notTaken: 'your new request was ignored: the active session continues',
    wanted: 'What do you want?',
    noSuchNumber: (most: number) => `enter a number from 1 to ${most}`,
    duplicate: (hash: string) => `session ${hash} was also active; it is stopped, the newer one is used`,
    stopped: (request: string) => `session ${request} is stopped; continue with: orchestral session resume`,
    stopping: (request: string, pid: number) =>
      `session ${request} is stopping; waiting for process ${pid} to finish …`,
    slow: (request: string, pid: number) =>
      `session ${request} is stopping; process ${pid} has not exited yet and will stop as soon as it can`,
    ended: (request: string) =>
      `session ${request} is ended; its contracts are kept, and its commits are on orchestral/session-${request}`,
    sureToEnd: (request: string) => `End session ${request} for good? Its work is not done.`,
    knows: (file: string) => `${file} is up to date`,
    conductedBy: (pid: number, host: string) => `running in process ${pid} on ${host}`,
    inFolder: (folder: string) => `in ${folder}`,
    retries: (implementation: number, design: number) =>
      [
        ...(implementation > 0 ? [`reimplemented ${implementation}×`] : []),
        ...(design > 0 ? [`redesigned ${design}×`] : []),
      ].join(', '),
    tree: (tree: string) => `tree ${tree}`,
    noProof: 'no proof was kept',
  },
};
