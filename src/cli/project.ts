import type { Failure } from '../base/failure.ts';
import type { Result } from '../base/result.ts';
import { findProject, type Project } from '../engine/project.ts';
import type { Context } from './context.ts';

/** The project a command works on: `--project`, else the one around the current folder. */
export function projectOf({ cwd, flags }: Context): Result<Project, Failure> {
  return findProject({ cwd: cwd, named: flags.project });
}
