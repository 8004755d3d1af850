import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type Failure, failure, type Holder } from '../base/failure.ts';
import { parseJson } from '../base/json.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { OnNotice } from '../schema/notice.ts';
import type { Disk } from './disk.ts';
import { diskFailure, getErrno } from './disk-failure.ts';
import { getProcessLife, nonce, getOwnIdentity, processIdentity } from './identity.ts';
import { discard, writeTemporary } from './temporary.ts';

const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 100;
const TELL_AFTER_MS = 2_000;
const GIVE_UP_AFTER_MS = 30_000;

const lockBody = z.strictObject({
  ...processIdentity.shape,
  nonce: z.string().check(z.minLength(1)),
  command: z.string(),
  /** Device and inode of the folder it lies in: a lock that was copied along with a folder holds nothing there. */
  folder: z.string(),
});

type LockBody = z.infer<typeof lockBody>;

export interface LockOptions {
  readonly disk: Disk;
  readonly path: string;
  /** What the holder is doing, for whoever has to wait. */
  readonly command: string;
  readonly onNotice: OnNotice;
}

/**
 * A lock file that appears complete, by link(2) of a finished file, and names its holder. It is taken away from a holder
 * only when that is provably dead, never because of its age. The finished file is kept between uses, so that taking and
 * giving back cost two system calls.
 */
export class FileLock {
  readonly #options: LockOptions;
  #finished: { readonly path: string; readonly ino: number } | undefined;
  #isClosing = false;
  #again: NodeJS.Timeout | undefined;

  constructor(options: LockOptions) {
    this.#options = options;
  }

  /** One try; `false` when somebody else holds it. */
  tryTake(): Result<boolean, Failure> {
    const { disk, path: lock } = this.#options;
    try {
      for (let tries = 0; tries < 3; tries++) {
        const finished = this.#finish();
        try {
          disk.link(finished.path, lock);
          return this.#taken();
        } catch (error) {
          const errno = getErrno(error);
          if (errno === 'ENOENT') this.#finished = undefined;
          else if (errno !== 'EEXIST') throw error;
          else if (this.isMine()) return this.#taken();
        }
        if (!this.#breakIfDead()) return ok(false);
      }
      return ok(false);
    } catch (error) {
      return err(diskFailure(error, 'lock', lock));
    }
  }

  /** Waits up to 30 s for whoever holds it. */
  async take(): Promise<Result<void, Failure>> {
    const taken = this.tryTake();
    if (!taken.ok) return taken;
    if (taken.value) return ok();
    this.#leaveNote();
    try {
      return await this.#wait();
    } finally {
      this.#removeNote();
    }
  }

  /** Somebody waits: a holder that has more to do gives it back between two pieces of work. */
  isWanted(): boolean {
    const note = this.#note;
    if (!fs.existsSync(note)) return false;
    const body = readBody(note);
    if (body !== 'gone' && body !== 'foreign' && lifeAt(note, body) !== 'dead') return true;
    discard(this.#options.disk, note);
    return false;
  }

  isMine(): boolean {
    return this.#finished !== undefined && inodeOf(this.#options.path) === this.#finished.ino;
  }

  release(): void {
    const { disk, path: lock } = this.#options;
    try {
      if (this.isMine()) disk.unlink(lock);
    } catch {
      // The disk is failing. Nobody shall have to wait for as long as we live: it is given back as soon as that works.
      this.#again = setTimeout(() => this.release(), LONGEST_PAUSE_MS).unref();
      return;
    }
    if (!this.#isClosing || this.#finished === undefined) return;
    discard(disk, this.#finished.path);
    this.#finished = undefined;
  }

  /** Gives it back and leaves nothing behind. */
  close(): void {
    this.#isClosing = true;
    this.release();
  }

  #taken(): Result<boolean, Failure> {
    clearTimeout(this.#again);
    return ok(true);
  }

  get #note(): string {
    return `${this.#options.path}.wanted`;
  }

  /** Only a hint: whoever finds a note there already is served by it, too. */
  #leaveNote(): void {
    try {
      this.#options.disk.link(this.#finish().path, this.#note);
    } catch {
      // The wait is longer without it, and that is all.
    }
  }

  #removeNote(): void {
    if (inodeOf(this.#note) === this.#finished?.ino) discard(this.#options.disk, this.#note);
  }

  async #wait(): Promise<Result<void, Failure>> {
    const { path: lock, onNotice } = this.#options;
    const began = performance.now();
    let told = false;
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 1.5, LONGEST_PAUSE_MS)) {
      const taken = this.tryTake();
      if (!taken.ok) return taken;
      if (taken.value) return ok();
      const waited = performance.now() - began;
      if (waited > GIVE_UP_AFTER_MS)
        return err(failure('lock.held', { lock, holder: readLockHolder(lock) }, { path: lock }));
      if (waited > TELL_AFTER_MS && !told) {
        onNotice({ code: 'lock.waiting', params: { lock, holder: readLockHolder(lock) } });
        told = true;
      }
      await pause(wait * (0.5 + Math.random() / 2));
    }
  }

