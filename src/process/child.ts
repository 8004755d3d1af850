import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { getErrno } from '../files/disk-failure.ts';
import type { EndReason, ProcessCommand, ProcessEnding, RunningProcess, StartFailure, TreeState } from './command.ts';
import { endTree } from './end-tree.ts';
import { type ProcessRow, readProcess, readStartTime } from './process-table.ts';
import type { RegisteredProcess } from './registry.ts';
import {
  getCpuSeconds,
  groupExists,
  type Leader,
  listMembers,
  markerName,
  signalGroup,
  signalProcess,
  type Tree,
} from './tree.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

/** How long output may still come after the exit, before whoever keeps the pipe open is ended. */
const DRAIN_MS = 1000;

export interface LaunchOptions {
  readonly command: ProcessCommand;
  readonly marker: string;
  /** Of a process started for an effect. */
  readonly recorded: RegisteredProcess | undefined;
  readonly graceMs: number | undefined;
  readonly onStdout: (chunk: Buffer) => void;
  readonly onStderr: (chunk: Buffer) => void;
}

/** Starts one process in a group and session of its own and stays with it until nothing of it is left. */
export function launch(options: LaunchOptions): RunningProcess {
  const { command, marker, recorded } = options;
  let child: ChildProcess;
  try {
    child = spawn(command.file, command.args, {
      cwd: command.cwd,
      env: { ...command.env, [markerName]: marker },
      detached: true,
      stdio: [
        command.stdin === undefined && command.keepsInputOpen !== true ? 'ignore' : 'pipe',
        'pipe',
        'pipe',
        ...(command.descriptors ?? []).map(() => 'pipe' as const),
      ],
    });
  } catch (error) {
    recorded?.isGone();
    return neverRan(notStarted(error, command.cwd));
  }
  const { pid } = child;
  if (pid !== undefined) return new SupervisedProcess(child, pid, options);
  recorded?.isGone();
  return notRunning(once(child, 'error').then(([error]) => notStarted(error, command.cwd)));
}

export function neverRan(ending: ProcessEnding): RunningProcess {
  return notRunning(Promise.resolve(ending));
}

function notRunning(ended: Promise<ProcessEnding>): RunningProcess {
  return {
    pid: undefined,
    ended,
    write: () => Promise.resolve(false),
    endInput: () => {},
    hold: () => {},
    end: () => ended,
  };
}

