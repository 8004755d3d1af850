import type { Failure } from '../../base/failure.ts';
import { type AgentChoice, type AgentOptions, chooseAgent, type Role } from '../call-agent/choose-agent.ts';
import { examineAgents, type InstalledAgent } from '../call-agent/installed-agents.ts';
import type { OperationContext } from '../conductor/services.ts';
import { readRepositoryConfig, type RepositoryConfig } from '../repository-config.ts';
import { sandboxState } from '../sandbox.ts';
import { hasTrust } from '../trust-gate.ts';

interface ListOptions extends Pick<OperationContext, 'project' | 'env'>, Pick<AgentOptions, 'agent' | 'model'> {
  readonly signal: AbortSignal;
}

export interface AgentList {
  readonly backends: readonly ListedBackend[];
  readonly sandbox: { readonly mode: 'auto' | 'require' | 'off'; readonly state: 'good' | 'missing' | 'bad' };
  readonly roles: readonly ListedRole[];
}

export type ListedBackend =
  | (InstalledAgent & { readonly kind: 'program' })
  /** What the repository's configuration would run or play; null where it names nothing. */
  | {
      readonly kind: 'configured';
      readonly backend: 'acp' | 'command' | 'rehearsal';
      readonly runs: string | null;
      readonly is_trusted: boolean;
    };

/** Which agent a role gets, or why it gets none. */
export type ListedRole = { readonly role: Role } & (
  | { readonly choice: AgentChoice; readonly failure: null }
  | { readonly choice: null; readonly failure: Failure }
);

/** Which agents there are, and which of them each role gets. No call is made. */
export async function listAgents(options: ListOptions): Promise<AgentList> {
  const { project, env, signal, agent, model } = options;
  const config = await readRepositoryConfig(project, env);
  const trusted = hasTrust({ project, config, env });
  const [programs, sandbox] = await Promise.all([examineAgents({ env, signal }), sandboxState(env)]);
  const isInstalled = (backend: string) => programs.some((one) => one.backend === backend && one.state === 'good');
  const isSignedIn = (backend: string) => programs.find((one) => one.backend === backend)?.signed_in ?? undefined;
  const { agents, layers } = config;
  return {
    backends: [
      ...programs.map((program) => ({ kind: 'program', ...program }) as const),
      ...configuredBackends(config, trusted),
    ],
    sandbox: { mode: agents.sandbox ?? 'auto', state: sandbox },
    roles: roles.map((role) => {
      const chosen = chooseAgent(role, { agent, model, layers, isInstalled, isSignedIn });
      return chosen.ok ? { role, choice: chosen.value, failure: null } : { role, choice: null, failure: chosen.error };
    }),
  };
}

function configuredBackends({ agents }: RepositoryConfig, is_trusted: boolean): ListedBackend[] {
  const { acp, command, rehearsal } = agents.backends ?? {};
  const kind = 'configured';
  return [
    { kind, backend: 'acp', runs: acp?.command.join(' ') ?? null, is_trusted },
    { kind, backend: 'command', runs: command?.command.join(' ') ?? null, is_trusted },
    { kind, backend: 'rehearsal', runs: rehearsal?.script ?? null, is_trusted },
  ];
}

/** In the order of the workflows: run, session, auto. */
const roles: readonly Role[] = [
  'refiner',
  'builder',
  'verifier',
  'gatekeeper',
  'code-explore',
  'planner',
  'architect',
  'qa-engineer',
  'implementer',
  'task-executor',
  'reviewer',
];
