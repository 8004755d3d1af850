import { findProgram } from '../../agents/find-program.ts';
import { OLDEST_VERSIONS } from '../../agents/oldest-versions.ts';
import { isSignedIn, keyInsteadOfSubscription } from '../../agents/sign-in.ts';
import { throwFailure, unwrap } from '../../base/failure.ts';
import { isAtLeast, versionIn } from '../../base/version.ts';
import type { Asking } from '../ask-program.ts';
import type { OnNotice } from '../../schema/notice.ts';
import type { RepositoryConfig } from '../repository-config.ts';
import { askVersion, requireNewEnough } from './agent-version.ts';
import { type AgentChoice, type AgentOptions, chooseAgent, installable, type Role } from './choose-agent.ts';
import { type BackendTools, scriptOf } from './open-backend.ts';

export interface InstalledAgent {
  readonly backend: (typeof installable)[number];
  /** `bad`: it is there and does not even tell its version, or is too old. */
  readonly state: 'good' | 'missing' | 'bad';
  readonly version: string | null;
  /** Null: cannot be told without a call. */
  readonly signed_in: boolean | null;
  /** Of one that is too old: the oldest version that would do. */
  readonly oldest: string | null;
}

/** Which agent programs are there, and whether the person is signed in with them. No call is made. */
export function examineAgents(asking: Asking): Promise<InstalledAgent[]> {
  return Promise.all(
    installable.map(async (backend) => {
      const answer = await askVersion(backend, asking);
      if (!('said' in answer)) {
        const state = answer.silent === 'absent' ? 'missing' : 'bad';
        return { backend, state, version: null, signed_in: null, oldest: null } as const;
      }
      const signed_in = isSignedIn(backend, asking.env) ?? null;
      const version = versionIn(answer.said);
      const oldest = isAtLeast(version, OLDEST_VERSIONS[backend]) ? null : OLDEST_VERSIONS[backend];
      return { backend, state: oldest === null ? 'good' : 'bad', version, signed_in, oldest } as const;
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
  readonly onNotice: OnNotice;
}

/** Whether every one of these roles has an agent that can be called here. No call is made. */
export async function requireAgents(roles: readonly Role[], wanted: AgentCheck): Promise<void> {
  const { config, options, env } = wanted;
  const here = agentsHere(env);
  const seen = new Set<string>();
  for (const role of roles) {
    const choice = unwrap(chooseAgent(role, { ...options, layers: config.layers, ...here }));
    requireInstalled(choice, env);
    const program = installable.find((name) => name === choice.backend);
    if (program !== undefined && !seen.has(program)) await requireUsable(program, wanted);
    if (program !== undefined) seen.add(program);
    if (choice.backend === 'rehearsal') await scriptOf(choice, wanted);
  }
}

async function requireUsable(program: (typeof installable)[number], { env, onNotice }: AgentCheck): Promise<void> {
  await requireNewEnough(program, env);
  const key = keyInsteadOfSubscription(program, env);
  if (key !== undefined) onNotice({ code: 'agent.key_charged', params: { backend: program, key } });
}

export function requireInstalled({ backend }: AgentChoice, env: Env): void {
  const program = installable.find((name) => name === backend);
  if (program !== undefined && findProgram(program, env) === undefined)
    throwFailure('agent.not_installed', { backend: program });
}
