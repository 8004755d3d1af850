import path from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from '../base/clock.ts';
import type { Failure } from '../base/failure.ts';
import type { Result } from '../base/result.ts';
import type { UpdateFileOptions } from './update-file.ts';
import { readEntries, type PrivateList, prependEntry } from './private-list.ts';

const knownProject = z.strictObject({ path: z.string(), hash: z.string(), opened_at: z.string() });

export type KnownProject = z.infer<typeof knownProject>;

export interface RememberOptions extends UpdateFileOptions {
  readonly privateFolder: string;
  readonly clock: Clock;
}

/** Puts a project first among those this person worked on. */
export function rememberProject(
  { path: root, hash }: Pick<KnownProject, 'path' | 'hash'>,
  options: RememberOptions,
): Promise<Result<void, Failure>> {
  const entry = { path: root, hash, opened_at: options.clock.now().toISOString() };
  return prependEntry(projectsIn(options.privateFolder), entry, options);
}

/** Latest first. */
export function knownProjects(privateFolder: string): Result<readonly KnownProject[], Failure> {
  return readEntries(projectsIn(privateFolder));
}

function projectsIn(privateFolder: string): PrivateList<KnownProject> {
  return { file: path.join(privateFolder, 'projects.json'), entry: knownProject, isSame: (a, b) => a.path === b.path };
}
