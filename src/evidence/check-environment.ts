import path from 'node:path';
import type { Clock } from '../base/clock.ts';
import { fail, type Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import { diskFailure } from '../files/disk-failure.ts';
import { makeFolder, removeFolder } from '../files/folder.ts';
import { nonce } from '../files/identity.ts';
import type { Git } from '../git/git.ts';
import type { ProcessCommand, ProcessEnding, Environment, ProcessLimits, Spawner } from '../process/command.ts';
import type { Sandbox, BindMount } from '../sandbox/bubblewrap.ts';
import { checkSandboxRules } from '../sandbox/sandbox-rules.ts';
import { packageCaches } from '../sandbox/package-caches.ts';
import { npmSeed } from './npm-seed.ts';

/** What the checks of one effect have in common. */
export interface CheckContext {
  readonly git: Git;
  readonly spawner: Spawner;
  readonly effect: string;
  readonly env: Environment;
  /** Of each command. */
  readonly limits: Required<ProcessLimits>;
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
}

/** A place to run a project's commands in. */
export interface CheckEnvironment {
  /** An empty folder for reports; gone with the room. */
  readonly reports: string;
  run(line: string, env?: Environment): Promise<Result<CommandOutcome, Failure>>;
  /** Lets npm find what the lock file names, as far as the person has it: where it is confined it has a cache of its own. */
  seedNpm(): Promise<Result<void, Failure>>;
}

type CommandOutcome = CommandResult | { readonly status: 'cancelled' };

export interface CommandResult {
  readonly status: 'ended';
  readonly ending: 'exited' | 'signalled' | 'timed_out' | 'too_much_output';
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  readonly durationMs: number;
}

/** Without these, some runners wait for a key or colour what we have to read. */
const UNATTENDED = { CI: 'true', NO_COLOR: '1' };

/** Opens a room for the commands of the project in `folder`, and leaves nothing of it behind. */
export async function withCheckEnvironment<T>(
  context: CheckContext,
  folder: string,
  work: (environment: CheckEnvironment) => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  const own = path.join(context.scratch, `checks-${nonce()}`);
  const [reports, temporary] = [path.join(own, 'reports'), path.join(own, 'tmp')];
  const caches = await ownCaches(context, folder);
  for (const place of [reports, temporary]) {
    try {
      makeFolder(place);
    } catch (error) {
      return err(diskFailure(error, 'mkdir', place));
    }
  }
  const env = { ...context.env, ...UNATTENDED, TMPDIR: temporary };
  const run = (
    line: string,
    { more = {}, shown = caches }: { more?: Environment; shown?: readonly BindMount[] } = {},
  ) =>
    runLine(context, {
      line,
      folder,
      env: { ...env, ...more },
      confined: (command) => confined(context, command, { folder, scratch: own, caches: shown }),
    });
  try {
    return await work({
      reports,
      run: (line, more = {}) => run(line, { more }),
      async seedNpm() {
        const seed = npmSeed({ folder, scratch: own, caches });
        if (!seed.ok) return seed;
        if (seed.value === undefined) return ok();
        // In the sandbox: whoever wrote to that cache before may have put links there.
        const ran = await run(seed.value.line, { shown: [...caches, seed.value.theirs] });
        return ran.ok ? ok() : ran;
      },
    });
  } finally {
    await removeFolder(own);
  }
}

async function ownCaches(context: CheckContext, folder: string): Promise<BindMount[]> {
  if (context.sandbox === undefined) return [];
  return packageCaches({ ...context, folder, caches: context.sandbox.caches, whose: 'checks' });
}

interface Line {
  readonly line: string;
  readonly folder: string;
  readonly env: Environment;
  readonly confined: (command: ProcessCommand) => ProcessCommand;
}

async function runLine(
  { spawner, effect, limits, signal }: CheckContext,
  { line, folder, env, confined: within }: Line,
): Promise<Result<CommandOutcome, Failure>> {
  const command: ProcessCommand = { file: 'sh', args: ['-c', line], cwd: folder, env, limits, signal, effect };
  const { ending, stdout, stderr, durationMs } = await spawner.run(within(command));
  if (ending.kind === 'cancelled') return ok({ status: 'cancelled' });
  if (ending.kind === 'not_started') {
    return fail('checks.not_started', { command: line, reason: ending.reason }, { cause: ending.cause });
  }
  return ok({ status: 'ended', ...endingOf(ending), stdout, stderr, durationMs });
}

function endingOf(
  ending: Exclude<ProcessEnding, { kind: 'cancelled' | 'not_started' }>,
): Pick<CommandResult, 'ending' | 'exit_code' | 'signal'> {
  return {
    ending: ending.kind,
    exit_code: ending.kind === 'exited' ? ending.code : null,
    signal: ending.kind === 'signalled' ? ending.signal : null,
  };
}

interface CheckFolders {
  readonly folder: string;
  readonly scratch: string;
  readonly caches: readonly BindMount[];
}

function confined({ sandbox, env }: CheckContext, command: ProcessCommand, places: CheckFolders): ProcessCommand {
  if (sandbox === undefined) return command;
  const { confine, privateFolder } = sandbox;
  return confine(command, checkSandboxRules({ ...places, home: env['HOME'] ?? '/', privateFolder }));
}
