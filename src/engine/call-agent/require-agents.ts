import { findProgram } from '../../agents/find-program.ts';
import { fail, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { type AgentChoice, chooseAgent, installable, type Role, type AgentOptions } from './choose-agent.ts';
import { type BackendTools, scriptOf } from './open-backend.ts';
import type { RepositoryConfig } from '../repository-config.ts';

type Env = Readonly<Record<string, string | undefined>>;

interface AgentCheck extends Pick<BackendTools, 'cwd'> {
  readonly config: RepositoryConfig;
  readonly options: Pick<AgentOptions, 'agent' | 'model'>;
  readonly env: Env;
}

/** Whether every one of these roles has an agent that can be called here. No call is made. */
export async function requireAgents(roles: readonly Role[], wanted: AgentCheck): Promise<Result<void, Failure>> {
  const { config, options, env } = wanted;
  const isInstalled = (name: string) => findProgram(name, env) !== undefined;
  for (const role of roles) {
    const choice = chooseAgent(role, { ...options, config: config.agents, isInstalled });
    const there = choice.ok ? requireInstalled(choice.value, env) : choice;
    if (!there.ok) return there;
    const script = there.value.backend === 'rehearsal' ? await scriptOf(there.value, wanted) : ok();
    if (!script.ok) return script;
  }
  return ok();
}

export function requireInstalled(choice: AgentChoice, env: Env): Result<AgentChoice, Failure> {
  const program = installable.find((name) => name === choice.backend);
  if (program === undefined || findProgram(program, env) !== undefined) return ok(choice);
  return fail('agent.not_installed', { backend: program });
}
