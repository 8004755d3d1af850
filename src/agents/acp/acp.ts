import type { Spawner } from '../../process/command.ts';
import { withMountPointCleanup } from '../codex/mount-points.ts';
import type { Backend, AgentCall } from '../port.ts';
import { runProgram, type LaunchSpec } from '../run-program.ts';
import { createAcpReader } from './read-stream.ts';

export interface AcpOptions {
  readonly spawner: Spawner;
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]];
}

/** Any program that speaks the Agent Client Protocol on its input and output: one process per call. */
export function createAcp({ spawner, command: [file, ...args] }: AcpOptions): Backend {
  // Claude Code, behind its adapter, looks here and not at TMPDIR.
  const start = (_: AgentCall, scratch: string): LaunchSpec => ({ file, args, env: { CLAUDE_CODE_TMPDIR: scratch } });
  return { name: 'acp', run: withMountPointCleanup(runProgram({ start, reader: createAcpReader }, spawner)) };
}
