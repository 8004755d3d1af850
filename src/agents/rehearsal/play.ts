import type { Clock } from '../../base/clock.ts';
import type { Spawner } from '../../process/command.ts';
import type { RehearsalStep } from '../../schema/rehearsal.ts';
import { type Call, type FailureKind, nothingSpent, type OnAgentEvent, type Spent, type Verdict } from '../port.ts';
import { deleteFile, editFile } from '../edit.ts';
import { piecesOf } from './pieces.ts';
import { runCommand } from './run-command.ts';
import { limitedTo, type Stopwatch } from './stopwatch.ts';

export interface Playing {
  readonly call: Call;
  readonly on: OnAgentEvent;
  readonly spawner: Spawner;
  readonly clock: Clock;
}

export interface Played {
  readonly verdict: Verdict;
  readonly spent: Spent;
}

/** Does what a step says: speaks, edits, runs, and ends as it is told to. Whatever stops it on the way is its verdict. */
export async function play(step: RehearsalStep, playing: Playing): Promise<Played> {
  const { limits, signal } = playing.call;
  const stopwatch = limitedTo(limits, signal);
  try {
    const stopped = await act(step, playing, stopwatch);
    if (stopped !== undefined) return { verdict: stopped, spent: nothingSpent };
  } finally {
    stopwatch.stop();
  }
  const spent = { ...nothingSpent, ...step.usage };
  if (step.usage !== undefined) playing.on({ type: 'usage', spent });
  const isOver = limits.maxCostUsd !== undefined && (spent.cost_usd ?? 0) > limits.maxCostUsd;
  return { verdict: isOver ? failed('budget', '') : ending(step, playing), spent };
}

async function act(step: RehearsalStep, playing: Playing, stopwatch: Stopwatch): Promise<Verdict | undefined> {
  const { say = '', edit = {}, delete: deleted = [], run, delay_ms = 0 } = step;
  const pieces = piecesOf(say);
  for (const [index, text] of pieces.entries()) {
    playing.on({ type: 'text', text });
    const stopped = await stopwatch.until((delay_ms * (index + 1)) / pieces.length);
    if (stopped !== undefined) return stopped;
  }
  if (pieces.length === 0) {
    const stopped = await stopwatch.until(delay_ms);
    if (stopped !== undefined) return stopped;
  }
  const { folder } = playing.call;
  for (const [path, content] of Object.entries(edit)) {
    const denied = used(playing.on, { tool: 'edit', path, refused: editFile(folder, path, content) });
    if (denied !== undefined) return denied;
  }
  for (const path of deleted) {
    const denied = used(playing.on, { tool: 'delete', path, refused: deleteFile(folder, path) });
    if (denied !== undefined) return denied;
  }
  return run === undefined ? undefined : runCommand(run, { ...playing, wallMs: stopwatch.leftMs() });
}

interface Use {
  readonly tool: string;
  readonly path: string;
  readonly refused: string | undefined;
}

function used(on: OnAgentEvent, { tool, path, refused }: Use): Verdict | undefined {
  on({ type: 'tool_use', tool, input: path });
  on({ type: 'tool_result', ok: refused === undefined, output: refused ?? '' });
  return refused === undefined ? undefined : failed('denied', `${tool} ${path}: ${refused}`);
}

function ending({ say = '', fail, resume_at, answer }: RehearsalStep, { on, clock }: Playing): Verdict {
  const until = resume_at === undefined ? {} : { resume_at };
  // A limit that has ended: the call that is made again then goes through.
  const isOver = resume_at !== undefined && Date.parse(resume_at) <= clock.now().getTime();
  if (fail === undefined || isOver) return { status: 'answered', text: say, ...(answer !== undefined && { answer }) };
  if (fail === 'rate_limit' || fail === 'overloaded') on({ type: 'limit', ...until });
  return { ...failed(fail, say), ...until };
}

function failed(kind: FailureKind, message: string): Verdict & { status: 'failed' } {
  return { status: 'failed', kind, message };
}