class SupervisedProcess implements RunningProcess {
  readonly pid: number;
  readonly ended: Promise<ProcessEnding>;
  readonly #child: ChildProcess;
  readonly #options: LaunchOptions;
  readonly #tree: Tree & { readonly leader: Leader };
  readonly #closed: Promise<void>;
  /** How it exited: set the moment it has been waited for. */
  #exit: EndReason | undefined;
  /** Why we ended it, if we did before it exited. */
  #reason: EndReason | undefined;
  #treeEnd: Promise<TreeState> | undefined;
  #mayHaveLeft = false;
  /** What was left when it exited, where somebody looked. */
  #left: readonly ProcessRow[] | undefined;
  #printed = 0;
  #decide: (way: EndReason) => void = () => {};
  readonly #way = new Promise<EndReason>((resolve) => {
    this.#decide = resolve;
  });

  constructor(child: ChildProcess, pid: number, options: LaunchOptions) {
    this.pid = pid;
    this.#child = child;
    this.#options = options;
    const leader = { pid, owned: () => this.#exit === undefined };
    this.#tree = { marker: options.marker, leader, since: readStartTime(pid), known: new Map() };
    child.once('exit', (code, signal) => {
      this.#onExit(signal === null ? { kind: 'exited', code: Number(code) } : { kind: 'signalled', signal });
    });
    this.#closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    this.ended = this.#live();
    if (options.recorded !== undefined) this.#endWithUs();
    options.recorded?.runsAs(pid);
  }

  write(text: string): Promise<boolean> {
    const { stdin } = this.#child;
    if (stdin?.writable !== true) return Promise.resolve(false);
    return new Promise((resolve) => stdin.write(text, (error) => resolve(error == null)));
  }

  endInput(): void {
    this.#child.stdin?.end();
  }

  hold(held: boolean): void {
    const change = held ? 'ref' : 'unref';
    this.#child[change]();
    for (const stream of this.#child.stdio) if (stream instanceof Socket) stream[change]();
  }

  end(): Promise<ProcessEnding> {
    this.#endBecause({ kind: 'cancelled' });
    return this.ended;
  }

  /** When this process ends without waiting (a second Ctrl-C), what it runs for an effect ends, too. */
  #endWithUs(): void {
    const kill = (): void => {
      signalGroup(this.#tree.leader, 'SIGKILL');
      for (const member of listMembers(this.#tree) ?? []) signalProcess(member, 'SIGKILL');
    };
    process.setMaxListeners(process.getMaxListeners() + 1);
    process.on('exit', kill);
    void this.ended.finally(() => {
      process.off('exit', kill);
      process.setMaxListeners(process.getMaxListeners() - 1);
    });
  }

  async #live(): Promise<ProcessEnding> {
    const { command, recorded } = this.#options;
    const cancel = (): void => this.#endBecause({ kind: 'cancelled' });
    const watchdog = startWatchdog({
      limits: command.limits ?? {},
      cpuSeconds: () => getCpuSeconds(this.#tree, command.onlyWaits === true ? (command.launchers ?? 0) : undefined),
      onLimit: (limit) => this.#endBecause({ kind: 'timed_out', limit }),
    });
    this.#connect(watchdog);
    command.signal?.addEventListener('abort', cancel);
    const way = await this.#way;
    command.signal?.removeEventListener('abort', cancel);
    watchdog.stop();
    const tree = await this.#endWhatIsLeft();
    if (tree !== 'remains') recorded?.isGone();
    // It may have exited with the last of its output still in the pipe.
    return way === this.#exit && this.#printedTooMuch() ? { kind: 'too_much_output', tree } : { ...way, tree };
  }

  #connect(watchdog: Watchdog): void {
    const { stdin, stdout, stderr } = this.#child;
    const { command, onStdout, onStderr } = this.#options;
    const passOn = (chunk: Buffer, on: (chunk: Buffer) => void): void => {
      watchdog.outputReceived();
      if (this.#printedTooMuch()) return;
      this.#printed += chunk.length;
      on(chunk);
      if (this.#printedTooMuch()) this.#endBecause({ kind: 'too_much_output' });
    };
    stdout?.on('data', (chunk: Buffer) => passOn(chunk, onStdout));
    stderr?.on('data', (chunk: Buffer) => passOn(chunk, onStderr));
    // A process may exit, or close its input, without reading what it is given.
    stdin?.on('error', () => {});
    if (command.keepsInputOpen !== true) stdin?.end(command.stdin);
    else if (command.stdin !== undefined) stdin?.write(command.stdin);
    for (const [index, content] of (command.descriptors ?? []).entries()) this.#give(3 + index, content);
  }

  #give(descriptor: number, content: Uint8Array): void {
    const stream = this.#child.stdio[descriptor];
    stream?.on('error', () => {});
    if (stream instanceof Writable) stream.end(content);
  }

  #printedTooMuch(): boolean {
    return this.#printed > (this.#options.command.limits?.outputBytes ?? Number.POSITIVE_INFINITY);
  }

  #endBecause(reason: EndReason): void {
    if (this.#exit !== undefined || this.#reason !== undefined) return;
    this.#reason = reason;
    this.#treeEnd = endTree(this.#tree, { graceMs: this.#options.graceMs });
    // A process stuck inside the kernel does not exit even on SIGKILL: nobody waits for that.
    void this.#treeEnd.then((state) => {
      if (state === 'remains') this.#decide(reason);
    });
  }

  #onExit(exit: EndReason): void {
    this.#lookAround();
    this.#exit = exit;
    this.#decide(this.#reason ?? exit);
  }

  /** Its number cannot have been given away since a moment ago: the last chance to see who else is in its session. */
  #lookAround(): void {
    this.#mayHaveLeft = this.#options.recorded !== undefined || groupExists(this.#tree.leader);
    if (this.#mayHaveLeft && readProcess(this.pid) === undefined) this.#left = listMembers(this.#tree);
  }

  async #endWhatIsLeft(): Promise<TreeState> {
    const isRead = await resolvesWithin(this.#closed, DRAIN_MS);
    const { graceMs } = this.#options;
    if (this.#mayHaveLeft || !isRead) this.#treeEnd ??= endTree(this.#tree, { graceMs, seen: this.#left });
    const state = await (this.#treeEnd ?? 'gone');
    if (await resolvesWithin(this.#closed, DRAIN_MS)) return state;
    // What is left, or someone who is not ours to end, holds on: let go.
    for (const stream of this.#child.stdio) stream?.destroy();
    this.#child.unref();
    return state;
  }
}

async function resolvesWithin(promise: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const inTime = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return inTime;
}

/** Why a spawn failed. The system says ENOENT both of a program and of a folder that is not there. */
function notStarted(cause: unknown, cwd: string): ProcessEnding {
  return { kind: 'not_started', reason: toStartFailure(cause, cwd), cause, tree: 'gone' };
}

function toStartFailure(cause: unknown, cwd: string): StartFailure {
  const reason = reasons.get(getErrno(cause) ?? '') ?? 'other';
  const mayBeTheFolder = reason === 'not_found' || reason === 'not_executable';
  return mayBeTheFolder && !isFolder(cwd) ? 'no_folder' : reason;
}

const reasons: ReadonlyMap<string, StartFailure> = new Map([
  ['ENOENT', 'not_found'],
  ['ENOTDIR', 'not_found'],
  ['EACCES', 'not_executable'],
  ['ENOEXEC', 'not_executable'],
  ['EAGAIN', 'no_resources'],
  ['EMFILE', 'no_resources'],
  ['ENFILE', 'no_resources'],
  ['ENOMEM', 'no_resources'],
]);

function isFolder(path: string): boolean {
  try {
    fs.accessSync(path, fs.constants.X_OK);
    return fs.statSync(path).isDirectory();
  } catch {
    return false;
  }
}
