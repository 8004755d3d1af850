import type { AskResult } from '../../agents/ask-agent.ts';
import type { AgentCall, Backend, OnAgentEvent } from '../../agents/port.ts';
import type { BackendCandidate } from '../../agents/provider-gate.ts';
import { catchFailure, unwrap } from '../../base/failure.ts';
import type { Environment } from '../../process/command.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { packageCaches } from '../../sandbox/package-caches.ts';
import type { StepServices } from '../conductor/step.ts';
import type { RepositoryConfig } from '../repository-config.ts';
import { type AgentChoice, type BackendName, chooseAgent, type Role } from './choose-agent.ts';
import { confineBackend, environmentFor, needsOf, tellUnknownCost } from './environment-and-sandbox.ts';
import { agentsHere, requireInstalled } from './installed-agents.ts';
import { type BackendTools, openBackend } from './open-backend.ts';

/** What the calls of one workflow have in common. The person trusts what the configuration would run. */
export interface AgentCaller
  extends BackendTools, Pick<StepServices, 'env' | 'options' | 'privateFolder' | 'gate' | 'disk' | 'onNotice'> {
  readonly config: RepositoryConfig;
  readonly confine: Sandbox | undefined;
  /** See `CacheRequest`. */
  readonly caches: string;
  /** See `VendorFolderOptions`. */
  readonly vendorRoot: string;
}

export interface AgentRequest extends Pick<
  AgentCall,
  'effect' | 'task' | 'prompt' | 'folder' | 'worktree' | 'stepFolder' | 'answer' | 'resume' | 'signal'
> {
  readonly role: Role;
  /** That the plan names for this task. */
  readonly taskModel?: string | undefined;
  readonly timeoutMs?: number;
  /** When to end it, whatever the configured limits say. */
  readonly endAfterMs?: number | undefined;
  /** See `CallLimits`. */
  readonly extraMs?: () => number;
  /** Absolute paths of files that it may not touch, for hooks in its program. */
  readonly frozen?: readonly string[];
  /** Dollars it may cost at most. */
  readonly maxCostUsd?: number | undefined;
  readonly onEvent: OnAgentEvent;
}

/** `by`: who had it last, when more than one could. */
export type AgentOutcome = AskResult & { readonly by: { readonly backend: string; readonly model: string | null } };

/** The one that was chosen first; then those to fall back on that are there. */
export async function openCandidates(
  caller: AgentCaller,
  request: AgentRequest,
): Promise<readonly [BackendCandidate, ...BackendCandidate[]]> {
  const { agents, layers } = caller.config;
  const { agent, model } = caller.options;
  const options = { agent, model, layers, taskModel: request.taskModel, ...agentsHere(caller.env) };
  const choice = unwrap(chooseAgent(request.role, options));
  const first = await openCandidate(caller, request, choice);
  tellUnknownCost(choice.backend, agents.limits, caller.onNotice);
  const others: BackendCandidate[] = [];
  for (const name of agents.fallback ?? []) {
    if (name === choice.backend) continue;
    const other = chooseAgent(request.role, { ...options, agent: name });
    const opened = await catchFailure(() => openCandidate(caller, request, unwrap(other)));
    if (opened.ok) others.push(opened.value);
  }
  return [first, ...others];
}

async function openCandidate(
  caller: AgentCaller,
  request: AgentRequest,
  choice: AgentChoice,
): Promise<BackendCandidate> {
  requireInstalled(choice, caller.env);
  const backend = await openBackend(choice, caller);
  const needs = await needsOf(choice.backend, { env: caller.env, agents: caller.config.agents });
  const env = { ...environmentFor(choice.backend, caller.env, needs), ...frozenVariable(request) };
  const own = { env, ...('model' in choice && choice.model !== undefined && { model: choice.model }) };
  const confined = await confine(caller, request, { backend, name: choice.backend, env, places: needs.places });
  return { backend: confined, adapt: (call) => ({ ...call, ...own }) };
}

/** A variable may not be longer than 128 KB, and everything else would be lost with it: then the gates alone judge. */
function frozenVariable({ frozen = [] }: AgentRequest): Environment {
  const listed = JSON.stringify(frozen);
  return frozen.length === 0 || listed.length > LONGEST_LIST ? {} : { ORCHESTRAL_FROZEN: listed };
}

const LONGEST_LIST = 32 * 1024;

interface Opened {
  readonly backend: Backend;
  readonly name: BackendName;
  readonly env: Environment;
  readonly places: readonly string[];
}

async function confine(
  { confine: sandbox, spawner, privateFolder, vendorRoot, caches }: AgentCaller,
  { folder, worktree, stepFolder, effect, signal }: AgentRequest,
  { backend, name, env, places }: Opened,
): Promise<Backend> {
  if (sandbox === undefined) return backend;
  const own = await packageCaches({ folder, env, caches, spawner, effect, signal });
  const given = { folder: worktree ?? folder, stepFolder, privateFolder, vendorRoot, env, places, caches: own };
  return confineBackend(backend, sandbox, { backend: name, ...given });
}
