import { posix, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { deleteFile, editFile } from '../edit.ts';
import {
  type AgentCall,
  type AgentUsage,
  type CallLimits,
  type CallResult,
  failedCall,
  NO_USAGE,
  type OnAgentEvent,
} from '../port.ts';
import { timeLeftMs } from '../limits-left.ts';
import { confineCommand, resultOfEnding } from '../run-program.ts';
import { withScratch } from '../scratch.ts';
import type { Clock } from '../../base/clock.ts';
import type { ProcessEnding, Spawner } from '../../process/command.ts';
import { HeadTailBuffer } from '../../process/head-tail-buffer.ts';
import type { RehearsalStep } from '../../schema/rehearsal.ts';

export interface PlayContext {
  readonly call: AgentCall;
  readonly on: OnAgentEvent;
  readonly spawner: Spawner;
  readonly clock: Clock;
}

export interface PlayResult {
  readonly result: CallResult;
  readonly spent: AgentUsage;
}

/** Plays a step: prints text, edits files, runs the command, ends as the script says. A limit or a refusal ends it early. */
export async function playStep(step: RehearsalStep, context: PlayContext): Promise<PlayResult> {
  const { limits, signal } = context.call;
  const timer = startTimer(limits, signal);
  try {
    const stopped = await executeStep(step, context, timer);
    if (stopped !== undefined) return { result: stopped, spent: NO_USAGE };
  } finally {
    timer.stop();
  }
  const spent = { ...NO_USAGE, ...step.usage };
  if (step.usage !== undefined) context.on({ type: 'usage', spent });
  const isOver = limits.maxCostUsd !== undefined && (spent.cost_usd ?? 0) > limits.maxCostUsd;
  return { result: isOver ? failedCall('budget') : finalResult(step, context), spent };
}

async function executeStep(
  step: RehearsalStep,
  context: PlayContext,
  timer: CallTimer,
): Promise<CallResult | undefined> {
  const { say = '', edit = {}, delete: deleted = [], run, delay_ms = 0 } = step;
  const pieces = chunkText(say);
  for (const [index, text] of pieces.entries()) {
    context.on({ type: 'text', text });
    const stopped = await timer.until((delay_ms * (index + 1)) / pieces.length);
    if (stopped !== undefined) return stopped;
  }
  if (pieces.length === 0) {
    const stopped = await timer.until(delay_ms);
    if (stopped !== undefined) return stopped;
  }
  const { folder, worktree = folder } = context.call;
  const inWorktree = (path: string): string =>
    worktree === folder ? path : posix.join(relative(worktree, folder), path);
  for (const [path, content] of Object.entries(edit)) {
    const denied = reportToolUse(context.on, {
      tool: 'edit',
      path,
      refused: editFile(worktree, inWorktree(path), content),
    });
    if (denied !== undefined) return denied;
  }
  for (const path of deleted) {
    const denied = reportToolUse(context.on, { tool: 'delete', path, refused: deleteFile(worktree, inWorktree(path)) });
    if (denied !== undefined) return denied;
  }
  return run === undefined ? undefined : runCommand(run, { ...context, wallMs: timer.leftMs() });
}

interface ToolUse {
  readonly tool: string;
  readonly path: string;
  readonly refused: string | undefined;
}

function reportToolUse(on: OnAgentEvent, { tool, path, refused }: ToolUse): CallResult | undefined {
  on({ type: 'tool_use', tool, input: path });
  on({ type: 'tool_result', ok: refused === undefined, output: refused ?? '' });
  return refused === undefined ? undefined : failedCall('denied', `${tool} ${path}: ${refused}`);
}

function finalResult({ say = '', fail, resume_at, answer }: RehearsalStep, { on, clock }: PlayContext): CallResult {
  const until = resume_at === undefined ? {} : { resume_at };
  // The limit is over: the repeated call succeeds.
  const isOver = resume_at !== undefined && Date.parse(resume_at) <= clock.now().getTime();
  if (fail === undefined || isOver) return { status: 'answered', text: say, ...(answer !== undefined && { answer }) };
  if (fail === 'rate_limit' || fail === 'overloaded') on({ type: 'limit', ...until });
  if (fail === 'denied') on({ type: 'permission_denied', tool: 'shell' });
  return { ...failedCall(fail, say), ...until };
}

const PIECE = 24;
const MOST_PIECES = 50;

/** Splits text as a model streams it: a few words at a time, longer pieces for a long text. */
function chunkText(text: string): string[] {
  const length = Math.max(PIECE, Math.ceil(text.length / MOST_PIECES));
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const to = from + length;
    const space = text.indexOf(' ', to);
    const end = space === -1 || space > to + length ? to : space + 1;
    const whole = isLowSurrogate(text, end) ? end + 1 : end;
    pieces.push(text.slice(from, whole));
    from = whole;
  }
  return pieces;
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Waits within the limits of a call. */
interface CallTimer {
  /** Waits until this many milliseconds after the start. Returns what stopped the call meanwhile, if anything did. */
  until(ms: number): Promise<CallResult | undefined>;
  leftMs(): number;
  stop(): void;
}

/** Node turns a longer timer into one of a millisecond. */
const LONGEST_TIMER = 2 ** 31 - 1;

function startTimer(limits: CallLimits, signal: AbortSignal): CallTimer {
  const { idleMs } = limits;
  const began = performance.now();
  const leftMs = (): number => timeLeftMs(limits) - (performance.now() - began);
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  let timer: NodeJS.Timeout;
  const watch = (): void => {
    timer = setTimeout(
      () => (leftMs() > 0 ? watch() : abort()),
      Math.min(Math.max(Math.ceil(leftMs()), 0), LONGEST_TIMER),
    );
  };
  watch();
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();

  const stopped = (): CallResult => (signal.aborted ? { status: 'cancelled' } : failedCall('timeout'));
  return {
    until: async (ms) => {
      const left = ms - (performance.now() - began);
      try {
        await wait(Math.min(left, idleMs, LONGEST_TIMER), undefined, { signal: controller.signal });
      } catch {
        return stopped();
      }
      return left > idleMs ? failedCall('idle') : undefined;
    },
    leftMs: () => Math.max(1, Math.ceil(leftMs())),
    stop: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    },
  };
}

