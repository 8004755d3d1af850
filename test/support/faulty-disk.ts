import { type Disk, realDisk } from '../../src/files/disk.ts';

export type DiskOperation = keyof Disk;

export const diskOperations = [
  'open',
  'write',
  'fsync',
  'fdatasync',
  'truncate',
  'close',
  'link',
  'rename',
  'unlink',
  'mkdir',
] as const satisfies readonly DiskOperation[];

export interface Fault {
  readonly operation: DiskOperation | 'every';
  /** Another that fails with it. */
  readonly and?: DiskOperation;
  /** Which call of that operation fails, from 1, counted from when the disk was armed. */
  readonly nth: number;
  readonly errno: 'ENOSPC' | 'EIO';
  /** A write that puts down half of what it was asked, and fails when asked for the rest. */
  readonly short?: boolean;
  /** Every call after it fails, too, until the disk is healed. */
  readonly lasting?: boolean;
}

/** The power stays on in these tests, so that nothing has to reach the platter: thousands of syncs would take minutes. */
export const withoutWaiting: Disk = { ...realDisk, fsync: () => {}, fdatasync: () => {} };

/** The real disk, of which one call fails. */
export class FaultyDisk {
  readonly fault: Fault;
  /** How often a call failed, or fell short. */
  fired = 0;
  /** What must never be done with a disk, and was. */
  readonly misuse: string[] = [];
  readonly opened = new Set<number>();
  readonly disk: Disk;
  #armed = false;
  #calls = 0;
  /** The rest of a write that fell short fails. */
  #owed = false;
  readonly #unsynced = new Set<number>();

  constructor(fault: Fault) {
    this.fault = fault;
    const failing = <A extends unknown[], R>(operation: DiskOperation, call: (...args: A) => R) => {
      return (...args: A): R => {
        if (!this.#isDue(fault, operation)) return call(...args);
        this.fired += 1;
        // A descriptor is gone even when closing it fails.
        if (operation === 'close') call(...args);
        throw Object.assign(new Error(`${fault.errno}: injected, ${operation}`), { code: fault.errno });
      };
    };
    const write = failing('write', withoutWaiting.write);
    this.disk = {
      open: failing('open', (path, flags, mode) => {
        const fd = withoutWaiting.open(path, flags, mode);
        this.opened.add(fd);
        return fd;
      }),
      write: (fd, bytes, offset) => {
        if (fault.short !== true || this.#owed) return write(fd, bytes, offset);
        if (!this.#isDue(fault, 'write')) return withoutWaiting.write(fd, bytes, offset);
        this.fired += 1;
        this.#owed = true;
        return withoutWaiting.write(fd, bytes.subarray(0, offset + Math.floor((bytes.length - offset) / 2)), offset);
      },
      fsync: this.#syncing(failing('fsync', withoutWaiting.fsync)),
      fdatasync: this.#syncing(failing('fdatasync', withoutWaiting.fdatasync)),
      truncate: failing('truncate', withoutWaiting.truncate),
      close: failing('close', (fd) => {
        if (!this.opened.delete(fd)) this.misuse.push('closed a descriptor that was not open');
        this.#unsynced.delete(fd);
        withoutWaiting.close(fd);
      }),
      link: failing('link', withoutWaiting.link),
      rename: failing('rename', withoutWaiting.rename),
      unlink: failing('unlink', withoutWaiting.unlink),
      mkdir: failing('mkdir', withoutWaiting.mkdir),
    };
  }

  arm(): void {
    this.#armed = true;
  }

  heal(): void {
    this.#armed = false;
  }

  #isDue(fault: Fault, operation: DiskOperation): boolean {
    if (!this.#armed || !['every', operation].some((hit) => hit === fault.operation || hit === fault.and)) return false;
    if (this.#owed) {
      this.#owed = fault.lasting === true;
      return true;
    }
    this.#calls += 1;
    return fault.lasting === true ? this.#calls >= fault.nth : this.#calls === fault.nth;
  }

  #syncing(sync: (fd: number) => void): (fd: number) => void {
    return (fd) => {
      if (this.#unsynced.has(fd)) this.misuse.push('synced a descriptor again whose sync had failed');
      try {
        sync(fd);
      } catch (error) {
        this.#unsynced.add(fd);
        throw error;
      }
    };
  }
}
