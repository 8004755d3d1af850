import type { Clock } from '../base/clock.ts';
import type { Git } from '../git/git.ts';
import type { Environment, ProcessLimits, Spawner } from '../process/command.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

/** What the checks of one effect have in common. */
export interface CheckContext {
  readonly git: Git;
  readonly spawner: Spawner;
  readonly effect: string;
  readonly env: Environment;
  /** The person's whole environment, of which commands see nothing else: see `HomeOptions`. */
  readonly personal?: Readonly<Record<string, string | undefined>>;
  /** Of each command. */
  readonly limits: Required<Omit<ProcessLimits, 'extraMs'>>;
  readonly signal: AbortSignal;
  /** A folder of ours, outside the worktree, for what the commands write meanwhile. */
  readonly scratch: string;
  /** Undefined: there is none here, or the person does not want it. */
  readonly sandbox: CheckSandbox | undefined;
  readonly redact: (text: string) => string;
  readonly clock: Clock;
}

interface CheckSandbox {
  readonly confine: Sandbox;
  readonly privateFolder: string;
  /** Of the project alone: what its package managers fetch while they are confined. */
  readonly caches: string;
  /** Of build and tests; set-up has to fetch. */
  readonly network?: 'on' | 'off' | undefined;
  readonly userns?: 'on' | 'off' | undefined;
}
