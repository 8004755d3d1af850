import { findProgram } from '../../agents/find-program.ts';
import type { AgentCall, OnAgentEvent } from '../../agents/port.ts';
import type { BackendCandidate, ProviderGate } from '../../agents/provider-gate.ts';
import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Disk } from '../../files/disk.ts';
import type { Environment } from '../../process/command.ts';
import type { Sandbox } from '../../sandbox/bubblewrap.ts';
import { packageCaches } from '../../sandbox/package-caches.ts';
import type { OnNotice } from '../../schema/notice.ts';
import type { RepositoryConfig } from '../repository-config.ts';
import { type AgentChoice, type BackendName, chooseAgent, type Role } from './choose-agent.ts';
import { confineTo, environmentFor, tellUnknownCost } from './environment-and-sandbox.ts';
import { requireInstalled } from './installed-agents.ts';
import { type BackendTools, openBackend } from './open-backend.ts';

/** What the calls of one workflow have in common. The person trusts what the configuration would run. */
export interface AgentCaller extends BackendTools {
  readonly config: RepositoryConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `--agent`, `--model`. */
  readonly options: { readonly agent?: string | undefined; readonly model?: string | undefined };
  readonly confine: Sandbox | undefined;
  readonly privateFolder: string;
  /** See `CacheWish`. */
  readonly caches: string;
  readonly gate: ProviderGate;
  readonly disk: Disk;
  readonly onNotice: OnNotice;
}

export interface AgentRequest extends Pick<
  AgentCall,
  'effect' | 'task' | 'prompt' | 'folder' | 'stepFolder' | 'answer' | 'resume' | 'signal'
> {
  readonly role: Role;
  /** What the role's own configuration says. */
  readonly roleModel?: string;
  readonly timeoutMs?: number;
  /** When to end it, whatever the configured limits say. */
  readonly endAfterMs?: number | undefined;
  /** Dollars it may cost at most. */
  readonly maxCostUsd?: number | undefined;
  readonly onEvent: OnAgentEvent;
}

/** The one that was chosen first; then those to fall back on that are there. */
export async function openCandidates(
  caller: AgentCaller,
  request: AgentRequest,
): Promise<Result<readonly [BackendCandidate, ...BackendCandidate[]], Failure>> {
  const { agents } = caller.config;
  const { agent, model } = caller.options;
  const isInstalled = (name: string) => findProgram(name, caller.env) !== undefined;
  const options = { agent, model, config: agents, roleModel: request.roleModel, isInstalled };
  const chosen = chooseAgent(request.role, options);
  const choice = chosen.ok ? requireInstalled(chosen.value, caller.env) : chosen;
  if (!choice.ok) return choice;
  const first = await openCandidate(caller, request, choice.value);
  if (!first.ok) return first;
  tellUnknownCost(choice.value.backend, agents?.limits, caller.onNotice);
  const others: BackendCandidate[] = [];
  for (const name of agents?.fallback ?? []) {
    if (name === choice.value.backend) continue;
    const named = chooseAgent(request.role, { ...options, agent: name });
    const other = named.ok ? requireInstalled(named.value, caller.env) : named;
    const opened = other.ok ? await openCandidate(caller, request, other.value) : other;
    if (opened.ok) others.push(opened.value);
  }
  return ok([first.value, ...others]);
}

async function openCandidate(
  caller: AgentCaller,
  request: AgentRequest,
  choice: AgentChoice,
): Promise<Result<BackendCandidate, Failure>> {
  const backend = await openBackend(choice, caller);
  if (!backend.ok) return backend;
  const env = environmentFor(choice.backend, caller.env);
  const confine = await sandboxFor(caller, request, { backend: choice.backend, env });
  if (!confine.ok) return confine;
  const own = {
    env,
    ...('model' in choice && choice.model !== undefined && { model: choice.model }),
    ...(confine.value !== undefined && { confine: confine.value }),
  };
  return ok({ backend: backend.value, adapt: (call) => ({ ...call, ...own }) });
}

async function sandboxFor(
  { confine, spawner, privateFolder, caches }: AgentCaller,
  { folder, stepFolder, effect, signal }: AgentRequest,
  { backend, env }: { readonly backend: BackendName; readonly env: Environment },
): Promise<Result<AgentCall['confine'], Failure>> {
  if (confine === undefined) return ok(undefined);
  const own = await packageCaches({ folder, env, caches, spawner, effect, signal });
  return confineTo(confine, { backend, privateFolder, folder, stepFolder, env, caches: own });
}
