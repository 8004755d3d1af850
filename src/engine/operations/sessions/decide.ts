import { fail, type Failure, type SessionWanted, throwFailure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { resolveRevision } from '../../../git/repository.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { canRebase } from '../../../workflows/session/rebase.ts';
import type { SessionRerunStep } from '../../../workflows/session/abilities.ts';
import { canRerun } from '../../../workflows/session/rerun.ts';
import { isGrounded, type Session } from '../../../workflows/session/session-state.ts';
import { recordDecision } from '../../conductor/open-workflow.ts';
import type { OpenSession } from '../../descriptors/session.ts';
import { findConductor } from '../../find-conductor.ts';
import { groundFor } from './ground.ts';

/** Stops an active session; whoever conducts it hears that and lets go. */
export function stopSession(open: OpenSession): Promise<void> {
  return decide(open, 'stop', (session) =>
    session.status === 'active' ? ok([{ type: 'stop_requested', data: {} }]) : notNow(session, 'stop'),
  );
}

/** Ends a session for good: its status becomes completed, its contracts stay. */
export function resetSession(open: OpenSession): Promise<void> {
  return decide(open, 'reset', (session) =>
    session.status === 'completed' ? notNow(session, 'reset') : ok([{ type: 'reset_requested', data: {} }]),
  );
}

/** Nothing to record for a session that was only interrupted; one taken over from its documents is told where it works. */
export async function resumeSession(open: OpenSession): Promise<void> {
  const ground = await groundFor(open);
  return decide(open, 'resume', (session) => {
    const found = isGrounded(session) ? [] : ground;
    if (session.status === 'active') return ok(found);
    return session.status === 'stopped'
      ? ok([...found, { type: 'resume_requested', data: {} }])
      : notNow(session, session.stage.at === 'complete' ? 'resume_completed' : 'resume');
  });
}

/** Has the finished work brought to its base; asked for again after it was left alone, into the checkout as that is. */
export function deliverSession(open: OpenSession): Promise<void> {
  return decide(open, 'merge', (session) => {
    const { stage, delivery } = session;
    if (stage.at !== 'complete' || !isGrounded(session)) return notNow(session, 'merge');
    if (delivery?.at === 'done' || delivery?.at === 'wanted') return ok([]);
    if (delivery?.at === 'proposed' || delivery?.at === 'sync' || delivery?.at === 'amend') return isPublished(session);
    return ok([{ type: 'delivery_requested', data: { asked: delivery?.at === 'left_alone' } }]);
  });
}

/** Has it looked up what became of published work. */
export function syncSession(open: OpenSession): Promise<void> {
  return decide(open, 'merge', (session) => {
    const at = session.delivery?.at;
    // Whoever was interrupted meanwhile asks once more, and it goes on.
    if (at === 'sync' || at === 'amend' || at === 'wanted') return ok([]);
    if (at !== 'proposed') return fail('pull_request.none', { named: session.request_id });
    return ok([{ type: 'sync_requested', data: {} }]);
  });
}

function isPublished({ request_id: id, proposal }: Session): Result<never, Failure> {
  return fail('pull_request.published', { id, url: proposal?.url ?? proposal?.link ?? proposal?.branch ?? '' });
}

/** The base as it is now is taken up, by whoever conducts the session, after the subtask that is being worked on. */
export async function rebaseSession(open: OpenSession): Promise<void> {
  const { store, services } = open;
  const { state } = store;
  if (state.kind === 'none') return throwFailure('session.none', { wanted: 'rebase' });
  const { request_id: id, base, proposal } = state;
  if (base === null) return throwFailure('rebase.no_branch', { id });
  const { git, repository } = services;
  const published = proposal?.theirs ?? proposal?.base_commit;
  const now = published ?? (await resolveRevision(git, repository, `refs/heads/${base.branch}^{commit}`));
  if (now === null) return throwFailure('rebase.base_gone', { id, base: base.branch });
  return decide(open, 'rebase', (session) => {
    if (session.rebase !== undefined) return ok([]);
    if (!canRebase(session)) return notNow(session, 'rebase');
    if (session.base?.commit === now) return fail('rebase.not_moved', { id, base: base.branch });
    return ok([{ type: 'rebase_requested', data: {} }]);
  });
}

/** One step again, and all that follow from it: while no agent is at work, so that nobody's work is thrown away. */
export function rerunSession(open: OpenSession, step: SessionRerunStep): Promise<void> {
  const isConducted = findConductor(open.folder) !== null;
  return decide(open, 'rerun', (session) => {
    const isBusy = isConducted && session.in_flight.length > 0;
    if (isBusy || !isGrounded(session) || !canRerun(session, step)) return notNow(session, 'rerun');
    return ok([{ type: 'rerun_requested', data: { step } }]);
  });
}

function decide(
  { store, services: { env } }: OpenSession,
  wanted: SessionWanted,
  judge: (session: Session) => Result<readonly SessionEvent[], Failure>,
): Promise<void> {
  return recordDecision({ store, env }, (state) =>
    state.kind === 'none' ? fail('session.none', { wanted }) : judge(state),
  );
}

function notNow({ request_id, status }: Session, wanted: SessionWanted): Result<never, Failure> {
  return fail('session.not_now', { request: request_id, status, wanted });
}
