import { failure, type Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import { getErrno } from '../files/disk-failure.ts';
import type { Documents, Workflow, WorkflowEvent } from '../schema/workflow.ts';
import type { LogRecord } from './log-record.ts';
import { hashValue } from './projection.ts';
import { LogFollower, type LogPosition } from './log-follower.ts';
import { applyRecorded, isStoreEvent, readHead, readLogEvent } from './store-event.ts';

/** What a log amounts to, for whoever only reads: nobody who writes is disturbed, and nothing is mended. */
export class LogState<State, Event extends WorkflowEvent, Docs extends Documents> {
  readonly #log: string;
  readonly #workflow: Workflow<State, Event, Docs>;
  #follower: LogFollower;
  #state: State | undefined;
  #unknown: number | undefined;
  /** Versions of documents that the log knows of, ours and those that people's edits made. */
  readonly #versions = new Set<string>();

  constructor(log: string, workflow: Workflow<State, Event, Docs>) {
    this.#log = log;
    this.#workflow = workflow;
    this.#follower = LogFollower.atLastSegment(log);
  }

  /** Of the last line that is part of the state. */
  get position(): LogPosition {
    return this.#follower.position;
  }

  /** Whether the log knows this version of a document: what it does not know, a person wrote since. */
  knows(doc: string, value: object): boolean {
    return this.#versions.has(`${doc} ${hashValue(value)}`);
  }

  /** The state as it is now; undefined when there is no log, or none whose beginning can be read. */
  look(): Result<State | undefined, Failure> {
    try {
      return this.#look();
    } catch (error) {
      // Another user's, for one: whoever ran as root leaves such files.
      const errno = getErrno(error);
      if (errno === undefined) throw error;
      return err(failure('file.unreadable', { errno }, { path: this.#log, cause: error }));
    }
  }

  #look(): Result<State | undefined, Failure> {
    for (let followed = this.#read(); followed !== 'nothing'; followed = this.#read()) {
      if (this.#unknown !== undefined) return err(failure('log.newer', { line: this.#unknown }, { path: this.#log }));
      if (followed !== 'lost') continue;
      const hadState = this.#state !== undefined;
      this.#follower = LogFollower.atLastSegment(this.#log);
      this.#state = undefined;
      // A log that is gone is lost each time it is looked for.
      if (!hadState) break;
    }
    return ok(this.#state);
  }

  #read(): ReturnType<LogFollower['read']> {
    return this.#follower.read((line) => {
      if (this.#unknown === undefined && !this.#take(line)) this.#unknown = line.seq;
    });
  }

  /** False when this program does not know the line: a later one wrote it. */
  #take({ type, data, at }: LogRecord): boolean {
    if (type === 'segment') {
      const head = readHead(data);
      if (head !== undefined && head !== 'newer')
        for (const [doc, known] of Object.entries(head.versions))
          for (const { sha256 } of known) this.#versions.add(`${doc} ${sha256}`);
      this.#state = head === undefined || head === 'newer' ? undefined : this.#workflow.readState(head.state);
      return this.#state !== undefined;
    }
    const state = this.#state;
    const event = readLogEvent(type, data, (name, value) => this.#workflow.readEvent(name, value));
    if (event === undefined || state === undefined) return false;
    if (isStoreEvent(event)) this.#versions.add(`${event.data.doc} ${event.data.sha256}`);
    this.#state = applyRecorded<State, Event>((...args) => this.#workflow.apply(...args), state, { event, at });
    return true;
  }
}
