import type { Clock } from '../../base/clock.ts';
import type { Spawner } from '../../process/command.ts';
import type { Backend } from '../port.ts';
import { runProgram } from '../run-program.ts';
import { startCodex } from './arguments.ts';
import { withMountPointCleanup } from './mount-points.ts';
import { createCodexReader } from './read-stream.ts';

export interface CodexOptions {
  readonly spawner: Spawner;
  readonly clock: Clock;
}

/**
 * The Codex CLI, run without a terminal: one process per call. It takes the schema of an answer where that can be said
 * strictly; since that is not always so, `takesSchema` is not promised and the prompt asks as well.
 */
export function createCodex({ spawner, clock }: CodexOptions): Backend {
  const run = runProgram({ start: startCodex, reader: (call) => createCodexReader(call, clock) }, spawner);
  return { name: 'codex', run: withMountPointCleanup(run) };
}
