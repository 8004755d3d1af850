import type { EventData } from './events.ts';
import { canRebase } from './rebase.ts';
import { canRerun } from './rerun.ts';
import { isGrounded, type Session } from './session-state.ts';

export type SessionRerunStep = EventData<'rerun_requested'>['step'];

/** What a person can ask for of a session as it stands, while nobody conducts it. */
export interface SessionAbilities {
  readonly resume: boolean;
  readonly stop: boolean;
  readonly deliver: boolean;
  readonly rebase: boolean;
  readonly sync: boolean;
  readonly rerun: readonly SessionRerunStep[];
}

const RERUN_STEPS: readonly SessionRerunStep[] = ['explore', 'plan', 'design', 'write', 'implement', 'verify'];
const PUBLISHED = new Set(['proposed', 'sync', 'amend']);

export function sessionAbilities(session: Session): SessionAbilities {
  const { status, delivery, stage, base } = session;
  const isPublished = delivery !== null && PUBLISHED.has(delivery.at);
  return {
    resume: status !== 'completed',
    stop: status === 'active',
    deliver: stage.at === 'complete' && isGrounded(session) && delivery?.at !== 'done' && !isPublished,
    rebase: base !== null && canRebase(session),
    sync: isPublished,
    rerun: isGrounded(session) ? RERUN_STEPS.filter((step) => canRerun(session, step)) : [],
  };
}
