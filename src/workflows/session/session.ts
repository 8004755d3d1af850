import type { Workflow } from '../../schema/workflow.ts';
import { absorb } from './absorb.ts';
import { adopt } from './adopt.ts';
import { apply, relocate } from './apply.ts';
import { type SessionEvent, sessionEvent } from './events.ts';
import { type SessionState, sessionState } from './session-state.ts';
import { type SessionDocuments, type SessionPlace, show } from './show.ts';

/** Request, task, subtask: test first, with contracts and gates between agents. */
export function sessionIn(place: SessionPlace): Workflow<SessionState, SessionEvent, SessionDocuments> {
  return {
    begin: () => ({ kind: 'none' }),
    readEvent: (type, data) => sessionEvent.safeParse({ type, data }).data,
    readState: (value) => sessionState.safeParse(value).data,
    apply,
    show: (state) => show(state, place),
    absorb,
    adopt,
    relocate,
  };
}
