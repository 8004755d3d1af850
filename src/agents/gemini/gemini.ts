import type { Clock } from '../../base/clock.ts';
import type { Spawner } from '../../process/command.ts';
import type { Backend, AgentCall } from '../port.ts';
import { runProgram } from '../run-program.ts';
import { startGemini } from './arguments.ts';
import { createGeminiReader } from './read-stream.ts';

export interface GeminiOptions {
  readonly spawner: Spawner;
  readonly clock: Clock;
}

/** Gemini CLI, run without a terminal: one process per call. It reports no cost. */
export function createGemini({ spawner, clock }: GeminiOptions): Backend {
  const program = { start: startGemini, reader: (call: AgentCall) => createGeminiReader(call, clock) };
  return { name: 'gemini', run: runProgram(program, spawner) };
}
