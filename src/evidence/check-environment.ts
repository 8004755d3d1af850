import fs from 'node:fs';
import path from 'node:path';
import { fail, type Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import { diskFailure } from '../files/disk-failure.ts';
import { makeFolder } from '../files/folder.ts';
import { nonce } from '../files/identity.ts';
import { OWN_VENV } from '../languages/python/set-up.ts';
import type { TestReporter } from '../languages/runner.ts';
import type { ProcessCommand, ProcessEnding, Environment } from '../process/command.ts';
import { discard } from '../sandbox/create-caches.ts';
import { checkSandboxRules } from '../sandbox/sandbox-rules.ts';
import type { CheckContext } from './check-context.ts';
import { copyCachesIn, keepCaches } from './check-caches.ts';
import { makeCheckHome } from './check-home.ts';
import { openChannel, type ReportChannel } from './report-channel.ts';
import { forgetSeen } from './seen-files.ts';

/** A place to run a project's commands in. */
export interface CheckEnvironment {
  /** An empty folder for reports; gone with the environment. */
  readonly reports: string;
  /** Of the commands; without what is added for one of them. */
  readonly env: Environment;
  run(line: string, options?: RunOptions): Promise<Result<CommandOutcome, Failure>>;
  /** Undefined: there can be none here. */
  openChannel(reporter: TestReporter): Promise<Result<ReportChannel | undefined, Failure>>;
}

interface RunOptions {
  readonly env?: Environment;
  /** With what the package manager signs in with. Nothing but the package manager's own code may run then. */
  readonly credentials?: boolean;
}

export interface EnvironmentOptions {
  /** The worktree. */
  readonly folder: string;
  /** Where commands are run, from there; absent: there. */
  readonly cwd?: string | undefined;
  readonly purpose: 'set-up' | 'tests';
  /** What its package managers fetch is kept for others where its work ends well: only for the set-up of a baseline. */
  readonly keepsCaches?: boolean;
}

type CommandOutcome = CommandResult | { readonly status: 'cancelled' };

export interface CommandResult {
  readonly status: 'ended';
  readonly ending: 'exited' | 'signalled' | 'timed_out' | 'too_much_output';
  readonly exit_code: number | null;
  readonly signal: string | null;
  /** Which limit ended it. */
  readonly limit?: 'wall' | 'idle';
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  readonly durationMs: number;
}

/** Opens an environment for the commands of the project in a folder, and leaves nothing of it behind. */
export async function withCheckEnvironment<T>(
  context: CheckContext,
  options: EnvironmentOptions,
  work: (environment: CheckEnvironment) => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  const { folder, purpose } = options;
  forgetSeen(context.git, { folder });
  const cwd = path.join(folder, options.cwd ?? '');
  const own = path.join(context.scratch, `checks-${nonce()}`);
  const [reports, channels] = [path.join(own, 'reports'), path.join(own, 'channels')];
  try {
    for (const place of [reports, channels]) makeFolder(place);
  } catch (error) {
    return err(diskFailure(error, 'mkdir', own));
  }
  const opened: ReportChannel[] = [];
  try {
    const home = makeCheckHome(context, own);
    if (!home.ok) return home;
    const env = { ...home.value.env, ...ownPython({ folder, cwd }, home.value.env) };
    const caches = { folder: cwd, scratch: own, env, purpose };
    await copyCachesIn(context, caches);
    const within = (command: ProcessCommand): ProcessCommand =>
      confined(context, command, { folder, scratch: own, readOnly: [channels], purpose });
    const worked = await work({
      reports,
      env,
      async run(line, { env: more = {}, credentials = false } = {}) {
        const given = credentials ? home.value.giveCredentials() : ok(false);
        if (!given.ok) return given;
        // Set-up may have made it meanwhile.
        const all = { ...env, ...ownPython({ folder, cwd }, env), ...more };
        const ran = await runLine(context, { line, folder: cwd, env: all, confined: within });
        const taken = home.value.takeCredentials();
        return taken.ok ? ran : taken;
      },
      async openChannel(reporter) {
        const channel = await openChannel(context, { folder: path.join(channels, nonce()), project: cwd, reporter });
        if (channel.ok && channel.value !== undefined) opened.push(channel.value);
        return channel;
      },
    });
    if (worked.ok && options.keepsCaches === true) await keepCaches(context, caches);
    return worked;
  } finally {
    for (const channel of opened) channel.close();
    await discard(own, context);
  }
}

/** The virtual environment that set-up made, here or in the root of a workspace. */
function ownPython({ folder, cwd }: { readonly folder: string; readonly cwd: string }, env: Environment): Environment {
  let at = cwd;
  while (at !== folder && !fs.existsSync(path.join(at, OWN_VENV, 'bin/python'))) at = path.dirname(at);
  const made = path.join(at, OWN_VENV);
  if (!fs.existsSync(path.join(made, 'bin/python'))) return {};
  const bin = path.join(made, 'bin');
  const before = env['PATH'] ?? '';
  return { VIRTUAL_ENV: made, PATH: before.startsWith(`${bin}:`) ? before : `${bin}:${before}` };
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
): Pick<CommandResult, 'ending' | 'exit_code' | 'signal' | 'limit'> {
  return {
    ending: ending.kind,
    exit_code: ending.kind === 'exited' ? ending.code : null,
    signal: ending.kind === 'signalled' ? ending.signal : null,
    ...(ending.kind === 'timed_out' && { limit: ending.limit }),
  };
}

interface CheckFolders {
  readonly folder: string;
  readonly scratch: string;
  readonly readOnly: readonly string[];
  readonly purpose: EnvironmentOptions['purpose'];
}

function confined(
  { sandbox, env }: CheckContext,
  command: ProcessCommand,
  { purpose, ...places }: CheckFolders,
): ProcessCommand {
  if (sandbox === undefined) return command;
  const { confine, privateFolder, network = 'on', userns = 'off' } = sandbox;
  const rules = checkSandboxRules({ ...places, home: env['HOME'] ?? '/', privateFolder });
  return confine(command, { ...rules, userns, network: purpose === 'set-up' ? 'on' : network });
}
