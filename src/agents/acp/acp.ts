import type { Spawner } from '../../process/command.ts';
import { withoutLeftovers } from '../codex/leftovers.ts';
import type { Backend, Call } from '../port.ts';
import { runProgram, type Start } from '../program.ts';
import { readAcp } from './read-acp.ts';

export interface AcpOptions {
  readonly spawner: Spawner;
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]];
}

/** Any program that speaks the Agent Client Protocol on its input and output: one process per call. */
export function createAcp({ spawner, command: [file, ...args] }: AcpOptions): Backend {
  // Claude Code, behind its adapter, looks here and not at TMPDIR.
  const start = (_: Call, scratch: string): Start => ({ file, args, env: { CLAUDE_CODE_TMPDIR: scratch } });
  return { name: 'acp', run: withoutLeftovers(runProgram({ start, reader: readAcp }, spawner)) };
}
