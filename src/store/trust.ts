import { createHash } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod/mini';
import { canonicalJson } from '../base/json.ts';
import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { readEntries, type PrivateList, prependEntry } from './private-list.ts';
import type { RememberOptions } from './projects.ts';

/** Something that a file of a repository would have us run, exactly as it stands there. */
export interface ConfiguredCommand {
  /** `.orchestral/config/agents.json` */
  readonly file: string;
  /** `backends.acp.command` */
  readonly place: string;
  readonly text: string;
}

const trusted = z.strictObject({ sha256: z.string(), at: z.string() });

/** What is trusted is this content in this project: the same words elsewhere may name another program. */
export function trustHash(project: string, runnables: readonly ConfiguredCommand[]): string {
  return createHash('sha256').update(canonicalJson({ project, runnables })).digest('hex');
}

/** What is trusted is a repository, whatever its files say. */
export function repositoryHash(repository: RepositoryIdentity): string {
  return createHash('sha256').update(canonicalJson({ repository })).digest('hex');
}

interface RepositoryIdentity {
  readonly root: string;
  readonly inode: number;
  /** In milliseconds; 0 where the file system does not tell. */
  readonly born: number;
}

export function isTrusted(privateFolder: string, sha256: string): Result<boolean, Failure> {
  const known = readEntries(trustedIn(privateFolder));
  return known.ok ? ok(known.value.some((entry) => entry.sha256 === sha256)) : known;
}

export function rememberTrust(sha256: string, options: RememberOptions): Promise<Result<void, Failure>> {
  return prependEntry(trustedIn(options.privateFolder), { sha256, at: options.clock.now().toISOString() }, options);
}

function trustedIn(privateFolder: string): PrivateList<z.infer<typeof trusted>> {
  return { file: path.join(privateFolder, 'trust.json'), entry: trusted, isSame: (a, b) => a.sha256 === b.sha256 };
}
