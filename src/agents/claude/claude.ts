import type { Spawner } from '../../process/command.ts';
import type { Backend } from '../port.ts';
import { runProgram } from '../run-program.ts';
import { startClaude } from './arguments.ts';
import { createClaudeReader } from './read-stream.ts';

/** Claude Code, run without a terminal: one process per call. */
export function createClaude({ spawner }: { readonly spawner: Spawner }): Backend {
  return {
    name: 'claude',
    takesSchema: true,
    run: runProgram({ start: startClaude, reader: createClaudeReader }, spawner),
  };
}
