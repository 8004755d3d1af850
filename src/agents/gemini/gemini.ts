import type { Spawner } from '../../process/command.ts';
import type { Backend } from '../port.ts';
import { runProgram } from '../program.ts';
import { startGemini } from './arguments.ts';
import { readGemini } from './read-stream.ts';

/** Gemini CLI, run without a terminal: one process per call. It reports no cost. */
export function createGemini({ spawner }: { readonly spawner: Spawner }): Backend {
  return { name: 'gemini', run: runProgram({ start: startGemini, reader: readGemini }, spawner) };
}
