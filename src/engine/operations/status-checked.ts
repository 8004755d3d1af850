import path from 'node:path';
import type { DocumentOf } from '../../schema/documents.ts';
import { documentAt } from '../../schema/places.ts';
import { LogState } from '../../store/log-state.ts';
import { run } from '../../workflows/run/run.ts';
import { readDocument } from '../read-document.ts';
import {
  type BrokenDocument,
  type DocumentsStatus,
  readDocumentsStatus,
  type StatusReader,
} from './status-documents.ts';

/** What documents say, each held against its schema and its place first. */
export function readAllChecked(root: string): DocumentsStatus {
  const broken: BrokenDocument[] = [];
  const read: StatusReader['read'] = (place, document) => {
    const file = path.join(root, place);
    const result = readDocument({ path: file, name: document, ids: documentAt(place)?.ids });
    if (result.ok) return result.value;
    const { error } = result;
    const absent = error.kind === 'unreadable' && error.failure.code === 'file.missing';
    if (!absent) broken.push({ path: file, document, ailment: error });
    return undefined;
  };
  const recorded: StatusReader['recorded'] = (folder, shown) => recordedState(path.join(root, folder), shown);
  return { ...readDocumentsStatus(root, { read, recorded }), broken };
}

function recordedState(folder: string, shown: DocumentOf<'run-state'>): DocumentOf<'run-state'> {
  const log = new LogState(path.join(folder, 'events.log'), run);
  const looked = log.look();
  const recorded = looked.ok && looked.value !== undefined ? run.show(looked.value) : undefined;
  return recorded === undefined || log.knows('run-state', shown) ? shown : recorded['run-state'];
}
