import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../base/clock.ts';
import type { Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Disk } from '../files/disk.ts';
import { diskFailure } from '../files/disk-failure.ts';
import { getProcessIdentity, getProcessLife, nonce, getOwnIdentity } from '../files/identity.ts';
import { removeFile } from '../files/replace.ts';
import { sweepTemporaries } from '../files/temporary.ts';
import type { TreeState } from './command.ts';
import { endTree } from './end-tree.ts';
import { readEntry, type RegistryEntry, writeEntry } from './registry-entry.ts';
import type { Leader } from './tree.ts';

/**
 * What runs for effects, one small file each, there from before the spawn until nothing of the process is left: a
 * restart finds in it what a killed conductor left behind.
 */
export interface Registry {
  /** What is not recorded may not be started. */
  record(started: NewEntry): Result<RegisteredProcess, Failure>;
  /** Ends what conductors that are dead now left running, of one scope or of all. Leaves the living ones' alone. */
  settle(options?: { readonly scope?: string; readonly graceMs?: number }): Promise<SettledProcess[]>;
}

interface NewEntry {
  readonly effect: string;
  readonly scope: string;
  readonly program: string;
}

export interface RegisteredProcess {
  /** Unique to this spawn, with the effect readable in it. */
  readonly marker: string;
  runsAs(pid: number): void;
  /** Nothing of it is left. */
  isGone(): void;
}

/**
 * `ended`: its entry is removed unless `tree` is `remains`. `elsewhere`: another host or pid namespace, so that nothing
 * can be told or done from here. `unreadable`: moved aside to `keptAs`. `newer`: written by a later Orchestral, untouched.
 */
type SettledProcess =
  | { readonly kind: 'ended'; readonly entry: RegistryEntry; readonly tree: TreeState }
  | { readonly kind: 'elsewhere'; readonly entry: RegistryEntry }
  | { readonly kind: 'unreadable'; readonly file: string; readonly keptAs: string }
  | { readonly kind: 'newer'; readonly file: string };

export interface RegistryOptions {
  /** Private to us (0700); made when the first process is recorded. */
  readonly folder: string;
  readonly disk: Disk;
  readonly clock: Clock;
}

export function openRegistry({ folder, disk, clock }: RegistryOptions): Registry {
  const conductor = getOwnIdentity();

  const record = (started: NewEntry): Result<RegisteredProcess, Failure> => {
    const id = nonce();
    const file = path.join(folder, `${id}.json`);
    const marker = `${started.effect}@${id}`;
    const started_at = clock.now().toISOString();
    const entry: RegistryEntry = { version: 1, marker, ...started, started_at, conductor, leader: null };
    try {
      disk.mkdir(folder, 0o700);
    } catch (error) {
      return err(diskFailure(error, 'mkdir', folder));
    }
    const written = writeEntry(disk, file, entry);
    if (!written.ok) return written;
    return ok({
      marker,
      // Should this fail, the marker still finds every process that has not cleared its environment.
      runsAs: (pid) => void writeEntry(disk, file, { ...entry, leader: getProcessIdentity(pid) ?? null }),
      // Should this fail, the next settle finds the entry, ends nothing and removes it.
      isGone: () => void removeFile(disk, file),
    });
  };

  const settleFile = async (file: string, { scope, graceMs }: { scope?: string; graceMs?: number }) => {
    const entry = readEntry(file);
    if (entry === 'empty') removeFile(disk, file);
    if (entry === 'gone' || entry === 'empty') return undefined;
    if (entry === 'newer') return { kind: 'newer', file } as const;
    if (entry === 'unreadable') return { kind: 'unreadable', file, keptAs: keepAside(file) } as const;
    if (scope !== undefined && entry.scope !== scope) return undefined;
    const life = getProcessLife(entry.conductor);
    if (life === 'alive') return undefined;
    if (life === 'elsewhere') return { kind: 'elsewhere', entry } as const;
    const { marker } = entry;
    const tree = await endTree({ marker, leader: leaderOf(entry), since: undefined, known: new Map() }, { graceMs });
    if (tree !== 'remains') removeFile(disk, file);
    return { kind: 'ended', entry, tree } as const;
  };

  const keepAside = (file: string): string => {
    const time = clock.now().toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
    const aside = `${file}.corrupt-${time}Z`;
    try {
      disk.rename(file, aside);
      return aside;
    } catch {
      return file;
    }
  };

  return {
    record,
    settle: async (options = {}) => {
      if (!fs.existsSync(folder)) return [];
      sweepTemporaries(disk, folder);
      const names = fs.readdirSync(folder).filter((name) => name.endsWith('.json'));
      const settled = await Promise.all(names.map((name) => settleFile(path.join(folder, name), options)));
      return settled.filter((one) => one !== undefined);
    },
  };
}

/** Recorded by an earlier process, the number is the leader's only while that very process has it. */
function leaderOf({ leader }: RegistryEntry): Leader | undefined {
  if (leader === null || leader.start_time === '') return undefined;
  return { pid: leader.pid, owned: () => isDeepStrictEqual(getProcessIdentity(leader.pid), leader) };
}
