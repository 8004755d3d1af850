import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { privateFolder } from '../../store/private-folder.ts';
import { type KnownProject, knownProjects } from '../../store/projects.ts';
import { readSeen, writeSeen } from '../../store/seen.ts';
import { openProjectAt, type ProjectApi } from './open-project.ts';
import type { DoorOptions } from './options.ts';

export type { KnownProject };

/** All projects of a user. */
export interface HomeApi {
  /** Those that they worked on, latest first. */
  projects(): Result<readonly KnownProject[], Failure>;
  /** One of them, or any other folder. */
  open(folder: string): Result<ProjectApi, Failure>;
  /** When the person last looked at all of them; null if never. */
  seenAt(): string | null;
  markSeen(at: string): Result<void, Failure>;
}

export function openHome(options: DoorOptions): Result<HomeApi, Failure> {
  const home = privateFolder(options.env);
  if (!home.ok) return home;
  return ok({
    projects: () => knownProjects(home.value),
    open: (folder) => openProjectAt({ cwd: options.cwd ?? '/', named: folder }, options),
    seenAt: () => readSeen(home.value),
    markSeen: (at) => writeSeen(home.value, at),
  });
}
