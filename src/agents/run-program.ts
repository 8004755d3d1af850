import path from 'node:path';
import { clip } from '../base/clip.ts';
import { withoutEscapes } from '../base/escapes.ts';
import type { Failure } from '../base/failure.ts';
import { pieceRedactor, redactor, secretsIn } from '../base/redact.ts';
import { ok, type Result } from '../base/result.ts';
import { realDisk } from '../files/disk.ts';
import { replaceFile } from '../files/replace.ts';
import type { Environment, ProcessCommand, ProcessEnding, Spawner } from '../process/command.ts';
import { HeadTailBuffer } from '../process/head-tail-buffer.ts';
import { type DuplexClient, type DuplexRun, runDuplexClient } from './duplex-client.ts';
import { findProgram, isProgram } from './find-program.ts';
import {
  type AgentCall,
  type AgentEvent,
  type AgentUsage,
  type CallOutcome,
  type CallResult,
  type Conversation,
  failedCall,
  type FailureKind,
  NO_USAGE,
  type OnAgentEvent,
} from './port.ts';
import { withScratch } from './scratch.ts';

/** A backend that is a program: how it is started, and how its output is read. */
export interface AgentProgram {
  start(call: AgentCall, scratch: string): LaunchSpec;
  reader(call: AgentCall): OutputReader;
}

export interface LaunchSpec {
  readonly file: string;
  readonly args: readonly string[];
  /** Added to the call's environment. */
  readonly env: Environment;
  readonly stdin?: string;
  /** Name → content: written into the call's temporary folder first, gone with it. */
  readonly files?: Readonly<Record<string, string>>;
  /** See `Command`. */
  readonly onlyWaits?: true;
}

/** Reads the output of one call. It never throws, and reports success only when the vendor does. */
export interface OutputReader {
  /** `cut`: the line was longer than is kept, and this is its beginning. */
  read(line: string, cut: boolean): readonly AgentEvent[];
  /** The same for a line of stderr. */
  readError?(line: string): readonly AgentEvent[];
  /**
   * Checked after each line: a limit that the vendor does not enforce itself is exceeded. The call is ended and fails with
   * this kind, and with the message of `conclude` if that has the same kind.
   */
  exceededLimit?(): FailureKind | undefined;
  /** Checked after each line: the result is known, and the program may exit. More output can still change it. */
  hasFinalResult?(): boolean;
  /** Its text comes in pieces, in which a secret may be cut in two. */
  readonly sendsPieces?: true;
  /** For a program that exchanges messages with us. */
  readonly client?: DuplexClient;
  /** Called once the process is gone. */
  conclude(end: ProgramExit): ReaderResult;
}

export interface ProgramExit {
  /** Null when a signal ended it. */
  readonly exit: number | null;
  /** The end of stderr. */
  readonly stderr: string;
}

export interface ReaderResult {
  readonly result: Exclude<CallResult, { status: 'cancelled' }>;
  readonly spent: AgentUsage;
  readonly conversation?: Conversation;
}

/** Bytes of stderr that are kept for failure messages. */
const STDERR_KEPT = 16 * 1024;

/** How long a program may stay silent after its final result before it is ended. */
const LINGER_MS = 15_000;

