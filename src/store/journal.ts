import type { Clock } from '../base/clock.ts';
import { type Failure, failure } from '../base/failure.ts';
import { hasLongList } from '../base/json-pieces.ts';
import { err, ok, type Result } from '../base/result.ts';
import { diskFailure, getErrno } from '../files/disk-failure.ts';
import type { Disk } from '../files/disk.ts';
import type { Documents, Workflow, WorkflowEvent } from '../schema/workflow.ts';
import type { OnStorePoint } from './crash-points.ts';
import { LogFile, startSegment } from './log-file.ts';
import { encodeInPieces, encodeLogLine, type LogRecord } from './log-record.ts';
import { nextSegmentName } from './segments.ts';
import {
  applyRecorded,
  type FolderIdentity,
  FORMAT,
  type Head,
  isSameFolder,
  isStoreEvent,
  readFolderIdentity,
  readHead,
  readLogEvent,
  type StoreEvent,
  type Version,
  type Versions,
  withVersion,
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
export interface CommittedEvent<Event> {
  readonly seq: number;
  readonly at: string;
  readonly event: Event | StoreEvent<Event>;
}

/** What to record, judged on the state as it is once the lock is held; a failure records nothing. */
export type Decide<State, Event> = (state: State) => Result<readonly (Event | StoreEvent<Event>)[], Failure>;

/** What is wrong with the log, beyond a torn last line. */
export type LogDamage =
  | { readonly why: 'missing' | 'shorter' }
  | { readonly why: 'bad_line'; readonly line: number; readonly after: readonly LogRecord[] };

/** How a segment begins, beside its state. */
export interface NewSegmentOptions {
  /** Where the file before it is kept; as the next older segment, if not told. */
  readonly keepAs?: string | undefined;
  /** Documents that count as shown from now on: their hash, by name. */
  readonly adopted?: Readonly<Record<string, string>>;
  /** Lines are numbered on from here where that is higher than what is known: a number that was used is not used again. */
  readonly after?: number;
}

/** The log folded into a state. Whoever changes it holds the lock; whoever only looks may be a moment behind. */
export class Journal<State, Event extends WorkflowEvent, Docs extends Documents> {
  readonly #options: JournalOptions<State, Event, Docs>;
  readonly #onRead: (recorded: CommittedEvent<Event>) => void;
  /** Undefined as long as the log has to be read from its first line. */
  #file: LogFile | undefined;
  #state: State;
  #seq = 0;
  #folder: FolderIdentity | undefined;
  #versions: Versions = {};
  /** Why nothing can be recorded before the log was read again, which alone knows what counts. */
  #unread: Failure | undefined;
  /** Why nothing can be recorded at all. */
  #newer: Failure | undefined;

  /** `onRead` hears of what others recorded. */
  constructor(
    options: JournalOptions<State, Event, Docs>,
    onRead: (recorded: CommittedEvent<Event>) => void = () => {},
  ) {
    this.#options = options;
    this.#onRead = onRead;
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

  /** The folder was copied or moved since the log's segment was begun. */
  isElsewhere(): boolean {
    return this.#folder !== undefined && !isSameFolder(this.#folder, readFolderIdentity(this.#options.folder));
  }

  /** Reads what is new in the log, whoever wrote it; undefined when all is well. */
  catchUp(): Result<LogDamage | undefined, Failure> {
    if (this.#newer !== undefined) return err(this.#newer);
    try {
      if (this.#file === undefined) return this.#open(this.#seq);
      const look = this.#file.look();
      if (look === 'same') return ok(undefined);
      if (look === 'shrunk') return ok({ why: 'shorter' });
      const read = this.#read(this.#file, 0);
      if (look === 'grown' || !read.ok || read.value !== undefined) return read;
      if (look === 'missing') return ok({ why: 'missing' });
      return this.#open(0);
    } catch (error) {
      return err(diskFailure(error, 'read', this.#options.log));
    }
  }

  /**
   * Records what each decision says, all in one durable write. The caller holds the lock and has caught up. When the disk
   * fails nothing of it counts, and every decision that had something to record gets the failure.
   */
  record(decisions: readonly Decide<State, Event>[]): readonly Result<readonly CommittedEvent<Event>[], Failure>[] {
    if (this.#unread !== undefined) this.catchUp();
    const file = this.#file;
    if (file === undefined) {
      if (this.#unread === undefined) throw new Error('a log is begun before anything is recorded in it');
      const failed = err(this.#unread);
      return decisions.map(() => failed);
    }
    const durable = this.#seq;
    const pieces: string[] = [];
    const at = this.#options.clock.now().toISOString();
    let results: readonly Result<readonly CommittedEvent<Event>[], Failure>[];
    try {
      results = decisions.map((decide) => this.#decide(decide, { at, pieces }));
    } catch (bug) {
      this.#forget(durable);
      throw bug;
    }
    if (pieces.length === 0) return results;
    const appended = file.append(pieces, this.#seq - durable);
    if (!appended.ok) {
      this.#forget(durable, appended.error);
      const failed = err(this.#unread ?? appended.error);
      return results.map((result) => (result.ok && result.value.length > 0 ? failed : result));
    }
    // A segment that cannot be begun now (no space for the snapshot, say) is begun another time: the lines are safe.
    if (file.bytes - file.headBytes > Math.max(SEGMENT_BYTES, 2 * file.headBytes)) this.startSegment(this.#state);
    return results;
  }

  /** As `record`, for what a person did without us: whoever hears of what others recorded hears of it. */
  recordForPerson(event: StoreEvent<Event>): Result<void, Failure> {
    const [result] = this.record([() => ok([event])]);
    if (result?.ok !== true) return result ?? ok();
    for (const recorded of result.value) this.#onRead(recorded);
    return ok();
  }

  /** Begins a new segment from `state`; the current file, if any, is kept. */
  startSegment(state: State, { keepAs, adopted = {}, after = 0 }: NewSegmentOptions = {}): Result<void, Failure> {
    const { log, folder, clock } = this.#options;
    const seq = Math.max(this.#seq, after) + 1;
    let versions = this.#versions;
    for (const [doc, sha256] of Object.entries(adopted)) versions = withVersion(versions, doc, { seq, sha256 });
    try {
      const head: Head = { format: FORMAT, folder: readFolderIdentity(folder), state, versions };
      const line = encodeInPieces({ seq, at: clock.now().toISOString(), type: 'segment', data: head });
      const segment = { seq, head: line, keepAs: keepAs ?? nextSegmentName(log) };
      const { file, durable } = startSegment({ ...this.#options, path: log }, segment);
      this.#file?.close();
      this.#file = file;
      this.#unread = undefined;
      this.#know({ state, seq, folder: head.folder, versions });
      return durable;
    } catch (error) {
      return err(diskFailure(error, 'begin', log));
    }
  }

  /** The state as it was right after `seq`; undefined when that lies before this segment. */
  stateAt(seq: number): State | undefined {
    const past = new Journal(this.#options);
    try {
      const file = new LogFile({ ...this.#options, path: this.#options.log });
      file.read((line) => {
        if (line.seq <= seq) past.#take(line, 0);
      });
      file.close();
      return past.#seq === seq ? past.#state : undefined;
    } catch (error) {
      if (getErrno(error) === undefined) throw error;
      return undefined;
    }
  }

  close(): void {
    this.#file?.close();
    this.#file = undefined;
  }

  #decide(
    decide: Decide<State, Event>,
    { at, pieces }: { at: string; pieces: string[] },
  ): Result<readonly CommittedEvent<Event>[], Failure> {
    const decided = decide(this.#state);
    if (!decided.ok) return decided;
    const events = decided.value.map((event) => {
      const recorded = { seq: this.#seq + 1, at, event };
      const line = { seq: recorded.seq, at, type: event.type, data: event.data };
      if (hasLongList(line.data)) pieces.push(...encodeInPieces(line));
      else pieces.push(encodeLogLine(line));
      this.#fold(recorded);
      return recorded;
    });
    return ok(events);
  }

  /** Reads from the first line. What was known before is given up only for a log that is whole and knows as much. */
  #open(heard: number): Result<LogDamage | undefined, Failure> {
    let file: LogFile;
    try {
      file = new LogFile({ ...this.#options, path: this.#options.log });
    } catch (error) {
      if (getErrno(error) === 'ENOENT') return ok({ why: 'missing' });
      throw error;
    }
    const known = { state: this.#state, seq: this.#seq, folder: this.#folder, versions: this.#versions };
    this.#know({ state: this.#options.workflow.begin(), seq: 0, folder: undefined, versions: {} });
    let isWhole = false;
    try {
      const read = this.#read(file, heard);
      if (!read.ok || read.value !== undefined) return read;
      if (this.#seq === 0) return ok({ why: 'bad_line', line: 1, after: [] });
      if (this.#seq < known.seq) return ok({ why: 'shorter' });
      isWhole = true;
      return read;
    } finally {
      if (isWhole) {
        this.#file?.close();
        this.#file = file;
        this.#unread = undefined;
      } else {
        file.close();
        if (known.seq > 0) this.#know(known);
      }
    }
  }

  #read(file: LogFile, heard: number): Result<LogDamage | undefined, Failure> {
    let unknown: LogRecord | undefined;
    const outcome = file.read((line) => {
      if (unknown === undefined && !this.#take(line, heard)) unknown = line;
    });
    // The line is whole (its crc is right), so it was not damaged: a later program wrote it.
    if (unknown !== undefined) {
      this.#newer = failure('log.newer', { line: unknown.seq }, { path: this.#options.log });
      return err(this.#newer);
    }
    return ok(outcome.kind === 'read' ? undefined : { why: 'bad_line', line: outcome.line, after: outcome.after });
  }

  /** False when this program does not know the line. Lines up to number `heard` were told of before. */
  #take(line: LogRecord, heard: number): boolean {
    const { workflow } = this.#options;
    if (line.type === 'segment') {
      const head = readHead(line.data);
      const state = head === undefined || head === 'newer' ? undefined : workflow.readState(head.state);
      if (head === undefined || head === 'newer' || state === undefined) return false;
      this.#know({ state, seq: line.seq, folder: head.folder, versions: head.versions });
      return true;
    }
    const event = readLogEvent(line.type, line.data, (type, data) => workflow.readEvent(type, data));
    if (event === undefined) return false;
    const recorded = { seq: line.seq, at: line.at, event };
    this.#fold(recorded);
    if (line.seq > heard) this.#onRead(recorded);
    return true;
  }

  #fold(recorded: CommittedEvent<Event>): void {
    const { seq, event } = recorded;
    this.#seq = seq;
    this.#state = applyRecorded((...args) => this.#options.workflow.apply(...args), this.#state, recorded);
    if (!isStoreEvent(event)) return;
    const { doc, sha256 } = event.data;
    this.#versions = withVersion(this.#versions, doc, { seq: event.type === 'shown' ? event.data.seq : seq, sha256 });
  }

  #know({ state, seq, folder, versions }: Known<State>): void {
    this.#state = state;
    this.#seq = seq;
    this.#folder = folder;
    this.#versions = versions;
  }

  /** What was folded after line `durable` may not be in the log: read the truth again. */
  #forget(durable: number, why?: Failure): void {
    this.close();
    this.#seq = durable;
    if (why !== undefined) {
      const { cause } = why;
      const errno = getErrno(cause) ?? '';
      this.#unread = failure('disk.unsure', { operation: 'append', errno }, { path: this.#options.log, cause });
    }
    this.catchUp();
  }
}

/** What a log amounts to. */
interface Known<State> {
  readonly state: State;
  readonly seq: number;
  readonly folder: FolderIdentity | undefined;
  readonly versions: Versions;
}
