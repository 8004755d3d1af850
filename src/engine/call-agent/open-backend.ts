import path from 'node:path';
import type { Backend } from '../../agents/port.ts';
import type { Clock } from '../../base/clock.ts';
import { fail, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Spawner } from '../../process/command.ts';
import type { Rehearsal } from '../../schema/rehearsal.ts';
import type { AgentChoice } from './choose-agent.ts';
import { readScript } from '../read-document.ts';
import type { RepositoryConfig } from '../repository-config.ts';

export interface BackendTools {
  readonly spawner: Spawner;
  readonly clock: Clock;
  /** Where the person is: what they name is named from here. */
  readonly cwd: string;
  readonly config: Pick<RepositoryConfig, 'script'>;
  /** See `RehearsalOptions`. */
  readonly finished: (list: string) => number;
}

/** The agent that was chosen, ready to be called. Only its own code is loaded. */
export async function openBackend(choice: AgentChoice, tools: BackendTools): Promise<Result<Backend, Failure>> {
  const { spawner, clock, finished } = tools;
  switch (choice.backend) {
    case 'claude':
      return ok((await import('../../agents/claude/claude.ts')).createClaude({ spawner }));
    case 'codex':
      return ok((await import('../../agents/codex/codex.ts')).createCodex({ spawner, clock }));
    case 'gemini':
      return ok((await import('../../agents/gemini/gemini.ts')).createGemini({ spawner, clock }));
    case 'opencode':
      return ok((await import('../../agents/opencode/opencode.ts')).createOpencode({ spawner }));
    case 'acp':
    case 'command': {
      const [file, ...args] = choice.command;
      if (file === undefined) return fail('agent.no_command', { backend: choice.backend });
      const command = [file, ...args] as const;
      if (choice.backend === 'acp')
        return ok((await import('../../agents/acp/acp.ts')).createAcp({ spawner, command }));
      return ok((await import('../../agents/command/command.ts')).createCommand({ spawner, command }));
    }
    case 'rehearsal': {
      const script = await scriptOf(choice, tools);
      if (!script.ok) return script;
      const { createRehearsal } = await import('../../agents/rehearsal/rehearsal.ts');
      return ok(createRehearsal({ script: script.value, finished, spawner, clock }));
    }
    default:
      return choice satisfies never;
  }
}

export async function scriptOf(
  { script, from }: Extract<AgentChoice, { backend: 'rehearsal' }>,
  { cwd, config }: Pick<BackendTools, 'cwd' | 'config'>,
): Promise<Result<Rehearsal, Failure>> {
  if (from === 'person') return readScript(path.resolve(cwd, script), { followLinks: true });
  return config.script ?? fail('agent.no_command', { backend: 'rehearsal' });
}
