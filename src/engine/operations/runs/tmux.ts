import { findProgram } from '../../../agents/find-program.ts';
import { catchFailure, fail, type Failure, throwFailure, unwrap } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { ProcessCommand, Spawner } from '../../../process/command.ts';
import { markerName } from '../../../process/tree.ts';
import { configDefaults } from '../../../schema/config/defaults.ts';
import { roles } from '../../../workflows/run/run-state.ts';
import { unrecordedSpawner } from '../../ask-program.ts';
import type { OpenRun } from '../../descriptors/run.ts';
import { readRunSettings } from '../../run-settings.ts';

/** Lets the person watch a run in their tmux. */
export async function watchInTmux(
  { id, services }: OpenRun,
  { command }: Pick<TmuxOptions, 'command'>,
): Promise<TmuxSession> {
  const { project, env } = services;
  const settings = await catchFailure(() => readRunSettings(project, env));
  const { tmux_session_prefix: prefix } = settings.ok ? settings.value.global : configDefaults.global;
  const spawner = unrecordedSpawner();
  return openTmux({ prefix, runId: id, roles, project: project.root, command, env, spawner });
}

export interface TmuxOptions {
  /** `tmux_session_prefix`: any text. */
  readonly prefix: string;
  readonly runId: string;
  readonly roles: readonly string[];
  /** The project's folder: where the panes are. */
  readonly project: string;
  /** How Orchestral is started: the program and its first arguments, each an absolute path. */
  readonly command: readonly string[];
  /** All of the person's environment: it is their server, and a shell of theirs. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly spawner: Spawner;
}

export interface TmuxSession {
  readonly session: string;
  /** False: it was there already, and is as it was. */
  readonly isNew: boolean;
}

const PATIENCE_MS = 10_000;
const NEXT = ';';
const PRINT_ID = ['-P', '-F', '#{pane_id}'];

/** A server that we start has our marker, by which whatever runs in it would take itself for an agent's. */
const NO_MARKER = ['start-server', NEXT, 'set-environment', '-g', '-u', markerName, NEXT];

/**
 * Opens a session in the person's own tmux server, detached: a pane for each agent that follows its log, one with the
 * status, and one with a shell.
 */
export async function openTmux(options: TmuxOptions): Promise<TmuxSession> {
  const file = findProgram('tmux', options.env);
  if (file === undefined) throwFailure('tmux.absent', {});
  const tmux = asker(file, options);
  const session = sessionName(options.prefix, options.runId);
  const target = `=${session}:`;
  if ((await tmux('has-session', '-t', target)).ok) return { session, isNew: false };
  // The shell comes first because it does not end: with no pane left the session would be gone.
  const shell = await tmux(...NO_MARKER, 'new-session', '-d', ...PRINT_ID, '-s', session, '-x', '200', '-y', '60');
  // Another may have been quicker.
  if (!shell.ok && (await tmux('has-session', '-t', target)).ok) return { session, isNew: false };
  const pane = unwrap(shell);
  const filled = await catchFailure(() => fill(tmux, pane, options));
  if (!filled.ok) await tmux('kill-session', '-t', target);
  unwrap(filled);
  return { session, isNew: true };
}

/** What the session is called. In tmux `.` and `:` divide names, `#` begins a format and `=$@` an address. */
export function sessionName(prefix: string, runId: string): string {
  const safe = prefix
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}_-]/gu, '_')
    .slice(0, 40);
  return safe === '' ? runId : `${safe}-${runId}`;
}

async function fill(tmux: Tmux, shell: string, options: TmuxOptions): Promise<void> {
  const { roles, runId, project, command, env } = options;
  const own = ['/usr/bin/env', ...placesIn(env), ...command, '--project', project];
  const panes = [
    ...roles.map((role) => ({ title: role, run: [...own, 'logs', runId, role, '-f'] })),
    { title: 'status', run: [...own, 'watch'] },
  ];
  const steps: string[][] = [
    // What a program last said stays to be read after it ended; a shell that was left closes.
    ['set-option', '-w', '-t', shell, 'remain-on-exit', 'on'],
    ['set-option', '-p', '-t', shell, 'remain-on-exit', 'off'],
    ['set-option', '-w', '-t', shell, 'pane-border-status', 'top'],
    ['set-option', '-w', '-t', shell, 'pane-border-format', ' #{pane_title} '],
    ['select-pane', '-t', shell, '-T', 'shell'],
  ];
  for (const step of steps) unwrap(await tmux(...step));
  for (const { title, run } of panes) {
    const pane = unwrap(await tmux('split-window', '-d', '-b', '-t', shell, ...PRINT_ID, ...run));
    // Tiled after each: else there is soon no room to split.
    unwrap(await tmux('select-layout', '-t', shell, 'tiled'));
    unwrap(await tmux('select-pane', '-t', pane, '-T', title));
  }
  unwrap(await tmux('select-pane', '-t', shell));
}

/** A server that runs already has another environment: what we look at must be what we write. */
function placesIn(env: TmuxOptions['env']): string[] {
  return ['HOME', 'XDG_STATE_HOME'].flatMap((name) => (env[name] === undefined ? [] : [`${name}=${env[name]}`]));
}

/** One command of tmux's; what it printed, without the line end. */
type Tmux = (...args: string[]) => Promise<Result<string, Failure>>;

function asker(file: string, { project, env, spawner }: TmuxOptions): Tmux {
  return async (...args) => {
    const { ending, stdout, stderr } = await spawner.run({
      file,
      // An argument that ends in a semicolon would end the command.
      args: args.map((argument) => (argument === NEXT ? NEXT : argument.replace(/;$/, '\\;'))),
      // Panes open where tmux is called: `-c` would read a folder's name as a format, which can run commands.
      cwd: project,
      env: defined(env),
      limits: { wallMs: PATIENCE_MS },
    });
    if (ending.kind === 'exited' && ending.code === 0) return ok(textOf(stdout));
    return fail('tmux.failed', {
      command: args.slice(args.lastIndexOf(NEXT) + 1)[0] ?? '',
      said: textOf(stderr).split('\n')[0] ?? '',
    });
  };
}

function defined(env: TmuxOptions['env']): ProcessCommand['env'] {
  const kept = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return Object.fromEntries(kept);
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString().trimEnd();
}
