import path from 'node:path';
import type { Backend } from '../../agents/port.ts';
import { fail, throwFailure, unwrap } from '../../base/failure.ts';
import type { Rehearsal } from '../../schema/rehearsal.ts';
import type { StepServices } from '../conductor/step.ts';
import { readScript } from '../read-document.ts';
import type { RepositoryConfig } from '../repository-config.ts';
import type { AgentChoice } from './choose-agent.ts';

export interface BackendTools extends Pick<StepServices, 'spawner' | 'clock' | 'cwd'> {
  readonly config: Pick<RepositoryConfig, 'script'>;
  /** See `RehearsalOptions`. */
  readonly finished: (list: string) => number;
}

/** The agent that was chosen, ready to be called. Only its own code is loaded. */
export async function openBackend(choice: AgentChoice, tools: BackendTools): Promise<Backend> {
  const { spawner, clock, finished } = tools;
  switch (choice.backend) {
    case 'claude':
      return (await import('../../agents/claude/claude.ts')).createClaude({ spawner });
    case 'codex':
      return (await import('../../agents/codex/codex.ts')).createCodex({ spawner, clock });
    case 'gemini':
      return (await import('../../agents/gemini/gemini.ts')).createGemini({ spawner, clock });
    case 'opencode':
      return (await import('../../agents/opencode/opencode.ts')).createOpencode({ spawner });
    case 'acp':
    case 'command': {
      const [file, ...args] = choice.command;
      if (file === undefined) throwFailure('agent.no_command', { backend: choice.backend });
      const command = [file, ...args] as const;
      if (choice.backend === 'acp') return (await import('../../agents/acp/acp.ts')).createAcp({ spawner, command });
      return (await import('../../agents/command/command.ts')).createCommand({ spawner, command });
    }
    case 'rehearsal': {
      const script = await scriptOf(choice, tools);
      const { createRehearsal } = await import('../../agents/rehearsal/rehearsal.ts');
      return createRehearsal({ script, finished, spawner, clock });
    }
    default:
      return choice satisfies never;
  }
}

export async function scriptOf(
  { script, from }: Extract<AgentChoice, { backend: 'rehearsal' }>,
  { cwd, config }: Pick<BackendTools, 'cwd' | 'config'>,
): Promise<Rehearsal> {
  if (from === 'person') return unwrap(await readScript(path.resolve(cwd, script), { followLinks: true }));
  return unwrap(config.script ?? fail('agent.no_command', { backend: 'rehearsal' }));
}