/** Runs a program as an agent: in its own temporary folder, within limits, reading its output line by line. */
export function runProgram(
  program: AgentProgram,
  spawner: Spawner,
): (call: AgentCall, on: OnAgentEvent) => Promise<CallOutcome> {
  return async (call, on) => {
    const began = performance.now();
    const reader = program.reader(call);
    const stderr = new HeadTailBuffer({ head: 0, tail: STDERR_KEPT });
    let stopped: FailureKind | undefined;
    let lingered = false;
    let lingering: NodeJS.Timeout | undefined;
    let talking: DuplexRun | undefined;
    const pieces = reader.sendsPieces === true ? pieceRedactor(secretsIn(call.env)) : undefined;
    const emitText = (text: string): void => {
      if (text !== '') on({ type: 'text', text });
    };
    const emit = (event: AgentEvent): void => {
      if (pieces !== undefined && event.type === 'text') return emitText(pieces.add(event.text));
      emitText(pieces?.end() ?? '');
      on(event);
      if (event.type === 'usage' && isOverBudget(event.spent, call)) stopped ??= 'budget';
    };
    const ran = await withScratch(call, async (scratch) => {
      const { env, files = {}, ...start } = program.start(call, scratch);
      const written = writeFiles(scratch, files);
      if (!written.ok) return written;
      const { limits, signal, effect } = call;
      const { wallMs, idleMs, outputBytes, extraMs } = limits;
      const endIfExceeded = (): void => {
        stopped ??= reader.exceededLimit?.();
        if (stopped !== undefined) void running.end();
      };
      const running = spawner.start(
        confineCommand(call, {
          ...start,
          cwd: call.folder,
          env: { ...call.env, TMPDIR: scratch, ...env },
          limits: { wallMs, idleMs, outputBytes, ...(extraMs !== undefined && { extraMs }) },
          effect,
          // A client cancels the turn itself before the process is ended.
          ...(reader.client === undefined || signal.aborted ? { signal } : { keepsInputOpen: true }),
        }),
        {
          stdout: (line, cut) => {
            call.onRaw?.(line);
            reader.read(line, cut).forEach(emit);
            endIfExceeded();
            clearTimeout(lingering);
            if (reader.hasFinalResult?.() !== true) return;
            lingering = setTimeout(() => {
              lingered = true;
              void running.end();
            }, LINGER_MS);
          },
          stderr: (line) => {
            call.onRaw?.(line);
            stderr.add(Buffer.from(`${line}\n`));
            reader.readError?.(line).forEach(emit);
            endIfExceeded();
          },
        },
      );
      if (reader.client !== undefined) talking = runDuplexClient(reader.client, running, { signal, emit });
      const ending = await running.ended;
      emitText(pieces?.end() ?? '');
      clearTimeout(lingering);
      return ok(ending);
    });
    const talked = talking?.end();
    const duration_ms = Math.round(performance.now() - began);
    const ended = ran.ok ? ran.value : ran;
    if (!ended.ok) return { ...failedCall('crash', ended.error.code), spent: NO_USAGE, duration_ms, exit: null };
    const ending = ended.value;
    const exit = ending.kind === 'exited' ? ending.code : null;
    const { result, ...facts } = reader.conclude({ exit, stderr: Buffer.from(stderr.bytes()).toString().trimEnd() });
    const isOfKind = result.status === 'failed' && result.kind === stopped;
    const knownBetter =
      lingered || isOfKind ? undefined : stopped === undefined ? resultOfEnding(ending, talked) : failedCall(stopped);
    return {
      ...facts,
      ...(knownBetter ?? sanitizeMessage(result, call.env)),
      duration_ms,
      exit: ending.kind === 'signalled' ? ending.signal : exit,
    };
  };
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): Result<void, Failure> {
  for (const [name, content] of Object.entries(files)) {
    const written = replaceFile(realDisk, path.join(folder, name), Buffer.from(content));
    if (!written.ok) return written;
  }
  return ok();
}

/** The result that follows from how the process ended, where that overrides what the vendor said. */
export function resultOfEnding(ending: ProcessEnding, talked?: 'over' | 'cancelled'): CallResult | undefined {
  if (talked === 'cancelled') return { status: 'cancelled' };
  if (talked === 'over' && ending.kind === 'cancelled') return undefined;
  switch (ending.kind) {
    case 'exited':
    case 'signalled':
      return undefined;
    case 'cancelled':
      return { status: 'cancelled' };
    case 'timed_out':
      return failedCall(ending.limit === 'wall' ? 'timeout' : 'idle');
    case 'too_much_output':
      return failedCall('crash', 'output limit');
    case 'not_started':
      return failedCall(ending.reason === 'not_found' ? 'not_installed' : 'crash', ending.reason);
    default:
      return ending satisfies never;
  }
}

/** Messages of vendors may hold keys, escape sequences and whole requests. */
function sanitizeMessage(verdict: CallResult, env: Environment): CallResult {
  if (verdict.status !== 'failed') return verdict;
  const message = redactor(secretsIn(env))(withoutEscapes(verdict.message)).trim();
  return { ...verdict, message: clip(message) };
}

function isOverBudget({ cost_usd }: AgentUsage, { limits, resume }: AgentCall): boolean {
  if (limits.maxCostUsd === undefined || cost_usd === null) return false;
  return cost_usd - (resume?.reported.cost_usd ?? 0) > limits.maxCostUsd;
}

/** Wraps a command in the call's sandbox. A missing program is not wrapped, so that the system reports it. */
export function confineCommand({ confine }: AgentCall, command: ProcessCommand): ProcessCommand {
  const { file, cwd, env } = command;
  const isThere = file.includes('/') ? isProgram(path.resolve(cwd, file)) : findProgram(file, env) !== undefined;
  return confine === undefined || !isThere ? command : confine(command);
}
