import type { SessionWanted } from '../../base/failure.ts';
import type { FailuresOf } from '../catalogue.ts';

export const sessionFailures: FailuresOf<'session'> = {
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
    hint: `try again: orchestral session --merge; or merge orchestral/session-${request} by hand`,
  }),
};

function notMerged(base: string, why: string, detail: readonly string[]): string {
  const names = `${detail.slice(0, 5).join(', ')}${detail.length > 5 ? ' …' : ''}`;
  switch (why) {
    case 'conflict':
      return `${base} has moved and conflicts with it in ${names}`;
    case 'red':
      return `${base} has moved, and with it tests fail${names === '' ? '' : ` (${names})`}`;
    case 'base_gone':
      return `the branch ${base} does not exist any more`;
    default:
      return `${base} kept moving`;
  }
}

function leftAlone(why: string): string {
  switch (why) {
    case 'changed_files':
      return 'it has changed files';
    case 'operation_in_progress':
      return 'something is going on there';
    case 'index_locked':
      return 'git has it locked';
    case 'folder_missing':
      return 'its folder is not there';
    default:
      return 'something is in the way';
  }
}

const CANNOT: Record<SessionWanted, string> = {
  status: 'cannot be shown',
  resume: 'has ended and cannot be resumed',
  resume_completed: 'is done: there is nothing to resume',
  stop: 'is not under way',
  reset: 'has ended already',
  merge: 'has no finished work to merge',
  learn: 'has nothing to learn from',
};

const REASONS: Readonly<Record<string, string>> = {
  implementation_retries: 'it was implemented as often as allowed and does not pass',
  design_retries: 'it was designed as often as allowed and does not pass',
  crash: 'the agent failed',
  timeout: 'the agent took too long',
  validation: 'the agent gave no answer that can be used',
  limit: "the agent's limits were reached",
  auth: 'the agent is not signed in',
};
