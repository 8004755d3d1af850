import type { Documents, WorkflowEvent } from '../schema/workflow.ts';
import { readDocumentFile } from './projection.ts';
import type { StoreOptions } from './store-options.ts';

/** A document as it can still be read. */
export interface Readable {
  readonly doc: string;
  readonly path: string;
  readonly value: object;
  readonly sha256: string;
  readonly isBackup: boolean;
}

/** What a workflow makes of the documents alone; undefined where they do not suffice. */
export function adoptDocuments<State, Event extends WorkflowEvent, Docs extends Documents>(
  { workflow }: StoreOptions<State, Event, Docs>,
  documents: readonly Readable[],
): State | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value was decoded as the document it is named
  return workflow.adopt(Object.fromEntries(documents.map(({ doc, value }) => [doc, value])) as Partial<Docs>);
}

/** The documents that can be read now. */
export function readableDocuments<State, Event extends WorkflowEvent, Docs extends Documents>({
  documents,
}: StoreOptions<State, Event, Docs>): readonly Readable[] {
  return documents.flatMap(({ name: doc, path }) => {
    const found = readDocumentFile(doc, path);
    return found.kind === 'value' ? [{ doc, path, ...found, isBackup: false }] : [];
  });
}
