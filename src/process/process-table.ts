import fs from 'node:fs';

/** A row of the kernel's process table. A pid alone is not a process: `startTime` tells it from a later user of the number. */
export interface ProcessRow {
  readonly pid: number;
  readonly startTime: string;
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Seconds of CPU time, those of children it has waited for included. */
  readonly cpuSeconds: number;
}

/** Every process there is; undefined where the platform has no /proc to read them from. */
export function readProcessTable(): Map<number, ProcessRow> | undefined {
  let names: string[];
  try {
    names = fs.readdirSync('/proc');
  } catch {
    return undefined;
  }
  const table = new Map<number, ProcessRow>();
  for (const name of names) {
    if (!/^\d+$/.test(name)) continue;
    const row = readProcess(Number(name));
    if (row !== undefined) table.set(row.pid, row);
  }
  return table.has(process.pid) ? table : undefined;
}

export function readProcess(pid: number): ProcessRow | undefined {
  const text = readText(`/proc/${pid}/stat`);
  // The command name may hold spaces and parentheses; the fields after it do not.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const startTime = fields[19];
  if (startTime === undefined) return undefined;
  const number = (index: number): number => Number(fields[index]);
  return {
    pid,
    startTime,
    state: fields[0] ?? '',
    parent: number(1),
    group: number(2),
    session: number(3),
    cpuSeconds: (number(11) + number(12) + number(13) + number(14)) / ticksPerSecond,
  };
}

/** It has ended and only waits for its parent to hear of it. */
export function isZombie(row: ProcessRow): boolean {
  return row.state === 'Z' || row.state === 'X';
}

/** When a process was started, in clock ticks after boot; undefined where it is gone, or nothing tells. */
export function readStartTime(pid: number): number | undefined {
  const row = readProcess(pid);
  return row && Number(row.startTime);
}

/** The environment a process was started with, as `\0NAME=value\0…\0`; empty where it is not ours to read. */
export function readEnvironment(pid: number): string {
  return `\0${readText(`/proc/${pid}/environ`)}\0`;
}

/** The real user of a process: /proc shows another one as owner of a process that may not be traced. */
export function readUser(pid: number): number | undefined {
  const uid = /^Uid:\s+(\d+)/m.exec(readText(`/proc/${pid}/status`))?.[1];
  return uid === undefined ? undefined : Number(uid);
}

// USER_HZ, the unit of /proc/*/stat, is 100 on every Linux that Node runs on, whatever the kernel's own tick is.
const ticksPerSecond = 100;

/** As UTF-8: in any other encoding Node takes a buffer of 64 KB for each file of /proc, and collects garbage all the time. */
function readText(path: string): string {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
