import type { Spawner } from '../../process/command.ts';
import { withoutClaudeMemory } from '../claude/claude.ts';
import { privateCodexState } from '../codex/codex.ts';
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
  const start = (call: AgentCall, scratch: string): LaunchSpec => ({ file, args, env: environmentFor(call, scratch) });
  return { name: 'acp', run: withMountPointCleanup(runProgram({ start, reader: createAcpReader }, spawner)) };
}

/** Whatever vendor's program it is, it takes no notice of what is not meant for it. */
function environmentFor({ confine }: AgentCall, scratch: string): Record<string, string> {
  // Claude Code, behind its adapter, looks here and not at TMPDIR.
  const places = { CLAUDE_CODE_TMPDIR: scratch };
  if (confine === undefined) return places;
  // The sandbox of Codex cannot be made inside of ours, which holds. The rest is as where these are called themselves.
  return {
    ...places,
    INITIAL_AGENT_MODE: 'agent-full-access',
    ...privateCodexState(scratch),
    ...withoutClaudeMemory,
  };
}
