import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { Disk } from '../files/disk.ts';
import { getErrno } from '../files/disk-failure.ts';
import { removeFile, replaceVolatileFile } from '../files/replace.ts';
import { sweepTemporaries } from '../files/temporary.ts';
import { isReusable, type Proof, proof } from './proof.ts';

/** Large projects name tens of thousands of tests and lines. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Proofs by tree and key, so that what was proved once in a run, session or list is not run again there. */
export interface ProofStore {
  /** One that cannot be read or is not what its name says is as good as none. What is found says that it is `reused`. */
  find(tree: string, key: string): Proof | undefined;
  /** Only what may answer again: see `isReusable`. Beyond the number that is kept, the oldest go. */
  keep(proof: Proof): Result<void, Failure>;
}

/** `folder` is ours alone. */
export function openProofs({ folder, scope, disk, atMost = 200 }: ProofStoreOptions): ProofStore {
  return {
    find(tree, key) {
      const found = read(path.join(folder, nameOf({ tree, key }, scope)));
      return found?.tree === tree && found.key === key ? { ...found, reused: true } : undefined;
    },
    keep(kept) {
      if (!isReusable(kept)) return ok();
      const name = nameOf(kept, scope);
      // What a power cut takes is run again.
      const written = replaceVolatileFile(disk, path.join(folder, name), Buffer.from(`${JSON.stringify(kept)}\n`));
      sweepTemporaries(disk, folder);
      return written.ok ? prune(folder, { disk, atMost }) : written;
    },
  };
}

export interface ProofStoreOptions {
  readonly folder: string;
  /** The run, session or list: what was proved in another is not found. */
  readonly scope: string;
  readonly disk: Disk;
  readonly atMost?: number;
}

function nameOf({ tree, key }: Pick<Proof, 'tree' | 'key'>, scope: string): string {
  if (!/^[0-9a-f]+-[0-9a-f]+$/.test(`${tree}-${key}`)) throw new Error(`not a proof's name: ${tree} ${key}`);
  const within = createHash('sha256').update(`${scope}\n${key}`).digest('hex');
  return `${tree}-${within}.json`;
}

function read(file: string): Proof | undefined {
  try {
    const stat = fs.lstatSync(file);
    if (!stat.isFile() || stat.size > MAX_BYTES) return undefined;
    const parsed = proof.safeParse(JSON.parse(fs.readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || getErrno(error) !== undefined) return undefined;
    throw error;
  }
}

function prune(folder: string, { disk, atMost }: { disk: Disk; atMost: number }): Result<void, Failure> {
  const files = fs.readdirSync(folder).filter((name) => name.endsWith('.json'));
  if (files.length <= atMost) return ok();
  const byAge = files
    .map((name) => path.join(folder, name))
    .map((file) => ({ file, at: fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => a.at - b.at);
  for (const { file } of byAge.slice(0, files.length - atMost)) {
    const removed = removeFile(disk, file);
    if (!removed.ok) return removed;
  }
  return ok();
}
