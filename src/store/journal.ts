import type { Clock } from '../base/clock.ts';
import { type Failure, failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Disk } from '../files/disk.ts';
import { diskFailure, errnoOf } from '../files/disk-failure.ts';
import type { Documents, Workflow, WorkflowEvent } from '../schema/workflow.ts';
import { type FolderIdentity, identityOfFolder, isSameFolder } from './folder.ts';
import { encodeLine, type Line } from './line.ts';
import { beginSegment, LogFile } from './log-file.ts';
import type { OnStorePoint } from './points.ts';
import { nextSegmentName } from './segments.ts';
import {
  FORMAT,
  type Head,
  isStoreEvent,
  readHead,
  readLogEvent,
  type StoreEvent,
  type Version,
} from './store-event.ts';

const SEGMENT_BYTES = 10 << 20;

export interface JournalOptions<State, Event extends WorkflowEvent, Docs extends Documents> {
  readonly workflow: Workflow<State, Event, Docs>;
  readonly log: string;
  /** The project folder, whose identity the log carries. */
  readonly folder: string;
  readonly disk: Disk;
  readonly clock: Clock;
  readonly onPoint: OnStorePoint;
}

/** A line that counts: it is durable and part of the state. */
export interface Recorded<Event> {
  readonly seq: number;
  readonly at: string;
  readonly event: Event | StoreEvent<Event>;
}

/** What to record, judged on the state as it is once the lock is held; a failure records nothing. */
export type Decide<State, Event> = (state: State) => Result<readonly (Event | StoreEvent<Event>)[], Failure>;

/** What is wrong with the log, beyond a torn last line. */
export type Damage =
  | { readonly why: 'missing' | 'shorter' }
  | { readonly why: 'bad_line'; readonly line: number; readonly after: readonly Line[] };

/** The log folded into a state. Whoever changes it holds the lock; whoever only looks may be a moment behind. */
export class Journal<State, Event extends WorkflowEvent, Docs extends Documents> {
  readonly #options: JournalOptions<State, Event, Docs>;
  #file: LogFile | undefined;
  #state: State;
  #seq = 0;
  #folder: FolderIdentity | undefined;
  #versions: Record<string, Version[]> = {};

  constructor(options: JournalOptions<State, Event, Docs>) {
    this.#options = options;
    this.#state = options.workflow.begin();
  }

  get state(): State {
    return this.#state;
  }

  get seq(): number {
    return this.#seq;
  }

  /** The last two versions of a document that were shown or edited in, newest last. */
  versions(doc: string): readonly Version[] {
    return this.#versions[doc] ?? [];
  }

  /** A document that was there before the log counts as shown. */
  adoptVersion(doc: string, sha256: string): void {
    this.#remember(doc, { seq: this.#seq, sha256 });
  }

  /** The folder was copied or moved since the log's segment was begun. */
  isElsewhere(): boolean {
    return this.#folder !== undefined && !isSameFolder(this.#folder, identityOfFolder(this.#options.folder));
  }

