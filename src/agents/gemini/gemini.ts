import type { Clock } from '../../base/clock.ts';
import type { Spawner } from '../../process/command.ts';
import type { Backend, Call } from '../port.ts';
import { runProgram } from '../program.ts';
import { startGemini } from './arguments.ts';
import { readGemini } from './read-stream.ts';

export interface GeminiOptions {
  readonly spawner: Spawner;
  readonly clock: Clock;
}

/** Gemini CLI, run without a terminal: one process per call. It reports no cost. */
export function createGemini({ spawner, clock }: GeminiOptions): Backend {
  const program = { start: startGemini, reader: (call: Call) => readGemini(call, clock) };
  return { name: 'gemini', run: runProgram(program, spawner) };
}
