import { type Failure, failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import { diskFailure } from '../files/disk-failure.ts';
import type { Documents, WorkflowEvent } from '../schema/workflow.ts';
import { asideName, keepAside } from './aside.ts';
import type { Damage, Journal } from './journal.ts';
import { type Found, readDocument } from './projection.ts';
import { lastShown } from './shown-record.ts';
import { readLogEvent } from './store-event.ts';
import type { StoreOptions } from './store-options.ts';

/**
 * Brings a journal up for the first time: reads the log, or begins one from the documents when there is none that can be
 * read to its end. The caller holds the lock.
 */
export function recover<State, Event extends WorkflowEvent, Docs extends Documents>(
  options: StoreOptions<State, Event, Docs>,
  journal: Journal<State, Event, Docs>,
): Result<void, Failure> {
  const caughtUp = journal.catchUp();
  if (!caughtUp.ok) return caughtUp;
  const shorter = caughtUp.value === undefined && journal.seq < lastShown(options.record);
  const damage: Damage | undefined = shorter ? { why: 'shorter' } : caughtUp.value;
  try {
    if (damage === undefined) return settleFolder(options, journal);
    const mended = mend(options, journal, damage);
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
  const begun = journal.begin(journal.state);
  if (!begun.ok) return begun;
  const [recorded] = journal.record([() => ok([{ type: 'relocated', data: {} }])]);
  if (recorded?.ok === false) return recorded;
  options.onNotice({ code: 'folder.moved', params: { log: options.log } });
  return ok();
}

function mend<State, Event extends WorkflowEvent, Docs extends Documents>(
  options: StoreOptions<State, Event, Docs>,
  journal: Journal<State, Event, Docs>,
  damage: Damage,
): Result<void, Failure> {
  const documents = readDocuments(options);
  if (!documents.ok) return documents;
  const state = stateAfter(options, journal, { damage, documents: documents.value });
  if (state === undefined) return err(failure('document.lost', { document: options.documents[0].path }));
  const after = lastShown(options.record);
  if (damage.why === 'missing') {
    // No log and no trace of one: the documents are another tool's, or this is the very first time.
    if (after > 0) tell(options, damage);
    return journal.begin(state, { after });
  }
  tell(options, damage);
  return journal.begin(state, { after, keepAs: asideName(options.log, 'corrupt', options.clock) });
}

interface Mending {
  readonly damage: Damage;
  readonly documents: Readonly<Record<string, Found>>;
}

/** The log as far as it can be read, unless the documents know of something later; undefined when neither helps. */
function stateAfter<State, Event extends WorkflowEvent, Docs extends Documents>(
  { workflow }: StoreOptions<State, Event, Docs>,
  journal: Journal<State, Event, Docs>,
  { damage, documents }: Mending,
): State | undefined {
  const values = Object.entries(documents).flatMap(([doc, found]) =>
    found.kind === 'value' ? [{ doc, ...found }] : [],
  );
  if (damage.why === 'bad_line' && journal.seq > 0) {
    const later = damage.after.flatMap((line) => {
      const event = readLogEvent(line.type, line.data, () => undefined);
      return event?.type === 'shown' ? [event.data.sha256] : [];
    });
    if (!values.some((value) => later.includes(value.sha256))) return journal.state;
  }
  if (values.length === 0)
    return Object.values(documents).every((found) => found.kind === 'absent') ? journal.state : undefined;
  for (const { doc, sha256 } of values) journal.adoptVersion(doc, sha256);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value was decoded as the document it is named
  return workflow.adopt(Object.fromEntries(values.map(({ doc, value }) => [doc, value])) as Partial<Docs>);
}

/** Each document, or its backup where it cannot be read; a broken one is kept aside. */
function readDocuments<State, Event extends WorkflowEvent, Docs extends Documents>(
  options: StoreOptions<State, Event, Docs>,
): Result<Record<string, Found>, Failure> {
  const read: Record<string, Found> = {};
  for (const { name, path } of options.documents) {
    const found = readDocument(name, path);
    if (found.kind === 'newer')
      return err(failure('document.newer', { document: path, version: found.problems[0]?.got ?? '' }));
    if (found.kind === 'value' || found.kind === 'absent') {
      read[name] = found;
      continue;
    }
    const backup = readDocument(name, `${path}.bak`);
    if (backup.kind !== 'value') return err(failure('document.lost', { document: path }));
    const kept = keepAside(path, { ...options, reason: 'corrupt' });
    options.onNotice({ code: 'document.rebuilt', params: { document: path, from: 'backup', kept } });
    options.disk.unlink(path);
    read[name] = backup;
  }
  return ok(read);
}

function tell<State, Event extends WorkflowEvent, Docs extends Documents>(
  { onNotice, log }: StoreOptions<State, Event, Docs>,
  damage: Damage,
): void {
  onNotice({
    code: 'log.quarantined',
    params: { log, why: damage.why, line: damage.why === 'bad_line' ? damage.line : null },
  });
}
