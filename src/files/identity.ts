import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import * as z from 'zod/mini';
import { getErrno } from './disk-failure.ts';

/**
 * Who a process is, beyond its pid: pids are reused, machines reboot, containers have their own. Two processes are the
 * same only when all of it agrees.
 */
export const processIdentity = z.strictObject({
  pid: z.int().check(z.positive()),
  /** Clock ticks after boot, from /proc; empty where the platform does not tell. */
  start_time: z.string(),
  boot_id: z.string(),
  pid_namespace: z.string(),
  host: z.string(),
});

export type ProcessIdentity = z.infer<typeof processIdentity>;

export function getProcessIdentity(pid: number): ProcessIdentity | undefined {
  const stat = procStat(pid);
  if (stat === undefined && !exists(pid)) return undefined;
  return { pid, start_time: stat?.startTime ?? '', ...machine() };
}

/** Read once, as every temporary file is named by it; only the name of the host can change while a process lives. */
export function getOwnIdentity(): ProcessIdentity {
  own ??= getProcessIdentity(process.pid);
  if (own === undefined) throw new Error('this process is not in the process table');
  return { ...own, host: os.hostname() };
}

let own: ProcessIdentity | undefined;

/**
 * `elsewhere` means it cannot be told from here: another host or pid namespace. Age never makes anything dead.
 */
export function getProcessLife(identity: ProcessIdentity): 'alive' | 'dead' | 'elsewhere' {
  const here = machine();
  if (identity.host !== here.host) return 'elsewhere';
  if (identity.boot_id !== here.boot_id) return 'dead';
  if (identity.pid_namespace !== here.pid_namespace) return 'elsewhere';
  const stat = procStat(identity.pid);
  if (stat === undefined) return exists(identity.pid) ? 'alive' : 'dead';
  if (stat.state === 'Z' || stat.state === 'X') return 'dead';
  return stat.startTime === identity.start_time ? 'alive' : 'dead';
}

export function nonce(): string {
  return randomBytes(12).toString('hex');
}

function machine(): Omit<ProcessIdentity, 'pid' | 'start_time'> {
  return {
    boot_id: readOr('/proc/sys/kernel/random/boot_id').trim(),
    pid_namespace: linkOr('/proc/self/ns/pid'),
    host: os.hostname(),
  };
}

function procStat(pid: number): { state: string; startTime: string } | undefined {
  const text = readOr(`/proc/${pid}/stat`);
  // The command name may hold spaces and parentheses; the fields after it do not.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, startTime] = [fields[0], fields[19]];
  return state === undefined || startTime === undefined ? undefined : { state, startTime };
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return getErrno(error) === 'EPERM';
  }
}

function readOr(path: string): string {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function linkOr(path: string): string {
  try {
    return fs.readlinkSync(path);
  } catch {
    return '';
  }
}
