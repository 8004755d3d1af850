import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from '../base/clock.ts';
import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { errnoOf } from '../files/disk-failure.ts';
import { type ChangeOptions, changeFile } from './change-file.ts';

const knownProject = z.strictObject({ path: z.string(), hash: z.string(), opened_at: z.string() });

export type KnownProject = z.infer<typeof knownProject>;

const registry = z.strictObject({ version: z.literal(1), projects: z.array(knownProject) });

export interface RememberOptions extends ChangeOptions {
  readonly privateFolder: string;
  readonly clock: Clock;
}

/** Puts a project first among those this person worked on. */
export function rememberProject(
  { path: root, hash }: Pick<KnownProject, 'path' | 'hash'>,
  options: RememberOptions,
): Promise<Result<void, Failure>> {
  const file = registryFile(options.privateFolder);
  return changeFile(file, options, (before) => {
    const known = before === undefined ? ok([]) : parse(before, file);
    if (!known.ok) return known;
    const entry = { path: root, hash, opened_at: options.clock.now().toISOString() };
    const projects = [entry, ...known.value.filter((project) => project.path !== root)];
    return ok(Buffer.from(`${JSON.stringify({ version: 1, projects }, null, 2)}\n`));
  });
}

/** Latest first. */
export function knownProjects(privateFolder: string): Result<readonly KnownProject[], Failure> {
  const file = registryFile(privateFolder);
  try {
    return parse(fs.readFileSync(file), file);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return ok([]);
    throw error;
  }
}

function registryFile(privateFolder: string): string {
  return path.join(privateFolder, 'projects.json');
}

/** Unreadable is not empty: what does not parse is never written over. */
function parse(bytes: Uint8Array, file: string): Result<readonly KnownProject[], Failure> {
  try {
    const parsed = registry.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    if (parsed.success) return ok(parsed.data.projects);
  } catch {
    // Said below.
  }
  return fail('document.lost', { document: file }, { path: file });
}
