import { findProgram } from '../../agents/find-program.ts';
import { isSignedIn } from '../../agents/sign-in.ts';
import { throwFailure, unwrap } from '../../base/failure.ts';
import { type AskProgram, versionIn } from '../ask-program.ts';
import type { RepositoryConfig } from '../repository-config.ts';
import { type AgentChoice, type AgentOptions, chooseAgent, installable, type Role } from './choose-agent.ts';
import { type BackendTools, scriptOf } from './open-backend.ts';

export interface InstalledAgent {
  readonly backend: (typeof installable)[number];
  /** `bad`: it is there and does not even tell its version. */
  readonly state: 'good' | 'missing' | 'bad';
  readonly version: string | null;
  /** Null: cannot be told without a call. */
  readonly signed_in: boolean | null;
}

/** Which agent programs are there, and whether the person is signed in with them. No call is made. */
export function examineAgents(ask: AskProgram, env: Env): Promise<InstalledAgent[]> {
  return Promise.all(
    installable.map(async (backend) => {
      const answer = await ask(backend, ['--version']);
      if (!('said' in answer)) {
        const state = answer.silent === 'absent' ? 'missing' : 'bad';
        return { backend, state, version: null, signed_in: null } as const;
      }
      const signed_in = isSignedIn(backend, env) ?? null;
      return { backend, state: 'good', version: versionIn(answer.said), signed_in } as const;
    }),
  );
}

/** What the choice of an agent needs to know of this machine. */
export function agentsHere(env: Env): Pick<AgentOptions, 'isInstalled' | 'isSignedIn'> {
  return {
    isInstalled: (name) => findProgram(name, env) !== undefined,
    isSignedIn: (name) => isSignedIn(name, env),
  };
}

type Env = Readonly<Record<string, string | undefined>>;

interface AgentCheck extends Pick<BackendTools, 'cwd'> {
  readonly config: RepositoryConfig;
  readonly options: Pick<AgentOptions, 'agent' | 'model'>;
  readonly env: Env;
}

/** Whether every one of these roles has an agent that can be called here. No call is made. */
export async function requireAgents(roles: readonly Role[], wanted: AgentCheck): Promise<void> {
  const { config, options, env } = wanted;
  const here = agentsHere(env);
  for (const role of roles) {
    const choice = unwrap(chooseAgent(role, { ...options, layers: config.layers, ...here }));
    requireInstalled(choice, env);
    if (choice.backend === 'rehearsal') await scriptOf(choice, wanted);
  }
}

export function requireInstalled({ backend }: AgentChoice, env: Env): void {
  const program = installable.find((name) => name === backend);
  if (program !== undefined && findProgram(program, env) === undefined)
    throwFailure('agent.not_installed', { backend: program });
}
