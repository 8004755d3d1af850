import path from 'node:path';
import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';

/**
 * The one place outside the project where we keep anything: process ids, absolute paths, what was trusted, worktrees.
 * Only its user may look into it.
 */
export function privateFolder(env: Readonly<Record<string, string | undefined>>): Result<string, Failure> {
  const { XDG_STATE_HOME: state, HOME: home } = env;
  if (state !== undefined && path.isAbsolute(state)) return ok(path.join(state, 'orchestral'));
  if (home !== undefined && path.isAbsolute(home)) return ok(path.join(home, '.local/state/orchestral'));
  return fail('home.unknown', {});
}
