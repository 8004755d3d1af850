import type { Spawner } from '../../process/command.ts';
import type { Backend } from '../port.ts';
import { runProgram } from '../run-program.ts';
import { startOpencode } from './arguments.ts';
import { createOpencodeReader } from './read-stream.ts';

/** opencode, run without a terminal: one process per call. Cost and usage are of this call alone. */
export function createOpencode({ spawner }: { readonly spawner: Spawner }): Backend {
  return { name: 'opencode', run: runProgram({ start: startOpencode, reader: createOpencodeReader }, spawner) };
}
