import { splitLines } from '../base/jsonl.ts';
import { nonce } from '../files/identity.ts';
import { launch, neverRan } from './child.ts';
import type { ProcessCommand, ProcessResult, OnOutput, RunningProcess, Spawner } from './command.ts';
import { HeadTailBuffer } from './head-tail-buffer.ts';
import type { Registry } from './registry.ts';

export interface SpawnerOptions {
  readonly registry: Registry;
  /** The log or project that effects belong to: what `Registry.settle` is asked for. */
  readonly scope: string;
  /** How long a tree may take to end itself between SIGTERM and SIGKILL. */
  readonly graceMs?: number;
}

export function createSpawner(options: SpawnerOptions): Spawner {
  return {
    run: (command) => run(options, command),
    start: (command, on) => start(options, command, on),
  };
}

async function run(options: SpawnerOptions, command: ProcessCommand): Promise<ProcessResult> {
  const began = performance.now();
  const limit = command.limits?.outputBytes;
  const room = limit === undefined ? undefined : { head: limit, tail: 0 };
  const [stdout, stderr] = [new HeadTailBuffer(room), new HeadTailBuffer(room)];
  const ending = await begin(options, command, {
    onStdout: (chunk) => stdout.add(chunk),
    onStderr: (chunk) => stderr.add(chunk),
  }).ended;
  const tooMuch = ending.kind === 'too_much_output';
  return {
    ending,
    stdout: stdout.bytes(),
    stderr: stderr.bytes(),
    cut: { stdout: tooMuch || stdout.cut, stderr: tooMuch || stderr.cut },
    durationMs: Math.round(performance.now() - began),
  };
}

function start(options: SpawnerOptions, command: ProcessCommand, on: OnOutput): RunningProcess {
  const stdout = splitLines(on.stdout ?? ignore);
  const stderr = splitLines(on.stderr ?? ignore);
  const running = begin(options, command, {
    onStdout: on.stdoutBytes ?? ((chunk) => stdout.push(chunk)),
    onStderr: (chunk) => stderr.push(chunk),
  });
  const ended = running.ended.then((ending) => {
    stdout.end();
    stderr.end();
    return ending;
  });
  return {
    pid: running.pid,
    ended,
    write: (text) => running.write(text),
    endInput: () => running.endInput(),
    hold: (held) => running.hold(held),
    end: () => running.end().then(() => ended),
  };
}

interface Sinks {
  readonly onStdout: (chunk: Buffer) => void;
  readonly onStderr: (chunk: Buffer) => void;
}

function begin({ registry, scope, graceMs }: SpawnerOptions, command: ProcessCommand, sinks: Sinks): RunningProcess {
  if (command.signal?.aborted === true) return neverRan({ kind: 'cancelled', tree: 'gone' });
  // Only effects are recorded: the many short git calls write nothing, and outlive us by a moment at most.
  if (command.effect === undefined) {
    return launch({ command, marker: `@${nonce()}`, recorded: undefined, graceMs, ...sinks });
  }
  const recorded = registry.record({ effect: command.effect, scope, program: command.file });
  if (!recorded.ok) {
    return neverRan({ kind: 'not_started', reason: 'not_recorded', cause: recorded.error, tree: 'gone' });
  }
  return launch({ command, marker: recorded.value.marker, recorded: recorded.value, graceMs, ...sinks });
}

function ignore(): void {}
