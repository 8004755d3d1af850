import fs from 'node:fs';
import { type Failure, failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import { diskFailure } from '../files/disk-failure.ts';
import type { Documents, WorkflowEvent } from '../schema/workflow.ts';
import { quarantineName, quarantineFile } from './quarantine.ts';
import type { LogDamage, Journal } from './journal.ts';
import { adoptDocuments, type Readable } from './adopt-documents.ts';
import { readDocumentFile } from './projection.ts';
import { readShownRecord } from './shown-record.ts';
import { readLogEvent } from './store-event.ts';
import type { StoreOptions } from './store-options.ts';

/**
 * Brings a journal up for the first time: reads the log, or begins one from the documents when there is none that can be
 * read to its end. The caller holds the lock.
 */
export function recoverJournal<State, Event extends WorkflowEvent, Docs extends Documents>(
  options: StoreOptions<State, Event, Docs>,
  journal: Journal<State, Event, Docs>,
): Result<void, Failure> {
  const caughtUp = journal.catchUp();
  if (!caughtUp.ok) return caughtUp;
  const shorter = caughtUp.value === undefined && journal.seq < readShownRecord(options.record).seq;
  const damage: LogDamage | undefined = shorter ? { why: 'shorter' } : caughtUp.value;
  try {
    if (damage === undefined) return settleFolder(options, journal);
    const mended = repairLog(options, journal, damage);
    return mended.ok ? settleFolder(options, journal) : mended;
  } catch (error) {
    return err(diskFailure(error, 'recover', options.log));
  }
}

/** A folder that was copied or moved begins anew: what was in flight elsewhere is not in flight here. */
function settleFolder<State, Event extends WorkflowEvent, Docs extends Documents>(
  options: StoreOptions<State, Event, Docs>,
  journal: Journal<State, Event, Docs>,
): Result<void, Failure> {
  if (!journal.isElsewhere()) return ok();
  const begun = journal.startSegment(options.workflow.relocate(journal.state));
  if (begun.ok) options.onNotice({ code: 'folder.moved', params: { log: options.log } });
  return begun;
}

function repairLog<State, Event extends WorkflowEvent, Docs extends Documents>(
  options: StoreOptions<State, Event, Docs>,
  journal: Journal<State, Event, Docs>,
  damage: LogDamage,
): Result<void, Failure> {
  const read = readDocuments(options, damage);
  if (!read.ok) return read;
  const documents = read.value;
  const adopted = areNewerThanLog(documents, journal, damage);
  const state = adopted ? adoptDocuments(options, documents) : journal.state;
  const isEmpty = damage.why !== 'missing' && journal.seq === 0;
  if (state === undefined || (!adopted && isEmpty))
    return err(failure('document.lost', { document: options.documents[0].path }));
  const after = readShownRecord(options.record).seq;
  const begun = journal.startSegment(state, {
    after,
    keepAs: damage.why === 'missing' ? undefined : quarantineName(options.log, 'corrupt', options.clock),
    adopted: adopted ? Object.fromEntries(documents.map(({ doc, sha256 }) => [doc, sha256])) : {},
  });
  if (!begun.ok) return begun;
  // No log and no trace of one: the documents are another tool's, or this is the very first time.
  if (damage.why !== 'missing' || after > 0) notifyDamage(options, damage);
  for (const { path, isBackup } of documents) if (isBackup) putAside(options, path);
  return ok();
}

/** Whether the documents tell of something later than the log, as far as that can be read. */
function areNewerThanLog<State, Event extends WorkflowEvent, Docs extends Documents>(
  documents: readonly Readable[],
  journal: Journal<State, Event, Docs>,
  damage: LogDamage,
): boolean {
  if (damage.why !== 'bad_line' || journal.seq === 0) return documents.length > 0;
  const later = damage.after.flatMap((line) => {
    const event = readLogEvent(line.type, line.data, () => undefined);
    return event?.type === 'shown' ? [event.data.sha256] : [];
  });
  return documents.some(({ sha256 }) => later.includes(sha256));
}

/**
 * Each document, or its backup where it cannot be read. One that is gone together with its log was removed on purpose;
 * gone from beside a broken log, it is missed.
 */
function readDocuments<State, Event extends WorkflowEvent, Docs extends Documents>(
  options: StoreOptions<State, Event, Docs>,
  damage: LogDamage,
): Result<readonly Readable[], Failure> {
  const readable: Readable[] = [];
  for (const { name: doc, path } of options.documents) {
    const found = readDocumentFile(doc, path);
    if (found.kind === 'newer')
      return err(failure('document.newer', { document: path, version: found.problems[0]?.got ?? '' }));
    if (found.kind === 'value') readable.push({ doc, path, ...found, isBackup: false });
    if (found.kind === 'value' || (found.kind === 'absent' && damage.why === 'missing')) continue;
    const backup = readDocumentFile(doc, `${path}.bak`);
    if (backup.kind === 'value') readable.push({ doc, path, ...backup, isBackup: true });
    else if (found.kind !== 'absent') return err(failure('document.lost', { document: path }));
  }
  return ok(readable);
}

/** After the new log was begun, so that at no instant neither of the two can be read. */
function putAside<State, Event extends WorkflowEvent, Docs extends Documents>(
  options: StoreOptions<State, Event, Docs>,
  document: string,
): void {
  if (!fs.existsSync(document)) return;
  const kept = quarantineFile(document, { ...options, reason: 'corrupt' });
  options.disk.unlink(document);
  options.onNotice({ code: 'document.rebuilt', params: { document, from: 'backup', kept } });
}

function notifyDamage<State, Event extends WorkflowEvent, Docs extends Documents>(
  { onNotice, log }: StoreOptions<State, Event, Docs>,
  damage: LogDamage,
): void {
  onNotice({
    code: 'log.quarantined',
    params: { log, why: damage.why, line: damage.why === 'bad_line' ? damage.line : null },
  });
}
