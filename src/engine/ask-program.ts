import os from 'node:os';
import path from 'node:path';
import { systemClock } from '../base/clock.ts';
import { realDisk } from '../files/disk.ts';
import { createGit, type Git } from '../git/git.ts';
import type { Environment, Spawner } from '../process/command.ts';
import { allowedEnvironment } from '../process/environment.ts';
import { openRegistry } from '../process/registry.ts';
import { createSpawner } from '../process/spawner.ts';

/** On a busy machine some take many seconds to say their version. */
const PATIENCE_MS = 30_000;

export interface Asking {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** What it gets besides. */
  readonly own?: Environment;
}

/** What a program said, or why it said nothing. */
export type Answer = { readonly said: string } | { readonly silent: 'absent' | 'failed' };

export type AskProgram = (file: string, args: readonly string[]) => Promise<Answer>;

/** Asks programs about themselves. */
export function programAsker({ env, signal, own = {} }: Asking): AskProgram {
  const environment = allowedEnvironment(env, own);
  const spawner = unrecordedSpawner();
  return async (file, args) => {
    // Not in the project: a program found by a relative PATH would be the project's own.
    const cwd = path.parse(process.execPath).root;
    const limits = { wallMs: PATIENCE_MS, outputBytes: 64 * 1024 };
    const { ending, stdout } = await spawner.run({ file, args, cwd, env: environment, limits, signal });
    if (ending.kind === 'exited' && ending.code === 0) return { said: Buffer.from(stdout).toString() };
    return { silent: ending.kind === 'not_started' && ending.reason === 'not_found' ? 'absent' : 'failed' };
  };
}

/** For what is no effect: nothing of it is on the disk while it runs. */
export function unrecordedSpawner(): Spawner {
  const folder = path.join(os.tmpdir(), 'orchestral');
  return createSpawner({
    registry: openRegistry({ folder, disk: realDisk, clock: systemClock }),
    scope: 'questions',
  });
}

/** Git for what is no effect. */
export function unrecordedGit(env: Asking['env'], signal?: AbortSignal): Git {
  return createGit({ spawner: unrecordedSpawner(), env, ...(signal && { signal }) });
}
