import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getProcessLife, type ProcessIdentity } from '../files/identity.ts';

export interface DetachedCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** It goes on reading what this process was given to read. */
  readonly readsInput: boolean;
  /** Where it writes all that it prints: an open file. */
  readonly output: number;
}

export interface DetachedProcess {
  /** Undefined: it could not be started. */
  readonly pid: number | undefined;
  /** With its exit code; null: by a signal, or it never ran. */
  readonly ended: Promise<number | null>;
  /** This process need not stay for it. */
  leave(): void;
}

/** Starts a process in a session of its own: neither the end of this one nor that of the terminal ends it. */
export function startDetached(command: DetachedCommand): DetachedProcess {
  const { file, args, cwd, env, readsInput, output } = command;
  const child = spawn(file, args, {
    cwd,
    env,
    detached: true,
    stdio: [readsInput ? 'inherit' : 'ignore', output, output],
  });
  const ended = once(child, 'exit').then(
    ([code]) => (typeof code === 'number' ? code : null),
    () => null,
  );
  return { pid: child.pid, ended, leave: () => child.unref() };
}

/** Of a process of ours, whoever started it: it ends its own work first. Nothing where the pid is another's by now. */
export function askToEnd(identity: ProcessIdentity): void {
  if (getProcessLife(identity) !== 'alive') return;
  try {
    process.kill(identity.pid, 'SIGTERM');
  } catch {
    // It has ended since.
  }
}
