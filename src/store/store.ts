import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Failure, failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import { diskFailure } from '../files/disk-failure.ts';
import { FileLock, readLockHolder } from '../files/lock.ts';
import { moveFolderAside } from '../files/move-aside.ts';
import { makeDurableFolder } from '../files/replace.ts';
import { sweepTemporaries } from '../files/temporary.ts';
import type { Documents, WorkflowEvent } from '../schema/workflow.ts';
import { quarantineName } from './quarantine.ts';
import { type Decide, Journal, type CommittedEvent } from './journal.ts';
import { recoverJournal } from './recover.ts';
import { DocumentWriter } from './document-writer.ts';
import type { StoreOptions } from './store-options.ts';

const POLL_MS = 150;
/** Commits that follow each other closely share one taking of the lock, for this long. */
const MAX_HOLD_MS = 5;
/** How long whoever waits for the lock is let go first. */
const YIELD_MS = 2;

/** Hears of every event once it counts, whoever recorded it. */
export type StoreWatcher<Event> = (recorded: CommittedEvent<Event>) => void;

/**
 * One workflow on disk. Any number of processes may have it open and commit to it; one at a time owns it and performs
 * its effects.
 */
export class Store<State, Event extends WorkflowEvent, Docs extends Documents> {
  readonly #options: StoreOptions<State, Event, Docs>;
  readonly #lock: FileLock;
  readonly #owner: FileLock;
  readonly #journal: Journal<State, Event, Docs>;
  readonly #documents: DocumentWriter<State, Event, Docs>;
  readonly #watchers = new Set<StoreWatcher<Event>>();
  #queue: {
    readonly decide: Decide<State, Event>;
    settle(result: Result<readonly CommittedEvent<Event>[], Failure>): void;
    reject(bug: unknown): void;
  }[] = [];
  #flushing: Promise<void> | undefined;
  #pollTimer: NodeJS.Timeout | undefined;
  #owned = false;
  #holders = 0;
  #held: Promise<Result<void, Failure>> | undefined;

  /** Opens what is there, mends what is broken, takes over what was edited while nobody ran. */
  static async open<S, E extends WorkflowEvent, D extends Documents>(
    options: StoreOptions<S, E, D>,
  ): Promise<Result<Store<S, E, D>, Failure>> {
    const store = new Store(options);
    const opened = await store.#open();
    if (opened.ok) return ok(store);
    store.#release();
    return opened;
  }

  private constructor(options: StoreOptions<State, Event, Docs>) {
    const { disk, command, onNotice, log } = options;
    this.#options = options;
    this.#lock = new FileLock({ disk, command, onNotice, path: `${options.documents[0].path}.lock` });
    this.#owner = new FileLock({ disk, command, onNotice, path: `${log}.owner` });
    this.#journal = new Journal(options, (recorded) => this.#onRecorded(recorded));
    this.#documents = new DocumentWriter(options, this.#journal, (work) => this.#locked(work));
  }

  get state(): State {
    return this.#journal.state;
  }

  /** Records what `decide` says of the latest state. Resolves once it is durable; commits made together share one write. */
  commit(decide: Decide<State, Event>): Promise<Result<readonly CommittedEvent<Event>[], Failure>> {
    return new Promise((settle, reject) => {
      this.#queue.push({ decide, settle, reject });
      this.#flushing ??= new Promise((done) => setImmediate(() => void this.#flush().finally(done)));
    });
  }

  /** What was edited in a document until now is judged by the state as it is, and not by what comes next. */
  async judgeEdits(): Promise<void> {
    if (this.#owned) await this.#documents.judgeNow();
  }

  /** What people set in a document, as last read from its file: see `ShownDocument.inputs`. */
  getInputs(document: keyof Docs): Readonly<Record<string, unknown>> {
    return this.#documents.getInputs(document);
  }

  /** Sets it for a person who says so in another way. */
  setInputs(document: keyof Docs, inputs: Readonly<Record<string, unknown>>): void {
    this.#documents.setInputs(document, inputs);
  }

  /**
   * Says how files are known again that are no documents of the log but say what it says (by path, see `fileSignature`):
   * those who only look need not check them, either. They take the place of all that were noted before.
   */
  noteFiles(files: Readonly<Record<string, string>>): Promise<Result<void, Failure>> {
    return this.#documents.noteFiles(files);
  }

  watch(watcher: StoreWatcher<Event>): () => void {
    this.#watchers.add(watcher);
    this.#startPolling();
    return () => void this.#watchers.delete(watcher);
  }

  /** Becomes the one that performs effects, for as long as this process lives or until `close`. */
  takeOwnership(): Result<void, Failure> {
    const taken = this.#owner.tryTake();
    if (!taken.ok) return taken;
    const owner = `${this.#options.log}.owner`;
    if (!taken.value) return err(failure('owner.held', { owner, holder: readLockHolder(owner) }, { path: owner }));
    this.#owned = true;
    this.#startPolling();
    return ok();
  }

  /** Finishes what was begun: everything committed is shown. The failure, if any, is of the showing; the log has it all. */
  async close(): Promise<Result<void, Failure>> {
    clearInterval(this.#pollTimer);
    while (this.#flushing !== undefined) await this.#flushing;
    const shown = await this.#documents.finish();
    this.#release();
    return shown;
  }

  async #open(): Promise<Result<void, Failure>> {
    const { disk, log, documents } = this.#options;
    try {
      for (const folder of new Set(
        [log, ...documents.map((document) => document.path)].map((file) => path.dirname(file)),
      )) {
        makeDurableFolder(disk, folder);
        sweepTemporaries(disk, folder);
      }
    } catch (error) {
      return err(diskFailure(error, 'open', log));
    }
    const taken = await this.#lock.take();
    if (!taken.ok) return taken;
    try {
      for (const file of [log, ...documents.map((document) => document.path)]) moveFolderAside(disk, file);
      const recovered = recoverJournal(this.#options, this.#journal);
      if (!recovered.ok) return recovered;
    } catch (error) {
      return err(diskFailure(error, 'open', log));
    } finally {
      this.#lock.release();
    }
    return this.#documents.begin();
  }

  async #flush(): Promise<void> {
    try {
      while (this.#queue.length > 0) {
        await this.#flushOnce();
        if (this.#queue.length > 0 && this.#lock.isWanted()) await pause(YIELD_MS);
      }
    } catch (bug) {
      for (const commit of this.#queue.splice(0)) commit.reject(bug);
    } finally {
      this.#flushing = undefined;
    }
  }

  async #flushOnce(): Promise<void> {
    const began = performance.now();
    try {
      const held = await this.#hold();
      do {
        this.#settle(held);
        // Whoever waited for these commits gets to make the next ones, so that they share a write too.
        await new Promise((next) => setImmediate(next));
      } while (held.ok && this.#queue.length > 0 && performance.now() - began < MAX_HOLD_MS);
    } finally {
      this.#releaseHold();
    }
  }

  /** Records all that is queued in one write, and answers. */
  #settle(held: Result<void, Failure>): void {
    const batch = [...this.#queue];
    const results = held.ok ? this.#journal.record(batch.map((commit) => commit.decide)) : batch.map(() => held);
    if (results.some((result) => result.ok && result.value.length > 0)) this.#documents.schedule();
    for (const [index, result] of results.entries()) {
      if (result.ok) this.#notifyWatchers(result.value);
      batch[index]?.settle(result);
    }
    this.#queue = this.#queue.slice(batch.length);
  }

  /** Runs `work`, which does not wait for anything, with the lock held and the log read to its end. */
  async #locked<T>(work: () => T): Promise<Result<T, Failure>> {
    try {
      const held = await this.#hold();
      return held.ok ? ok(work()) : held;
    } catch (error) {
      return err(diskFailure(error, 'commit', this.#options.log));
    } finally {
      this.#releaseHold();
    }
  }

  /** Every `#hold` is followed by one `#releaseHold`; the last one gives the lock back. */
  #hold(): Promise<Result<void, Failure>> {
    this.#holders += 1;
    this.#held ??= this.#take();
    return this.#held;
  }

  #releaseHold(): void {
    this.#holders -= 1;
    if (this.#holders > 0) return;
    this.#held = undefined;
    this.#lock.release();
    this.#options.onPoint('lock.released');
  }

  async #take(): Promise<Result<void, Failure>> {
    const taken = await this.#lock.take();
    if (!taken.ok) return taken;
    this.#options.onPoint('lock.taken');
    return this.#catchUp();
  }

  /** Under the lock. A log that was damaged while we run is begun anew from what we know, which is all of it. */
  #catchUp(): Result<void, Failure> {
    const caughtUp = this.#journal.catchUp();
    if (!caughtUp.ok || caughtUp.value === undefined) return caughtUp.ok ? ok() : caughtUp;
    const { log, clock, onNotice } = this.#options;
    const { why } = caughtUp.value;
    onNotice({
      code: 'log.quarantined',
      params: { log, why, line: caughtUp.value.why === 'bad_line' ? caughtUp.value.line : null },
    });
    return this.#journal.startSegment(this.#journal.state, {
      keepAs: why === 'missing' ? undefined : quarantineName(log, 'corrupt', clock),
    });
  }

  #onRecorded(recorded: CommittedEvent<Event>): void {
    if (this.#owned) this.#documents.schedule();
    this.#notifyWatchers([recorded]);
  }

  #notifyWatchers(events: readonly CommittedEvent<Event>[]): void {
    for (const recorded of events) for (const watcher of this.#watchers) watcher(recorded);
  }

  #startPolling(): void {
    this.#pollTimer ??= setInterval(() => this.#poll(), POLL_MS).unref();
  }

  #poll(): void {
    // What is wrong with the log is found again, and mended, by whoever next holds the lock.
    this.#journal.catchUp();
    if (this.#owned) this.#documents.poll();
  }

  #release(): void {
    this.#owner.close();
    this.#lock.close();
    this.#journal.close();
  }
}
