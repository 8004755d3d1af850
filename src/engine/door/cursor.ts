import { createHash } from 'node:crypto';
import { compareRunIds } from '../../base/ids.ts';
import type { LogPosition } from '../../store/log-follower.ts';

/*
 * A cursor says of each log how far it was read: `1.auto~57~9f3a2b1c.run-20240115-143022~12~0badcafe`. It names the logs
 * that changed last; those before them are one checksum, so that it stays short however many runs there were:
 * `….+run-20240114-090000~5d1f…`, with the youngest run that the checksum counts.
 */

/** How far logs were read, by id; the one that was read last comes last. */
export type Positions = ReadonlyMap<string, LogPosition>;

export interface Cursor {
  readonly named: Positions;
  /** Undefined when all are named. */
  readonly others: OtherLogs | undefined;
}

export interface OtherLogs {
  readonly youngest: string;
  readonly checksum: string;
}

const VERSION = '1';
const MOST_NAMED = 24;

export function encodeCursor(positions: Positions): string {
  const all = [...positions].filter(([, { seq }]) => seq > 0);
  const isRun = ([id]: Entry) => id.startsWith('run-');
  const old = all.filter(isRun).slice(0, -MOST_NAMED);
  const named = old.length === 0 ? all : all.filter((entry) => !old.includes(entry));
  const others = otherLogs(old);
  return [
    VERSION,
    ...named.map(positionText),
    ...(others === undefined ? [] : [`+${others.youngest}~${others.checksum}`]),
  ].join('.');
}

/** Undefined for anything that is none. */
export function decodeCursor(text: string): Cursor | undefined {
  const [version, ...parts] = text.split('.');
  if (version !== VERSION) return undefined;
  const named = new Map<string, LogPosition>();
  let others: OtherLogs | undefined;
  for (const part of parts) {
    const [, id, seq, crc] = /^([\w-]+)~(\d{1,15})~([0-9a-f]{8})$/.exec(part) ?? [];
    const [, youngest, checksum] = /^\+(run-[\d-]+)~([0-9a-f]+)$/.exec(part) ?? [];
    if (id !== undefined && crc !== undefined) named.set(id, { seq: Number(seq), crc });
    else if (youngest !== undefined && checksum !== undefined) others = { youngest, checksum };
    else return undefined;
  }
  return { named, others };
}

type Entry = readonly [id: string, position: LogPosition];

/** The checksum of logs that are not named; undefined when there are none. */
export function otherLogs(entries: readonly Entry[]): OtherLogs | undefined {
  const sorted = entries.toSorted(([a], [b]) => compareRunIds(a, b));
  const youngest = sorted.at(-1)?.[0];
  if (youngest === undefined) return undefined;
  const checksum = createHash('sha256').update(sorted.map(positionText).join('.')).digest('hex').slice(0, 16);
  return { youngest, checksum };
}

function positionText([id, { seq, crc }]: Entry): string {
  return `${id}~${seq}~${crc}`;
}
