import fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Failure } from '../base/failure.ts';
import { canonicalJson } from '../base/json.ts';
import { err, ok, type Result } from '../base/result.ts';
import { diskFailure } from '../files/disk-failure.ts';
import { replaceVolatileFile } from '../files/replace.ts';
import type { Documents, WorkflowEvent } from '../schema/workflow.ts';
import { HandEdits, renderDocuments } from './hand-edits.ts';
import type { Journal } from './journal.ts';
import { type PreparedVersion, Projection, type ShownVersion } from './projection.ts';
import { readShownRecord, shownRecordText } from './shown-record.ts';
import type { StoreOptions } from './store-options.ts';

const LEAST_PAUSE_MS = 50;
const PAUSE_PER_COST = 10;
/** An editor or a tool may still be writing: a document is judged once it was left alone for this long. */
const SETTLED_AFTER_MS = 300;
const TRY_AGAIN_AFTER_MS = 1_000;

/** Runs what does not wait, with the lock held and the log read to its end. */
export type WithLock = <T>(work: () => T) => Promise<Result<T, Failure>>;

/** Keeps the documents in step with the journal, and hears what people write into them. */
export class DocumentWriter<State, Event extends WorkflowEvent, Docs extends Documents> {
  readonly #options: StoreOptions<State, Event, Docs>;
  readonly #journal: Journal<State, Event, Docs>;
  readonly #locked: WithLock;
  readonly #handEdits: HandEdits<State, Event, Docs>;
  readonly #projections: readonly Projection[];
  readonly #suspects = new Map<Projection, { readonly signature: string; readonly since: number }>();
  #dirty = false;
  #timer: NodeJS.Timeout | undefined;
  #busy: Promise<unknown> = Promise.resolve();
  #nextAt = 0;
  #isLate = false;
  #isFinishing = false;

  constructor(options: StoreOptions<State, Event, Docs>, journal: Journal<State, Event, Docs>, locked: WithLock) {
    this.#options = options;
    this.#journal = journal;
    this.#locked = locked;
    this.#handEdits = new HandEdits(options, journal, () => (this.#dirty = true));
    this.#projections = options.documents.map((document) => new Projection({ ...options, ...document }));
  }

  /** Judges what happened to the documents while nobody ran, and makes them exact. */
  async begin(): Promise<Result<void, Failure>> {
    for (const projection of this.#projections) {
      const judged = await this.#judge(projection);
      if (!judged.ok) return judged;
    }
    return this.#show();
  }

  /** What people set in a document. */
  getInputs(name: keyof Docs): Readonly<Record<string, unknown>> {
    return this.#projections.find((projection) => projection.name === name)?.inputs ?? {};
  }