interface CommandContext {
  readonly call: AgentCall;
  readonly on: OnAgentEvent;
  readonly spawner: Spawner;
  readonly wallMs: number;
}

/** As a tool of an agent would: a command that fails is told, and does not end the call. Gives what did end it. */
async function runCommand(
  command: string,
  { call, on, spawner, wallMs }: CommandContext,
): Promise<CallResult | undefined> {
  const { folder, env, effect, signal, limits } = call;
  const output = new HeadTailBuffer({ head: 0, tail: 4096 });
  const keep = (line: string): void => output.add(Buffer.from(`${line}\n`));
  on({ type: 'tool_use', tool: 'run', input: command });
  const ran = await withScratch(call, (scratch) => {
    const { ended } = spawner.start(
      confineCommand(call, {
        file: 'sh',
        args: ['-c', command],
        cwd: folder,
        env: { ...env, TMPDIR: scratch },
        // What was added so far is in what is left.
        limits: { ...limits, wallMs: wallMs - (limits.extraMs?.() ?? 0) },
        signal,
        effect,
      }),
      { stdout: keep, stderr: keep },
    );
    return ended;
  });
  if (!ran.ok) return failedCall('crash', ran.error.code);
  on({ type: 'tool_result', ok: succeeded(ran.value), output: Buffer.from(output.bytes()).toString() });
  return resultOfEnding(ran.value);
}

function succeeded(ending: ProcessEnding): boolean {
  return ending.kind === 'exited' && ending.code === 0;
}
