import fs from 'node:fs';
import path from 'node:path';
import { getErrno } from './disk-failure.ts';

/**
 * The system calls that change files: the only ones Orchestral makes, all in one place so that tests can make any of
 * them fail, fall short, or be the last thing the process does. Synchronous on purpose: a commit is a few microseconds
 * of calls around one fdatasync, and nothing may interleave with it.
 */
export interface Disk {
  open(path: string, flags: number, mode?: number): number;
  /** May write less than asked, as write(2) may. */
  write(fd: number, bytes: Uint8Array, offset: number): number;
  fsync(fd: number): void;
  fdatasync(fd: number): void;
  truncate(fd: number, length: number): void;
  close(fd: number): void;
  link(from: string, to: string): void;
  rename(from: string, to: string): void;
  unlink(path: string): void;
  mkdir(path: string, mode?: number): void;
}

export const realDisk: Disk = {
  open: (path, flags, mode) => fs.openSync(path, flags, mode),
  write: (fd, bytes, offset) => fs.writeSync(fd, bytes, offset),
  fsync: (fd) => fs.fsyncSync(fd),
  fdatasync: (fd) => fs.fdatasyncSync(fd),
  truncate: (fd, length) => fs.ftruncateSync(fd, length),
  close: (fd) => fs.closeSync(fd),
  link: (from, to) => fs.linkSync(from, to),
  rename: (from, to) => fs.renameSync(from, to),
  unlink: (path) => fs.unlinkSync(path),
  mkdir: makeFolders,
};

/** Node answers ENOENT for whatever else keeps the first folder of several from being made, a read-only disk say. */
function makeFolders(folder: string, mode?: number): void {
  try {
    fs.mkdirSync(folder, { recursive: true, mode });
  } catch (error) {
    if (getErrno(error) !== 'ENOENT') throw error;
    let first = folder;
    while (!fs.existsSync(path.dirname(first))) first = path.dirname(first);
    fs.mkdirSync(first, { mode });
    fs.mkdirSync(folder, { recursive: true, mode });
  }
}

/** Closes a descriptor from which nothing more is expected: what went through it is durable already, or given up. */
export function closeQuietly(disk: Disk, fd: number): void {
  try {
    disk.close(fd);
  } catch {
    // The descriptor is gone even so.
  }
}

/** write(2) may fall short without an error (a nearly full disk does): go on until every byte is down. */
export function writeAll(disk: Disk, fd: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length;) offset += disk.write(fd, bytes, offset);
}
