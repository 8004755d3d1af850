import { setTimeout as pause } from 'node:timers/promises';
import { compareRunIds } from '../../base/ids.ts';
import { withTexts } from '../../base/redact.ts';
import type { Snapshot } from '../../schema/views/snapshot.ts';
import type { LogRecord } from '../../store/log-record.ts';
import { lastPosition, LogFollower, type LogPosition } from '../../store/log-follower.ts';
import { isAdopted } from '../../store/store-event.ts';
import type { Project } from '../project.ts';
import { decodeCursor, encodeCursor, otherLogs } from './cursor.ts';
import { findLogs, loggedEvent, type LoggedEvent, type ProjectLog } from './logs.ts';
import { SnapshotReader } from './snapshot.ts';

/** Something that was recorded in one of a project's logs. */
export type RecordedEvent = Exclude<LoggedEvent, { type: 'shown' }> & {
  /** Of the log: `run-…`, the hash that names the session's folder, `auto`. */
  readonly id: string;
  readonly seq: number;
  readonly at: string;
  /** `events({ after })` goes on behind it, in any process, whenever. */
  readonly cursor: string;
};

/** Where events are missing: all of the project as it is now. What was known before is to be forgotten. */
export interface SnapshotEvent {
  readonly type: 'snapshot';
  readonly cursor: string;
  readonly snapshot: Snapshot;
}

export type ProjectEvent = RecordedEvent | SnapshotEvent;

export interface EventsOptions {
  /** A cursor; without one, from the oldest event that is there. */
  readonly after?: string | undefined;
  /** False: ends with what there is. */
  readonly follow?: boolean;
  /** Once it is settled, it ends with what there is then. */
  readonly until?: Promise<unknown>;
  readonly signal?: AbortSignal | undefined;
}

const LOOK_EVERY_MS = 150;

/**
 * Everything that is recorded in a project's logs, whoever conducts: of each log in its order, each event once. A log
 * that is begun later appears. Where events cannot be told because their segment is gone or was replaced, a snapshot
 * comes in their place.
 *
 * @internal
 */
export async function* projectEvents(
  project: Project,
  redact: (text: string) => string,
  { after, follow = true, until, signal }: EventsOptions = {},
): AsyncGenerator<ProjectEvent, void, void> {
  const reader = new EventReader(project);
  const ending = new Ending(follow, until);
  const isOver = () => signal?.aborted === true;
  let isLost = after !== undefined && !reader.goTo(after);
  while (!isOver()) {
    const { isNear } = ending;
    let isNews = false;
    for (const batch of isLost ? [] : reader.read()) {
      isNews = true;
      isLost = batch.isLost;
      for (const { event, position } of batch.events) {
        const cursor = reader.deliver(batch.id, position);
        if (event !== undefined) yield { ...withTexts(event, redact), cursor };
        if (isOver()) return;
      }
      if (isLost) break;
    }
    if (isLost) {
      const snapshot = reader.takeSnapshot();
      isLost = false;
      yield { type: 'snapshot', cursor: snapshot.cursor, snapshot: withTexts(snapshot, redact) };
    } else if (!isNews) {
      if (isNear) return;
      await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

class Ending {
  /** What is read from now on is all. */
  isNear: boolean;

  constructor(follow: boolean, until: Promise<unknown> | undefined) {
    this.isNear = !follow;
    const end = () => (this.isNear = true);
    until?.then(end, end);
  }
}

/** New lines of one log. */
interface Batch {
  readonly id: string;
  /** Undefined where a line is nobody's business. */
  readonly events: readonly { readonly event: NewEvent | undefined; readonly position: LogPosition }[];
  /** What comes after them cannot be told. */
  readonly isLost: boolean;
}

type NewEvent = Exclude<LoggedEvent, { type: 'shown' }> & Pick<RecordedEvent, 'id' | 'seq' | 'at'>;

/** Reads on in all logs of a project, and knows what was told of each. */
class EventReader {
  readonly #project: Project;
  readonly #snapshots: SnapshotReader;
  readonly #followers = new Map<string, LogFollower>();
  /** The log that was told of last comes last. */
  readonly #delivered = new Map<string, LogPosition>();
  /** Logs of a later program. */
  readonly #unreadable = new Set<string>();

  constructor(project: Project) {
    this.#project = project;
    this.#snapshots = new SnapshotReader(project);
  }

  /** False when events after this cursor cannot all be told. */
  goTo(text: string): boolean {
    const cursor = decodeCursor(text);
    if (cursor === undefined) return false;
    const { named, others } = cursor;
    const isOther = ({ id, workflow }: ProjectLog) =>
      others !== undefined && workflow === 'run' && !named.has(id) && compareRunIds(id, others.youngest) <= 0;
    const old = findLogs(this.#project)
      .filter(isOther)
      .map((log) => [log.id, lastPosition(log.path)] as const);
    if (otherLogs(old)?.checksum !== others?.checksum) return false;
    this.#goTo([...old, ...named]);
    return true;
  }

  /** Events go on behind it. */
  takeSnapshot(): Snapshot {
    const { snapshot, positions } = this.#snapshots.take();
    this.#goTo([...positions]);
    return snapshot;
  }

  /** Once through all logs: what is new in each, when it is asked for. */
  *read(): Generator<Batch, void, void> {
    const logs = findLogs(this.#project);
    const gone = [...this.#delivered.keys()].find((id) => !logs.some((log) => log.id === id));
    if (gone !== undefined) return yield { id: gone, events: [], isLost: true };
    for (const log of logs) {
      const batch = this.#readOne(log);
      if (batch.isLost || batch.events.length > 0) yield batch;
    }
  }

  /** The cursor behind it. */
  deliver(id: string, position: LogPosition): string {
    this.#delivered.delete(id);
    this.#delivered.set(id, position);
    return encodeCursor(this.#delivered);
  }

  #goTo(positions: readonly (readonly [id: string, position: LogPosition])[]): void {
    this.#followers.clear();
    this.#delivered.clear();
    for (const [id, position] of positions) if (position.seq > 0) this.#delivered.set(id, position);
    // What could not be read goes on where its owner begins anew.
    for (const { id, path } of findLogs(this.#project))
      if (positions.some(([known, { seq }]) => known === id && seq === 0))
        this.#followers.set(id, LogFollower.atLastSegment(path));
  }

  #readOne({ workflow, id, path }: ProjectLog): Batch {
    const events: { event: NewEvent | undefined; position: LogPosition }[] = [];
    if (this.#unreadable.has(id)) return { id, events, isLost: false };
    const follower = this.#followers.get(id) ?? new LogFollower(path, this.#delivered.get(id));
    this.#followers.set(id, follower);
    let isLost = false;
    const followed = follower.read((line) => {
      if (isLost || this.#unreadable.has(id)) return;
      const event = eventIn(line, { workflow, id });
      // Something else than what the log says so far became the state.
      if (line.type === 'segment') isLost = isAdopted(line) && this.#delivered.has(id);
      else if (event === undefined) this.#unreadable.add(id);
      if (!isLost && !this.#unreadable.has(id))
        events.push({ event: event === 'none' ? undefined : event, position: follower.position });
    });
    return { id, events, isLost: isLost || followed === 'lost' };
  }
}

function eventIn(
  { type, data, seq, at }: LogRecord,
  { workflow, id }: Pick<ProjectLog, 'workflow' | 'id'>,
): NewEvent | 'none' | undefined {
  if (type === 'segment') return 'none';
  const event = loggedEvent(workflow, type, data);
  if (event === undefined) return undefined;
  return event.type === 'shown' ? 'none' : { ...event, id, seq, at };
}
