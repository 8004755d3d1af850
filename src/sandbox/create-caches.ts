import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { realDisk } from '../files/disk.ts';
import { getErrno } from '../files/disk-failure.ts';
import { makeFolder, removeFolder } from '../files/folder.ts';
import { nonce } from '../files/identity.ts';
import { FileLock } from '../files/lock.ts';
import { sweepTemporaries } from '../files/temporary.ts';
import type { ProcessCommand, Environment, Spawner } from '../process/command.ts';
import type { BindMount } from './sandbox.ts';

export interface CreateCachesOptions {
  /** The folder that they lie in. */
  readonly set: string;
  /** Whether it begins as a copy of the person's; empty otherwise. */
  readonly isCopied: (place: string) => boolean;
  readonly env: Environment;
  readonly spawner: Spawner;
  readonly effect: string;
  readonly signal: AbortSignal;
}

/** A person's that is larger is not copied: it would take too long, and fill the disk for each project. */
const LARGEST_BYTES = 1024 ** 3;
const MEASURE_MS = 30_000;
const COPY_MS = 2 * 60_000;

const WAIT_MS = 10 * 60_000;
const LOOK_AGAIN_MS = 100;

/**
 * Makes caches that are not there, each whole or not at all: half of a package is worse than none. One that cannot be
 * copied begins empty. Where somebody else takes too long at it, or all is cancelled, some are still not there.
 */
export async function createCaches(
  fresh: readonly BindMount[],
  { isCopied, ...beginning }: CreateCachesOptions,
): Promise<void> {
  const { set, signal } = beginning;
  makeFolder(set);
  const lock = new FileLock({ disk: realDisk, path: path.join(set, 'lock'), command: 'caches', onNotice: () => {} });
  try {
    if (!(await waitForLock(lock, signal))) return;
    sweepTemporaries(realDisk, set);
    for (const name of fs.readdirSync(set).filter((each) => each.startsWith(HALF)))
      await discard(path.join(set, name), beginning);
    for (const { at, from } of fresh) {
      if (fs.existsSync(from)) continue;
      if (isCopied(at) && (await copyCache(at, from, beginning))) continue;
      if (signal.aborted) break;
      makeFolder(from);
    }
  } finally {
    lock.close();
  }
}

/** False: it is still somebody else's, or cannot be had. */
async function waitForLock(lock: FileLock, signal: AbortSignal): Promise<boolean> {
  const end = performance.now() + WAIT_MS;
  while (!signal.aborted && performance.now() < end) {
    const taken = lock.tryTake();
    if (!taken.ok || taken.value) return taken.ok;
    await pause(LOOK_AGAIN_MS);
  }
  return false;
}

const HALF = 'half-';

/** Copies a folder whole, by way of one in `set`, or not at all: false where it is too large, too. */
export async function copyCache(
  at: string,
  from: string,
  beginning: CacheTools & { readonly set: string },
): Promise<boolean> {
  const source = fs.realpathSync(at);
  if (!(await isSmall(source, beginning))) return false;
  const half = path.join(beginning.set, `${HALF}${nonce()}`);
  makeFolder(half);
  // The dot: what is in the one folder goes into the other. Links stay links.
  const args = ['-a', '--reflink=auto', '--', `${source}/.`, half];
  const isWhole = (await run({ file: 'cp', args, wallMs: COPY_MS }, beginning)) !== undefined;
  if (isWhole) realDisk.rename(half, from);
  else await discard(half, beginning);
  return isWhole;
}

async function isSmall(folder: string, tools: CacheTools): Promise<boolean> {
  const said = await run({ file: 'du', args: ['-s', '-b', '--', folder], wallMs: MEASURE_MS }, tools);
  const [, bytes] = /^(\d+)\s/.exec(said ?? '') ?? [];
  return bytes !== undefined && Number(bytes) <= LARGEST_BYTES;
}

/** Removes a folder. Go keeps its modules in folders that even their owner may not write. */
export async function discard(folder: string, tools: CacheTools): Promise<void> {
  if (await isRemoved(folder)) return;
  const { signal: _even, ...rest } = tools;
  await run({ file: 'chmod', args: ['-R', 'u+rwX', '--', folder], wallMs: MEASURE_MS }, rest);
  // What is left is tried again the next time.
  await isRemoved(folder);
}

async function isRemoved(folder: string): Promise<boolean> {
  try {
    await removeFolder(folder);
    return true;
  } catch (error) {
    if (getErrno(error) === undefined) throw error;
    return false;
  }
}

export type CacheTools = Pick<CreateCachesOptions, 'spawner' | 'env' | 'effect'> & { readonly signal?: AbortSignal };

/** What it printed; undefined when it did not end well. */
async function run(
  { wallMs, ...command }: Pick<ProcessCommand, 'file' | 'args'> & { readonly wallMs: number },
  { spawner, env, effect, signal }: CacheTools,
): Promise<string | undefined> {
  const { ending, stdout } = await spawner.run({
    ...command,
    cwd: '/',
    env,
    effect,
    limits: { wallMs },
    ...(signal !== undefined && { signal }),
  });
  return ending.kind === 'exited' && ending.code === 0 ? Buffer.from(stdout).toString() : undefined;
}