  setInputs(name: keyof Docs, inputs: Readonly<Record<string, unknown>>): void {
    for (const projection of this.#projections) if (projection.name === name) projection.setInputs(inputs);
    this.schedule();
  }

  /** See `Store.noteFiles`. */
  async noteFiles(files: Readonly<Record<string, string>>): Promise<Result<void, Failure>> {
    const isNoted = canonicalJson(this.#notedFiles()) === canonicalJson(files);
    return isNoted ? ok() : this.#locked(() => this.#saveRecord(files));
  }

  /** Something was committed: show it before long, but do not spend more than a tenth of the time on it. */
  schedule(): void {
    this.#dirty = true;
    // What others commit while the last is shown is shown with it: nothing is written by a store that was closed.
    if (this.#isFinishing) return;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#enqueue(async () => {
          if (performance.now() < this.#nextAt) this.schedule();
          else if (this.#dirty) await this.#showOrNotify();
        });
      },
      Math.max(0, this.#nextAt - performance.now()),
    ).unref();
  }

  /** Looks whether somebody changed a document; one that stayed changed for a while is judged. */
  poll(): void {
    for (const projection of this.#projections) {
      if (projection.isUntouched()) {
        this.#suspects.delete(projection);
        continue;
      }
      const signature = projection.signature();
      const suspect = this.#suspects.get(projection);
      if (suspect?.signature !== signature) {
        this.#suspects.set(projection, { signature, since: performance.now() });
      } else if (performance.now() - suspect.since >= SETTLED_AFTER_MS) {
        this.#suspects.delete(projection);
        this.#enqueue(async () => {
          await this.#judge(projection);
          if (this.#dirty) await this.#showOrNotify();
        });
      }
    }
  }

  /** Judges what somebody changed until now, and not once it has been so for a while. */
  async judgeNow(): Promise<void> {
    this.#enqueue(async () => {
      for (const projection of this.#projections) if (!projection.isUntouched()) await this.#judge(projection);
      if (this.#dirty) this.schedule();
    });
    await this.#busy;
  }

  /** Shows everything that is not shown yet; an edit that is still being made is waited for. */
  async finish(): Promise<Result<void, Failure>> {
    this.#isFinishing = true;
    clearTimeout(this.#timer);
    await this.#busy;
    for (const projection of this.#projections) {
      if (projection.isUntouched()) continue;
      const judged = await this.#judge(projection);
      if (!judged.ok) return judged;
    }
    return this.#dirty ? this.#show() : ok();
  }

  #enqueue(work: () => Promise<unknown>): void {
    this.#busy = this.#busy.then(work);
  }

  async #showOrNotify(): Promise<void> {
    const shown = await this.#show();
    const wasLate = this.#isLate;
    this.#isLate = !shown.ok;
    if (shown.ok) return;
    if (!wasLate)
      this.#options.onNotice({
        code: 'document.late',
        params: { document: this.#options.documents[0].path, reason: shown.error },
      });
    this.#nextAt = performance.now() + TRY_AGAIN_AFTER_MS;
    this.schedule();
  }

  async #show(): Promise<Result<void, Failure>> {
    const began = performance.now();
    try {
      // The heavy part is done before the lock is taken; only if somebody committed meanwhile is it done again under it.
      let ready = this.#prepare();
      const shown = await this.#locked(() => {
        if (ready.seq !== this.#journal.seq) {
          this.#drop(ready);
          ready = this.#prepare();
        }
        return this.#replace(ready);
      });
      const cost = performance.now() - began;
      this.#nextAt = performance.now() + Math.max(LEAST_PAUSE_MS, PAUSE_PER_COST * cost);
      if (shown.ok && shown.value.ok) return ok();
      this.#dirty = true;
      this.#drop(ready);
      return shown.ok ? shown.value : shown;
    } catch (error) {
      this.#dirty = true;
      return err(diskFailure(error, 'show', this.#options.documents[0].path));
    }
  }

  #prepare(): Ready {
    this.#dirty = false;
    const documents = renderDocuments(this.#options, this.#journal.state);
    const items: Item[] = [];
    if (documents === undefined) return { seq: this.#journal.seq, items };
    try {
      for (const projection of this.#projections) {
        const shown = documents[projection.name];
        const version = shown === undefined ? undefined : projection.createVersion(shown);
        if (version !== undefined && this.#isChanged(projection, version)) {
          items.push({ projection, prepared: projection.prepare(version) });
        }
      }
    } catch (error) {
      for (const { projection, prepared } of items) projection.discardPrepared(prepared);
      throw error;
    }
    return { seq: this.#journal.seq, items };
  }

  #drop(ready: Ready): void {
    for (const { projection, prepared } of ready.items) projection.discardPrepared(prepared);
  }

  /** Announces in the log, then replaces. What is not ours any more is left for the judge. */
  #replace({ seq, items }: Ready): Result<void, Failure> {
    const due = items.filter(({ projection, prepared }) => {
      const ours = this.#handEdits.isOurs(projection);
      if (!ours) projection.discardPrepared(prepared);
      return ours;
    });
    if (due.length === 0) return ok();
    const [announced] = this.#journal.record([
      () =>
        ok(
          due.map(({ projection, prepared: { sha256 } }) => ({
            type: 'shown',
            data: { doc: projection.name, seq, sha256 },
          })),
        ),
    ]);
    if (announced?.ok === false) return announced;
    this.#options.onPoint('document.announced');
    let shown: Result<void, Failure> = ok();
    for (const { projection, prepared } of due) {
      const replaced = projection.replace(prepared);
      if (!replaced.ok) shown = replaced;
      if (!replaced.ok || replaced.value) continue;
      projection.discardPrepared(prepared);
      this.#dirty = true;
    }
    this.#saveRecord();
    return shown;
  }

  /** Best effort: without it a cut log is not noticed, and documents are checked once more, but nothing is lost. */
  #saveRecord(noted: Readonly<Record<string, string>> = this.#notedFiles()): void {
    const { disk, record } = this.#options;
    const known = this.#projections.map((projection) => [projection.path, projection.knownFile()] as const);
    const shown = Object.fromEntries(known.filter((entry): entry is [string, string] => entry[1] !== undefined));
    const files = { ...noted, ...shown };
    replaceVolatileFile(disk, record, Buffer.from(shownRecordText({ seq: this.#journal.seq, files })));
  }

  /** As they stand in the record, whichever process put them there. */
  #notedFiles(): Readonly<Record<string, string>> {
    const documents = new Set(this.#projections.map((projection) => projection.path));
    const { files } = readShownRecord(this.#options.record);
    return Object.fromEntries(Object.entries(files).filter(([file]) => !documents.has(file)));
  }

  #isChanged(projection: Projection, { sha256 }: ShownVersion): boolean {
    const last = this.#journal.versions(projection.name).at(-1);
    if (last?.sha256 !== sha256) return true;
    const found = projection.read();
    return !(found.kind === 'value' && found.sha256 === sha256);
  }

  async #judge(projection: Projection): Promise<Result<void, Failure>> {
    try {
      if (!this.#handEdits.isOurs(projection)) await waitUntilSettled(projection);
      const judged = await this.#locked(() => this.#handEdits.resolve(projection, undefined));
      if (!judged.ok) return judged;
      if (judged.value !== 'restored') return judged.value;
      const choice = await this.#options.onRestored(projection.path);
      const chosen = await this.#locked(() => this.#handEdits.resolve(projection, choice));
      if (!chosen.ok) return chosen;
      return chosen.value === 'restored' ? ok() : chosen.value;
    } catch (error) {
      return err(diskFailure(error, 'judge', projection.path));
    }
  }
}

interface Item {
  readonly projection: Projection;
  readonly prepared: PreparedVersion;
}

interface Ready {
  readonly seq: number;
  readonly items: readonly Item[];
}

/** A file that was changed a moment ago may not be finished. */
async function waitUntilSettled(projection: Projection): Promise<void> {
  for (;;) {
    const before = projection.signature();
    const found = fs.lstatSync(projection.path, { throwIfNoEntry: false });
    const age = found === undefined ? Infinity : Date.now() - found.mtimeMs;
    if (age >= SETTLED_AFTER_MS || projection.isUntouched()) return;
    await pause(SETTLED_AFTER_MS);
    if (projection.signature() === before) return;
  }
}
