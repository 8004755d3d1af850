import { setImmediate as others } from 'node:timers/promises';
import type { Documents, Workflow, WorkflowEvent } from '../../schema/workflow.ts';
import { type FollowResult, LogFollower } from '../../store/log-follower.ts';
import type { LogRecord } from '../../store/log-record.ts';
import { applyRecorded, isStoreEvent, readHead, readLogEvent } from '../../store/store-event.ts';

export interface Replayed<State, Event> {
  readonly event: Event;
  readonly seq: number;
  readonly at: string;
  /** As it is after the event; changed in place by the next. */
  readonly state: State;
}

/** Makes something of the events of a log, one after the other. */
export interface Fold<State, Event, View> {
  hear(replayed: Replayed<State, Event>): void;
  /** Changed in place by the next event. */
  readonly view: View;
}

/**
 * What is folded from everything that a log says, from its oldest line on. Hand edits are the events that they amount
 * to. A line that was read for one look is not read again for the next, and a long log keeps nobody else waiting.
 */
export class LogHistory<View, State, Event extends WorkflowEvent, Docs extends Documents> {
  readonly #log: string;
  readonly #workflow: Workflow<State, Event, Docs>;
  readonly #begin: () => Fold<State, Event, View>;
  #follower: LogFollower;
  #state: State;
  #fold: Fold<State, Event, View>;

  constructor(log: string, workflow: Workflow<State, Event, Docs>, begin: () => Fold<State, Event, View>) {
    this.#log = log;
    this.#workflow = workflow;
    this.#begin = begin;
    this.#follower = new LogFollower(log);
    this.#state = workflow.begin();
    this.#fold = begin();
  }

  /** To be looked at before the next look. */
  async look(): Promise<View> {
    if ((await this.#readOn()) === 'lost' && this.#follower.position.seq > 0) {
      // Another log is there now, or its segments were cleaned away.
      this.#follower = new LogFollower(this.#log);
      this.#state = this.#workflow.begin();
      this.#fold = this.#begin();
      await this.#readOn();
    }
    return this.#fold.view;
  }

  async #readOn(): Promise<FollowResult> {
    for (;;) {
      const followed = this.#follower.read((line) => this.#hear(line));
      if (followed !== 'read') return followed;
      await others();
    }
  }

  #hear({ type, data, seq, at }: LogRecord): void {
    if (type === 'segment') {
      const head = readHead(data);
      if (head !== undefined && head !== 'newer') this.#state = this.#workflow.readState(head.state) ?? this.#state;
      return;
    }
    const event = readLogEvent(type, data, (name, value) => this.#workflow.readEvent(name, value));
    if (event === undefined) return;
    const recorded = { event, at };
    this.#state = applyRecorded<State, Event>((...args) => this.#workflow.apply(...args), this.#state, recorded);
    const state = this.#state;
    if (!isStoreEvent(event)) this.#fold.hear({ event, seq, at, state });
    else if (event.type === 'edited')
      for (const inner of event.data.events) this.#fold.hear({ event: inner, seq, at, state });
  }
}