  /** Reads what is new in the log, whoever wrote it; undefined when all is well. */
  catchUp(onRecorded: (recorded: Recorded<Event>) => void = () => {}): Result<Damage | undefined, Failure> {
    try {
      if (this.#file === undefined) return this.#open(onRecorded);
      const look = this.#file.look();
      if (look === 'same') return ok(undefined);
      if (look === 'shrunk') return ok({ why: 'shorter' });
      const read = this.#read(this.#file, onRecorded);
      if (look === 'grown' || !read.ok || read.value !== undefined) return read;
      if (look === 'missing') return ok({ why: 'missing' });
      this.#file.close();
      this.#file = undefined;
      return this.#open(onRecorded);
    } catch (error) {
      return err(diskFailure(error, 'read', this.#options.log));
    }
  }

  /**
   * Records what each decision says, all in one durable write. The caller holds the lock and has caught up. When the disk
   * fails nothing of it counts, and every decision that had something to record gets the failure.
   */
  record(decisions: readonly Decide<State, Event>[]): readonly Result<readonly Recorded<Event>[], Failure>[] {
    const file = this.#file;
    if (file === undefined) throw new Error('a log is begun before anything is recorded in it');
    const at = this.#options.clock.now().toISOString();
    const texts: string[] = [];
    const results = decisions.map((decide) => {
      const decided = decide(this.#state);
      if (!decided.ok) return decided;
      return ok(
        decided.value.map((event) => {
          const recorded = { seq: this.#seq + 1, at, event };
          texts.push(encodeLine({ seq: recorded.seq, at, type: event.type, data: event.data }));
          this.#fold(recorded);
          return recorded;
        }),
      );
    });
    if (texts.length === 0) return results;
    try {
      file.append(texts.join(''), texts.length);
    } catch (error) {
      const failed = err(diskFailure(error, 'append', this.#options.log));
      this.#forget();
      return results.map((result) => (result.ok && result.value.length > 0 ? failed : result));
    }
    // A segment that cannot be begun now (no space for the snapshot, say) is begun another time: the lines are safe.
    if (file.bytes - file.headBytes > Math.max(SEGMENT_BYTES, 2 * file.headBytes)) this.begin(this.#state);
    return results;
  }

  /**
   * Begins a new segment from `state`. The current file, if any, is kept as `keepAs`, or as the next older segment. Lines
   * are numbered on from `after` where that is higher than what is known: a number that was used is not used again.
   */
  begin(
    state: State,
    { keepAs, after = 0 }: { keepAs?: string | undefined; after?: number } = {},
  ): Result<void, Failure> {
    const { log, folder, clock } = this.#options;
    const head: Head = { format: FORMAT, folder: identityOfFolder(folder), state, versions: this.#versions };
    const seq = Math.max(this.#seq, after) + 1;
    const text = encodeLine({ seq, at: clock.now().toISOString(), type: 'segment', data: head });
    let file: LogFile;
    try {
      file = beginSegment({ ...this.#options, path: log }, { head: text, keepAs: keepAs ?? nextSegmentName(log) });
      file.read(() => {});
    } catch (error) {
      return err(diskFailure(error, 'begin', log));
    }
    this.#file?.close();
    this.#file = file;
    this.#state = state;
    this.#seq = seq;
    this.#folder = head.folder;
    return ok();
  }

  /** The state as it was right after `seq`; undefined when that lies before this segment. */
  stateAt(seq: number): State | undefined {
    const past = new Journal(this.#options);
    try {
      const file = new LogFile({ ...this.#options, path: this.#options.log });
      file.read((line) => {
        if (line.seq <= seq) past.#take(line, () => {});
      });
      file.close();
      return past.#seq === seq ? past.#state : undefined;
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      return undefined;
    }
  }

  close(): void {
    this.#file?.close();
    this.#file = undefined;
  }

  #open(onRecorded: (recorded: Recorded<Event>) => void): Result<Damage | undefined, Failure> {
    try {
      this.#file = new LogFile({ ...this.#options, path: this.#options.log });
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return ok({ why: 'missing' });
      throw error;
    }
    const read = this.#read(this.#file, onRecorded);
    return read.ok && read.value === undefined && this.#seq === 0 ? ok({ why: 'bad_line', line: 1, after: [] }) : read;
  }

  #read(file: LogFile, onRecorded: (recorded: Recorded<Event>) => void): Result<Damage | undefined, Failure> {
    let unknown: Line | undefined;
    const outcome = file.read((line) => {
      if (unknown === undefined && !this.#take(line, onRecorded)) unknown = line;
    });
    // The line is whole (its crc is right), so it was not damaged: a later program wrote it.
    if (unknown !== undefined) return err(failure('log.newer', { line: unknown.seq }, { path: this.#options.log }));
    return ok(outcome.kind === 'read' ? undefined : { why: 'bad_line', line: outcome.line, after: outcome.after });
  }

  /** False when this program does not know the line. */
  #take(line: Line, onRecorded: (recorded: Recorded<Event>) => void): boolean {
    const { workflow } = this.#options;
    if (line.type === 'segment') {
      const head = readHead(line.data);
      const state = head === undefined || head === 'newer' ? undefined : workflow.readState(head.state);
      if (head === undefined || head === 'newer' || state === undefined) return false;
      this.#state = state;
      this.#seq = line.seq;
      this.#folder = head.folder;
      this.#versions = head.versions;
      return true;
    }
    const event = readLogEvent(line.type, line.data, (type, data) => workflow.readEvent(type, data));
    if (event === undefined) return false;
    const recorded = { seq: line.seq, at: line.at, event };
    this.#fold(recorded);
    onRecorded(recorded);
    return true;
  }

  #fold({ seq, at, event }: Recorded<Event>): void {
    this.#seq = seq;
    const { workflow } = this.#options;
    if (!isStoreEvent(event)) {
      this.#state = workflow.apply(this.#state, event, at);
      return;
    }
    switch (event.type) {
      case 'shown':
        this.#remember(event.data.doc, { seq: event.data.seq, sha256: event.data.sha256 });
        return;
      case 'edited':
        for (const inner of event.data.events) this.#state = workflow.apply(this.#state, inner, at);
        this.#remember(event.data.doc, { seq, sha256: event.data.sha256 });
        return;
      case 'relocated':
        this.#state = workflow.relocate(this.#state);
        return;
      default:
        event satisfies never;
    }
  }

  #remember(doc: string, version: Version): void {
    this.#versions[doc] = [...this.versions(doc), version].slice(-2);
  }

  /** What was folded did not become durable: read the truth again. */
  #forget(): void {
    this.close();
    this.#seq = 0;
    this.#versions = {};
    this.#state = this.#options.workflow.begin();
    this.catchUp();
  }
}
