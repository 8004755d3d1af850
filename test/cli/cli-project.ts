import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { type RunProject, rehearsed, runProject } from '../support/run-project.ts';
import { orchestral, programFile, type CliResult } from './orchestral.ts';

type Roles = Parameters<typeof rehearsed>[1];

export interface CliProject {
  readonly project: RunProject;
  /** Runs the program to its end. */
  cli(...args: string[]): Promise<CliResult>;
  /** Starts it; what it prints is read as it comes. */
  startCli(...args: string[]): Promise<RunningCli>;
  /** Another script from now on. */
  rehearse(roles: Roles): void;
}

export interface RunningCli {
  readonly child: ChildProcess;
  /** The first line of stdout, from here on, that is as wanted. */
  nextLine(wanted: (line: string) => boolean): Promise<string>;
  result(): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
}

/** A project whose agents play a script; everything that it runs is trusted. */
export function cliProject(roles: Roles = {}, project: RunProject = runProject()): CliProject {
  const agent = rehearsed(project.home, roles);
  const where = { cwd: project.folder, env: { ...project.env, ORCHESTRAL_AGENT: agent } };
  return {
    project,
    cli: (...args) => orchestral(['--trust', ...args], where),
    rehearse: (others) => void rehearsed(project.home, others),
    startCli: async (...args) => {
      const child = spawn(process.execPath, [await programFile(), '--trust', ...args], {
        cwd: where.cwd,
        env: { ...process.env, ...where.env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const closed = once(child, 'close');
      const stderr = text(child.stderr);
      const seen: string[] = [];
      let read = 0;
      let wake = (): void => undefined;
      createInterface({ input: child.stdout }).on('line', (line) => {
        seen.push(line);
        wake();
      });
      return {
        child,
        nextLine: async (wanted) => {
          for (;;) {
            while (read < seen.length) {
              const line = seen[read++] ?? '';
              if (wanted(line)) return line;
            }
            await Promise.race([new Promise<void>((resolve) => (wake = resolve)), closed.then(() => undefined)]);
            if (child.exitCode !== null && read >= seen.length)
              throw new Error(`ended without it:\n${seen.join('\n')}\n${await stderr}`);
          }
        },
        result: async () => {
          const [code] = (await closed) as [number | null];
          return { code, stdout: seen.join('\n'), stderr: await stderr };
        },
      };
    },
  };
}
