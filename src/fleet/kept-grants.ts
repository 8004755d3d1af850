import fs from 'node:fs';
import path from 'node:path';
import { parseJson } from '../base/json.ts';
import { closeQuietly, type Disk, writeAll } from '../files/disk.ts';
import { readFileItself } from '../files/read-file.ts';
import { removeFile, replaceFile } from '../files/replace.ts';
import { jobGrant } from '../schema/fleet.ts';
import type { Grant } from './open-job.ts';

export interface GrantsPlace {
  readonly disk: Disk;
  readonly file: string;
}

/**
 * Which worker has which job of some work, for a conductor that comes back. Kept on its own disk: a Redis that is killed has
 * forgotten what it was told in the last second, and then the result of a worker would be nobody's. Without a file nothing is
 * kept; what cannot be written is not, either: the step may then be done once more.
 */
export class KeptGrants {
  readonly #place: GrantsPlace | undefined;
  /** What earlier conductors granted. */
  readonly #former: Map<string, Grant>;
  readonly #fd: number | undefined;

  constructor(place: GrantsPlace | undefined) {
    this.#place = place;
    this.#former = place === undefined ? new Map() : readGrants(place.file);
    this.#fd = place === undefined ? undefined : beginFile(place, this.#former);
  }

  former(job: string): Grant | undefined {
    return this.#former.get(job);
  }

  keep(job: string, grant: Grant): void {
    this.#append(lineOf(job, grant));
  }

  forget(job: string): void {
    this.#former.delete(job);
    this.#append(lineOf(job));
  }

  #append(line: string): void {
    if (this.#fd === undefined || this.#place === undefined) return;
    try {
      writeAll(this.#place.disk, this.#fd, Buffer.from(line));
    } catch {
      // The disk is full.
    }
  }

  /** The work is over, or given up. */
  close(): void {
    if (this.#place === undefined) return;
    const { disk, file } = this.#place;
    if (this.#fd !== undefined) closeQuietly(disk, this.#fd);
    removeFile(disk, file);
  }
}

/** With what still holds alone. */
function beginFile({ disk, file }: GrantsPlace, grants: ReadonlyMap<string, Grant>): number | undefined {
  const { O_APPEND, O_NOFOLLOW, O_WRONLY } = fs.constants;
  const lines = [...grants].map(([job, grant]) => lineOf(job, grant));
  try {
    disk.mkdir(path.dirname(file), 0o700);
    const written = replaceFile(disk, file, Buffer.from(lines.join('')));
    return written.ok ? disk.open(file, O_WRONLY | O_APPEND | O_NOFOLLOW) : undefined;
  } catch {
    return undefined;
  }
}

/** Nobody has the job without a grant. */
function lineOf(job: string, grant?: Grant): string {
  return `${JSON.stringify({ job, ...grant })}\n`;
}

function readGrants(file: string): Map<string, Grant> {
  const grants = new Map<string, Grant>();
  for (const line of linesOf(file)) {
    const { job, worker, nonce } = jobGrant.safeParse(parseJson(line)).data ?? {};
    if (job === undefined) continue;
    if (worker === undefined || nonce === undefined) grants.delete(job);
    else grants.set(job, { worker, nonce });
  }
  return grants;
}

function linesOf(file: string): string[] {
  try {
    return readFileItself(file).toString().split('\n');
  } catch {
    return [];
  }
}
