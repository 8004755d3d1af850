import { setTimeout as pause } from 'node:timers/promises';
import { catchFailure, type Failure, unwrap } from '../base/failure.ts';
import type { GitOutput } from './git-output.ts';

const ATTEMPTS = 40;

/**
 * Another git process may hold a lock for a moment, or be in the middle of adding a worktree. A lock that stays is
 * reported, never removed.
 */
export async function retryWhileLocked(command: () => Promise<GitOutput>): Promise<GitOutput> {
  for (let attempt = 1; ; attempt++) {
    const answer = await catchFailure(command);
    if (answer.ok || !isPassing(answer.error) || attempt === ATTEMPTS) return unwrap(answer);
    await pause(Math.min(10 * attempt, 200));
  }
}

function isPassing(error: Failure): boolean {
  if (error.code === 'git.locked') return true;
  return error.code === 'git.failed' && /could not lock config|failed to read .*commondir/u.test(error.params.stderr);
}
