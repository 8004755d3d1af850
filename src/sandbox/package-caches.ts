import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { getErrno } from '../files/disk-failure.ts';
import { makeFolder } from '../files/folder.ts';
import { cachesUsedBy } from '../languages/manifests.ts';
import type { CachePlace } from '../languages/packages.ts';
import type { Environment, Spawner } from '../process/command.ts';
import { createCaches, type CreateCachesOptions } from './create-caches.ts';
import type { BindMount } from './sandbox.ts';

export interface CacheRequest {
  /** The project, as it is worked on or checked. */
  readonly folder: string;
  readonly env: Environment;
  /** A folder of ours for this project alone. */
  readonly caches: string;
  readonly spawner: Spawner;
  readonly effect: string;
  readonly signal: AbortSignal;
}

/**
 * Where the person's package managers keep what they fetched, those in the sandbox find folders of the project's own:
 * what they put there nobody else ever runs. They begin as copies of the person's. Those that cannot be had are left out.
 */
export async function packageCaches(wish: CacheRequest): Promise<BindMount[]> {
  // Checks have others: what an agent left in a cache of test results must not answer for them.
  const set = path.join(wish.caches, 'agents');
  const names = fs.existsSync(wish.folder) ? fs.readdirSync(wish.folder) : [];
  const used = cachesUsedBy(names).map((place) => [resolveCachePath(place, wish.env), place] as const);
  const places = new Map(used.filter(([at]) => isThere(at)));
  const all = [...places.keys()].map((at) => ({ at, from: path.join(set, cacheName(at)), writable: true }));
  const fresh = all.filter(({ from }) => !fs.existsSync(from));
  if (fresh.length > 0)
    await createMissing(set, fresh, { ...wish, isCopied: (at) => places.get(at)?.beginsEmpty !== true });
  return all.filter(({ from }) => fs.existsSync(from));
}

export function resolveCachePath({ variable, otherwise, below }: CachePlace, env: Environment): string {
  const named = env[variable] ?? '';
  return path.join(path.isAbsolute(named) ? named : path.join(env['HOME'] ?? '/', otherwise), below);
}

/** The whole path would be too long for a name, sometimes. */
export function cacheName(place: string): string {
  return `${path.basename(place)}-${createHash('sha256').update(place).digest('hex').slice(0, 16)}`;
}

async function createMissing(
  set: string,
  fresh: readonly BindMount[],
  wish: CacheRequest & Pick<CreateCachesOptions, 'isCopied'>,
): Promise<void> {
  try {
    await createCaches(fresh, { ...wish, set });
  } catch (error) {
    if (getErrno(error) === undefined) throw error;
  }
}

/** Inside the sandbox nobody could make it. */
function isThere(place: string): boolean {
  try {
    makeFolder(place);
    return true;
  } catch (error) {
    if (getErrno(error) === undefined) throw error;
    return false;
  }
}