  #finish(): { readonly path: string; readonly ino: number } {
    if (this.#finished !== undefined) return this.#finished;
    const { disk, path: lock, command } = this.#options;
    const body: LockBody = { ...getOwnIdentity(), nonce: nonce(), command, folder: folderOf(lock) };
    const finished = writeTemporary(disk, lock, [Buffer.from(`${JSON.stringify(body)}\n`)]);
    this.#finished = { path: finished, ino: fs.lstatSync(finished).ino };
    return this.#finished;
  }

  /** True when the lock is worth another try at once: its holder was dead, or it is gone already. */
  #breakIfDead(): boolean {
    const { path: lock, onNotice, disk } = this.#options;
    const seen = readBody(lock);
    if (seen === 'gone') return true;
    if (seen === 'foreign' || lifeAt(lock, seen) !== 'dead') return false;
    // Two who find the same dead holder must not both remove: the second would remove the lock the first just took.
    // Whoever dies while breaking leaves a dead breaker, which is broken in the same way.
    const breaker = new FileLock({ ...this.#options, path: `${lock}.breaker` });
    try {
      const mine = breaker.tryTake();
      if (!mine.ok || !mine.value) return false;
      const still = readBody(lock);
      if (still === 'gone') return true;
      if (still === 'foreign' || still.nonce !== seen.nonce) return false;
      const holder = readLockHolder(lock);
      disk.unlink(lock);
      onNotice({ code: 'lock.broken', params: { lock, holder } });
      return true;
    } finally {
      breaker.close();
    }
  }
}

/** Who holds the lock at `lock`; null when it is gone or does not say. */
export function readLockHolder(lock: string): Holder | null {
  const body = readBody(lock);
  if (body === 'gone' || body === 'foreign') return null;
  const { pid, host, command } = body;
  // Linking the finished file to the lock's name is what sets its change time.
  const since = fs.lstatSync(lock, { throwIfNoEntry: false })?.ctime.toISOString() ?? '';
  return { pid, host, command, since, life: lifeAt(lock, body) };
}

/** Differs from that of any lock which takes its place: whoever takes it anew has another nonce, or at least another time. */
export function readLockStamp(lock: string): string {
  const body = readBody(lock);
  const since = fs.lstatSync(lock, { throwIfNoEntry: false })?.ctimeMs;
  return `${since} ${typeof body === 'string' ? body : body.nonce}`;
}

function inodeOf(file: string): number | undefined {
  return fs.lstatSync(file, { throwIfNoEntry: false })?.ino;
}

function lifeAt(lock: string, body: LockBody): Holder['life'] {
  const life = getProcessLife(body);
  return life === 'alive' && body.folder !== folderOf(lock) ? 'dead' : life;
}

function folderOf(lock: string): string {
  const { dev, ino } = fs.statSync(path.dirname(lock));
  return `${dev}:${ino}`;
}

function readBody(lock: string): LockBody | 'gone' | 'foreign' {
  let text: string;
  try {
    if (!fs.lstatSync(lock).isFile()) return 'foreign';
    text = fs.readFileSync(lock, 'utf8');
  } catch (error) {
    return getErrno(error) === 'ENOENT' ? 'gone' : 'foreign';
  }
  return lockBody.safeParse(parseJson(text)).data ?? 'foreign';
}
