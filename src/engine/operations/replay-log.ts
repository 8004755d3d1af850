import type { Documents, Workflow, WorkflowEvent } from '../../schema/workflow.ts';
import { LogFollower } from '../../store/log-follower.ts';
import { applyRecorded, isStoreEvent, readHead, readLogEvent } from '../../store/store-event.ts';

export interface Replayed<State, Event> {
  readonly event: Event;
  readonly seq: number;
  readonly at: string;
  /** As it is after the event; changed in place by the next. */
  readonly state: State;
}

/** Goes through everything that a log says from its oldest line on. Hand edits are the events that they amount to. */
export function replayLog<State, Event extends WorkflowEvent, Docs extends Documents>(
  log: string,
  workflow: Workflow<State, Event, Docs>,
  onEvent: (replayed: Replayed<State, Event>) => void,
): void {
  const follower = new LogFollower(log);
  let state = workflow.begin();
  const hear: Parameters<LogFollower['read']>[0] = ({ type, data, seq, at }) => {
    if (type === 'segment') {
      const head = readHead(data);
      if (head !== undefined && head !== 'newer') state = workflow.readState(head.state) ?? state;
      return;
    }
    const event = readLogEvent(type, data, (name, value) => workflow.readEvent(name, value));
    if (event === undefined) return;
    state = applyRecorded<State, Event>((...args) => workflow.apply(...args), state, { event, at });
    if (!isStoreEvent(event)) onEvent({ event, seq, at, state });
    else if (event.type === 'edited') for (const inner of event.data.events) onEvent({ event: inner, seq, at, state });
  };
  while (follower.read(hear) === 'read');
}
