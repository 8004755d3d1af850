import fs from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../files/folder.ts';
import { nonce } from '../files/identity.ts';
import { cachesUsedBy } from '../languages/manifests.ts';
import type { CachePlace } from '../languages/packages.ts';
import type { Environment } from '../process/command.ts';
import { cacheName, resolveCachePath } from '../sandbox/package-caches.ts';
import { copyCache, discard } from '../sandbox/create-caches.ts';
import type { CheckContext } from './check-context.ts';
import { copyNpmPackages } from './npm-seed.ts';

export interface CacheOptions {
  /** The project. */
  readonly folder: string;
  /** Of the check alone, gone with it. */
  readonly scratch: string;
  /** Of the check; where its caches lie follows from it. */
  readonly env: Environment;
  readonly purpose: 'set-up' | 'tests';
}

/**
 * Gives a check copies of what package managers keep: of what an earlier set-up of the baseline left, else of the
 * person's. What it does to them nobody ever sees.
 */
export async function copyCachesIn(
  context: CheckContext,
  { folder, scratch, env, purpose }: CacheOptions,
): Promise<void> {
  const copied = new Set<string>();
  for (const place of placesIn(folder, purpose)) {
    const [theirs, own] = [resolveCachePath(place, context.env), resolveCachePath(place, env)];
    if (copied.has(own)) continue;
    copied.add(own);
    const kept = keptAt(context, theirs);
    const sources = [kept, theirs].filter((source): source is string => source !== undefined && isFolder(source));
    if (isNpm(place)) {
      for (const from of sources) await copyNpmPackages(context, { folder, scratch, from, into: own });
      continue;
    }
    const [source] = place.beginsEmpty === true ? [kept].filter((one) => one !== undefined && isFolder(one)) : sources;
    if (source === undefined) continue;
    makeFolder(path.dirname(own));
    await copyCache(source, own, { ...context, set: scratch });
  }
}

/** After the set-up of a baseline, whose code is the person's: what it fetched is there for others. */
export async function keepCaches(context: CheckContext, { folder, scratch, env }: CacheOptions): Promise<void> {
  const seen = new Set<string>();
  for (const place of placesIn(folder, 'set-up')) {
    const own = resolveCachePath(place, env);
    const kept = keptAt(context, resolveCachePath(place, context.env));
    if (kept === undefined || seen.has(own) || !isFolder(own)) continue;
    seen.add(own);
    if (isNpm(place)) {
      await copyNpmPackages(context, { folder, scratch, from: own, into: kept });
      continue;
    }
    const set = path.dirname(kept);
    makeFolder(set);
    const fresh = path.join(set, `new-${nonce()}`);
    if (!(await copyCache(own, fresh, { ...context, set }))) continue;
    await replaceFolder(context, { fresh, kept });
  }
}

async function replaceFolder(context: CheckContext, { fresh, kept }: { fresh: string; kept: string }): Promise<void> {
  await discard(kept, context);
  await copyCache(fresh, kept, { ...context, set: path.dirname(kept) });
  await discard(fresh, context);
}

function placesIn(folder: string, purpose: CacheOptions['purpose']): CachePlace[] {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  return cachesUsedBy(names).filter(({ onlySetUp }) => purpose === 'set-up' || onlySetUp !== true);
}

/** Of the project alone; undefined: nothing is kept. */
function keptAt({ sandbox }: CheckContext, place: string): string | undefined {
  return sandbox === undefined ? undefined : path.join(sandbox.caches, 'checks', cacheName(place));
}

function isNpm({ below }: CachePlace): boolean {
  return below.endsWith('_cacache');
}

function isFolder(place: string): boolean {
  return fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
}
