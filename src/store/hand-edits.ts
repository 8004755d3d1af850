import { type Failure, failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Documents, WorkflowEvent } from '../schema/workflow.ts';
import { quarantineFile } from './quarantine.ts';
import type { Journal } from './journal.ts';
import { type DocumentComparison, classifyDocument, type DocumentState } from './classify-document.ts';
import type { Projection } from './projection.ts';
import { adoptDocuments, readableDocuments } from './adopt-documents.ts';
import { findShownSeq } from './segments.ts';
import type { StoreOptions } from './store-options.ts';

/** Hears what people write into documents: what a change means, and what follows from it. Under the lock. */
export class HandEdits<State, Event extends WorkflowEvent, Docs extends Documents> {
  readonly #options: StoreOptions<State, Event, Docs>;
  readonly #journal: Journal<State, Event, Docs>;
  readonly #stale: () => void;

  /** `stale` is called when documents have to be written again. */
  constructor(options: StoreOptions<State, Event, Docs>, journal: Journal<State, Event, Docs>, stale: () => void) {
    this.#options = options;
    this.#journal = journal;
    this.#stale = stale;
  }

  /** Whether the document is one that we wrote, or was not written yet. */
  isOurs(projection: Projection): boolean {
    if (projection.isUntouched()) return true;
    const signature = projection.signature();
    const found = projection.read();
    const versions = this.#journal.versions(projection.name);
    const ours =
      found.kind === 'absent' || (found.kind === 'value' && versions.some(({ sha256 }) => sha256 === found.sha256));
    if (ours) projection.accept(signature, found);
    else this.#stale();
    return ours;
  }

  /** `choice` is what a person said should count, once asked. */
  resolve(projection: Projection, choice: 'log' | 'document' | undefined): Result<void, Failure> | 'restored' {
    const comparison = this.#compare(projection);
    const verdict = classifyDocument(comparison);
    if (verdict.kind === 'unknown') return this.#adopt(comparison);
    if (verdict.kind !== 'restored' || choice === 'log') return this.#act(comparison, verdict);
    return choice === undefined ? 'restored' : this.#restore(comparison, verdict.seq);
  }

  /** The state of back then counts again, with all that the log knew of it if that line is still in this segment. */
  #restore({ projection, signature, found }: OpenComparison<Event>, seq: number): Result<void, Failure> {
    if (found.kind !== 'value') return ok();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value was decoded as the document it is named
    const documents = { [projection.name]: found.value } as unknown as Partial<Docs>;
    const state = this.#journal.stateAt(seq) ?? this.#options.workflow.adopt(documents) ?? this.#journal.state;
    const begun = this.#journal.startSegment(state, { adopted: { [projection.name]: found.sha256 } });
    if (!begun.ok) return begun;
    projection.accept(signature, found);
    this.#stale();
    return ok();
  }

  /** What the documents tell counts, as where there is no log at all. */
  #adopt(comparison: OpenComparison<Event>): Result<void, Failure> {
    const documents = readableDocuments(this.#options);
    const state = adoptDocuments(this.#options, documents);
    if (state === undefined) return this.#act(comparison, { kind: 'refused', problems: [] });
    const adopted = Object.fromEntries(documents.map(({ doc, sha256 }) => [doc, sha256]));
    const begun = this.#journal.startSegment(state, { adopted });
    if (!begun.ok) return begun;
    comparison.projection.accept(comparison.signature, comparison.found);
    this.#stale();
    return ok();
  }

  #act(
    { projection, signature, found }: OpenComparison<Event>,
    verdict: Exclude<DocumentState<Event>, { kind: 'unknown' }>,
  ): Result<void, Failure> {
    const { onNotice } = this.#options;
    const document = projection.path;
    switch (verdict.kind) {
      case 'ours':
        projection.accept(signature, found);
        return ok();
      case 'behind':
        if (found.kind === 'absent') projection.acceptBackup();
        projection.accept(signature, found);
        this.#stale();
        return ok();
      case 'edited': {
        const { sha256, events } = verdict;
        const recorded = this.#journal.recordForPerson({
          type: 'edited',
          data: { doc: projection.name, sha256, events },
        });
        if (!recorded.ok) return recorded;
        onNotice({ code: 'edit.taken', params: { document } });
        break;
      }
      case 'refused':
        onNotice({
          code: 'edit.refused',
          params: { document, kept: this.#quarantine(projection, 'rejected'), problems: verdict.problems },
        });
        projection.dismiss(signature, found);
        this.#stale();
        return ok();
      case 'unreadable':
        onNotice({
          code: 'document.rebuilt',
          params: { document, kept: this.#quarantine(projection, 'corrupt'), from: 'log' },
        });
        projection.dismiss(signature, found);
        this.#stale();
        return ok();
      case 'restored':
        onNotice({ code: 'document.restored', params: { document, kept: this.#quarantine(projection, 'restored') } });
        break;
      case 'newer':
        return err(
          failure('document.newer', { document, version: verdict.problems[0]?.got ?? '' }, { path: document }),
        );
      default:
        verdict satisfies never;
    }
    projection.accept(signature, found);
    this.#stale();
    return ok();
  }

  #quarantine(projection: Projection, reason: 'corrupt' | 'rejected' | 'restored'): string {
    return quarantineFile(projection.path, { ...this.#options, reason });
  }

  #compare(projection: Projection): OpenComparison<Event> {
    const { workflow, log } = this.#options;
    const { name } = projection;
    return {
      projection,
      signature: projection.signature(),
      found: projection.read(),
      versions: this.#journal.versions(name),
      shownAt: (sha256) => findShownSeq({ ...this.#options, path: log }, name, sha256),
      bases: () => (projection.recent.length > 0 ? projection.recent : this.#basesFromLog(projection)),
      absorb: (before, edited) => {
        const now = renderDocuments(this.#options, this.#journal.state);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `name` holds the document of that name
        const withValue = (value: object) => ({ ...now, [name]: value }) as unknown as Docs;
        return workflow.absorb(this.#journal.state, withValue(before), withValue(edited));
      },
    };
  }

  #basesFromLog(projection: Projection): readonly object[] {
    const states = this.#journal.versions(projection.name).flatMap(({ seq }) => this.#journal.stateAt(seq) ?? []);
    return [...states, this.#journal.state].flatMap((state) => {
      const shown = renderDocuments(this.#options, state)?.[projection.name];
      return shown === undefined ? [] : projection.withInputs(shown);
    });
  }
}

interface OpenComparison<Event> extends DocumentComparison<Event> {
  readonly projection: Projection;
  /** Of the file as it was just before it was read. */
  readonly signature: string;
}

/** The documents that a workflow shows of a state, by name. */
export function renderDocuments<State, Event extends WorkflowEvent, Docs extends Documents>(
  { workflow }: StoreOptions<State, Event, Docs>,
  state: State,
): Readonly<Record<string, object>> | undefined {
  return workflow.show(state);
}
