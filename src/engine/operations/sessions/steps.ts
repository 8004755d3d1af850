import type { SessionEvent } from '../../../workflows/session/events.ts';
import type { SessionState } from '../../../workflows/session/session-state.ts';
import { foldSteps, type RecordedStep } from '../fold-steps.ts';
import type { Fold } from '../log-history.ts';
import { roleOfStep } from './roles.ts';

/** One step of a session. */
export interface SessionStep extends RecordedStep {
  readonly step: string;
  /** The task or subtask that it is of; null where it is of the whole request. */
  readonly part: string | null;
  /** The agent that does it; null where none does. */
  readonly role: string | null;
}

/** The steps of a session, oldest first. */
export function foldSessionSteps(): Fold<SessionState, SessionEvent, readonly SessionStep[]> {
  return foldSteps((effect) => {
    // `R1/explore#1`, `R1/T1-S2/implement#3`
    const [, part, step = ''] = /^[^/]+\/(?:([^/]+)\/)?([\w-]+)#\d+$/.exec(effect) ?? [];
    return { step, part: part ?? null, role: roleOfStep(step) ?? null };
  });
}
