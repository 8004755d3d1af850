import { spawn } from 'node:child_process';

export interface DetachedCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Starts a program that outlives us and that nobody waits for: it has a session of its own and neither reads nor writes
 * what we do. Resolves once it runs; false where it cannot be started.
 */
export function startDetached({ file, args, cwd, env }: DetachedCommand): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd, env, detached: true, stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
