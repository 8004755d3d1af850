import { createHash } from 'node:crypto';
import fs from 'node:fs';
import * as z from 'zod/mini';
import type { WorkflowEvent } from '../schema/workflow.ts';

/** Which folder a log belongs to, without naming it: a copied, moved or cloned folder is another one. */
const folderIdentity = z.strictObject({ path_sha256: z.string(), device: z.number(), inode: z.number() });

export type FolderIdentity = z.infer<typeof folderIdentity>;

export function readFolderIdentity(folder: string): FolderIdentity {
  const real = fs.realpathSync(folder);
  const { dev, ino } = fs.statSync(real);
  return { path_sha256: createHash('sha256').update(real).digest('hex'), device: dev, inode: ino };
}

export function isSameFolder(a: FolderIdentity, b: FolderIdentity): boolean {
  return a.path_sha256 === b.path_sha256 && a.device === b.device && a.inode === b.inode;
}

/** The log format this program writes; a log of a higher one is left alone. */
export const FORMAT = 1;

/** A version of a document: the state after `seq`, as hashed over its canonical value. */
const version = z.strictObject({ seq: z.int(), sha256: z.string() });

export type Version = z.infer<typeof version>;

/** The last two versions of each document, newest last. */
const versions = z.record(z.string(), z.readonly(z.array(version)));

export type Versions = Readonly<z.infer<typeof versions>>;

export function withVersion(before: Versions, doc: string, shown: Version): Versions {
  return { ...before, [doc]: [...(before[doc] ?? []), shown].slice(-2) };
}

/** The data of a segment's first line. */
const head = z.strictObject({
  format: z.literal(FORMAT),
  folder: folderIdentity,
  state: z.unknown(),
  versions,
});

export type Head = z.infer<typeof head>;

/** What the store itself records, beside the workflow's own events. */
export type StoreEvent<Event> =
  /** A document is about to be replaced by this version. */
  | { readonly type: 'shown'; readonly data: { readonly doc: string; readonly seq: number; readonly sha256: string } }
  /** A hand edit was taken over; `sha256` is of the document as edited. One line, so that it counts whole or not at all. */
  | {
      readonly type: 'edited';
      readonly data: { readonly doc: string; readonly sha256: string; readonly events: readonly Event[] };
    };

const shownData = z.strictObject({ doc: z.string(), seq: z.int(), sha256: z.string() });
const editedData = z.strictObject({
  doc: z.string(),
  sha256: z.string(),
  events: z.array(z.strictObject({ type: z.string(), data: z.unknown() })),
});

export function isStoreEvent<Event extends WorkflowEvent>(
  event: Event | StoreEvent<Event>,
): event is StoreEvent<Event> {
  return event.type === 'shown' || event.type === 'edited';
}

/** The state after a line; that a document was shown changes nothing. */
export function applyRecorded<State, Event extends WorkflowEvent>(
  apply: (state: State, event: Event, at: string) => State,
  state: State,
  { event, at }: { readonly event: Event | StoreEvent<Event>; readonly at: string },
): State {
  if (!isStoreEvent(event)) return apply(state, event, at);
  return event.type === 'edited' ? event.data.events.reduce((now, inner) => apply(now, inner, at), state) : state;
}

/** `newer` when a later program wrote it. */
export function readHead(data: unknown): Head | 'newer' | undefined {
  const parsed = head.safeParse(data);
  if (parsed.success) return parsed.data;
  const format = z.object({ format: z.number() }).safeParse(data);
  return format.success && format.data.format > FORMAT ? 'newer' : undefined;
}

/** Whether a segment began with what its documents say, and not with what the log said before. */
export function isAdopted({ seq, data }: { readonly seq: number; readonly data: unknown }): boolean {
  const read = readHead(data);
  if (read === undefined || read === 'newer') return false;
  return Object.values(read.versions).some((known) => known.some((one) => one.seq === seq));
}

export type ReadEvent<Event> = (type: string, data: unknown) => Event | undefined;

/** Any line but a segment's first; undefined when neither store nor workflow knows it. */
export function readLogEvent<Event>(
  type: string,
  data: unknown,
  readEvent: ReadEvent<Event>,
): Event | StoreEvent<Event> | undefined {
  switch (type) {
    case 'shown': {
      const parsed = shownData.safeParse(data);
      return parsed.success ? { type, data: parsed.data } : undefined;
    }
    case 'edited': {
      const parsed = editedData.safeParse(data);
      if (!parsed.success) return undefined;
      const events = parsed.data.events.flatMap((event) => readEvent(event.type, event.data) ?? []);
      if (events.length !== parsed.data.events.length) return undefined;
      return { type, data: { ...parsed.data, events } };
    }
    default:
      return readEvent(type, data);
  }
}
