import type { ProcessEnding, Spawner } from '../../process/command.ts';
import { HeadTailBuffer } from '../../process/head-tail-buffer.ts';
import { confineCommand } from '../run-program.ts';
import { resultOfEnding } from '../run-program.ts';
import { type AgentCall, type CallResult, failedCall, type OnAgentEvent } from '../port.ts';
import { withScratch } from '../scratch.ts';

export interface CommandContext {
  readonly call: AgentCall;
  readonly on: OnAgentEvent;
  readonly spawner: Spawner;
  readonly wallMs: number;
}

/** As a tool of an agent would: a command that fails is told, and does not end the call. Gives what did end it. */
export async function runCommand(
  command: string,
  { call, on, spawner, wallMs }: CommandContext,
): Promise<CallResult | undefined> {
  const { folder, env, effect, signal, limits } = call;
  const output = new HeadTailBuffer({ head: 0, tail: 4096 });
  const keep = (line: string): void => output.add(Buffer.from(`${line}\n`));
  on({ type: 'tool_use', tool: 'run', input: command });
  const ran = await withScratch(call, (scratch) => {
    const { ended } = spawner.start(
      confineCommand(call, {
        file: 'sh',
        args: ['-c', command],
        cwd: folder,
        env: { ...env, TMPDIR: scratch },
        limits: { wallMs, idleMs: limits.idleMs, outputBytes: limits.outputBytes },
        signal,
        effect,
      }),
      { stdout: keep, stderr: keep },
    );
    return ended;
  });
  if (!ran.ok) return failedCall('crash', ran.error.code);
  on({ type: 'tool_result', ok: succeeded(ran.value), output: Buffer.from(output.bytes()).toString() });
  return resultOfEnding(ran.value);
}

function succeeded(ending: ProcessEnding): boolean {
  return ending.kind === 'exited' && ending.code === 0;
}
