import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { FailureCode } from '../../../src/base/failure.ts';
import { temporaryFolder } from '../../support/auto-store.ts';
import { type ProjectOptions, rehearsed, runProject, type RunProject } from '../../support/run-project.ts';
import { type CliResult, orchestral } from '../orchestral.ts';

/** A command that fails, and what a person does who reads the hint. */
export interface Situation {
  readonly name: string;
  readonly code: FailureCode;
  /** The command that fails. `RUN` stands for the newest run, `COMMIT` for its work. */
  readonly args: readonly string[];
  /** What makes it fail. */
  readonly arrange?: () => Stage | Promise<Stage>;
  /** What the person writes where the hint has a placeholder. */
  readonly fill?: Readonly<Record<string, string>>;
  /** What the hint says in words, not as a command. */
  readonly byHand?: (stage: Stage) => unknown;
  /** The failed command as the hint corrects it. Each word it adds is in the hint. */
  readonly retry?: readonly string[] | 'same';
  /** How a command of the hint, or the corrected one, may end. */
  readonly ends?: readonly number[];
  /** What has changed once the hint was followed. */
  readonly effect?: (stage: Stage, stdout: string) => unknown;
}

/** A project in trouble, and the program as its owner calls it. */
export interface Stage {
  readonly project: Pick<RunProject, 'folder' | 'home' | 'env' | 'write'> & Partial<RunProject>;
  readonly env: Record<string, string>;
  cwd: string;
  /** Options that the person gives with every command. */
  readonly always: string[];
  cli(args: readonly string[]): Promise<CliResult>;
}

interface StageOptions extends ProjectOptions {
  readonly roles?: Parameters<typeof rehearsed>[1];
  readonly project?: RunProject;
  readonly env?: Record<string, string>;
  readonly trusts?: boolean;
}

export function stage({ roles = {}, project, env = {}, trusts = true, ...options }: StageOptions = {}): Stage {
  const made = project ?? runProject(options);
  const own: Stage = {
    project: made,
    env: {
      ...made.env,
      XDG_CONFIG_HOME: path.join(made.home, 'config'),
      ORCHESTRAL_AGENT: rehearsed(made.home, roles),
      ...env,
    },
    cwd: made.folder,
    always: trusts ? ['--trust'] : [],
    cli: (args) => orchestral([...own.always, ...args], { cwd: own.cwd, env: own.env }),
  };
  return own;
}

/** A PATH with nothing but these programs. */
export function pathWith(...programs: string[]): string {
  const folder = temporaryFolder();
  for (const program of programs) {
    const found = execFileSync('bash', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim();
    fs.symlinkSync(found, path.join(folder, program));
  }
  return folder;
}
