import path from 'node:path';
import { type Asked, ask } from '../../agents/ask.ts';
import { findProgram } from '../../agents/find-program.ts';
import type { Backend, Call, OnAgentEvent } from '../../agents/port.ts';
import { type Candidate, gated, type ProviderGate } from '../../agents/provider-gate.ts';
import { openRawStream } from '../../agents/raw-stream.ts';
import type { Failure } from '../../base/failure.ts';
import { redactor, secretsIn } from '../../base/redact.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Disk } from '../../files/disk.ts';
import type { Environment } from '../../process/command.ts';
import type { Confine } from '../../sandbox/bubblewrap.ts';
import { packageCaches } from '../../sandbox/package-caches.ts';
import type { OnNotice } from '../../schema/notice.ts';
import { callLimits } from '../../workflows/policy/limits.ts';
import { confineTo, environmentFor, tellUnknownCost } from './environment-and-sandbox.ts';
import { answerWords } from './answer-words.ts';
import { type AgentChoice, type BackendName, chooseAgent, type Role } from './choose-agent.ts';
import { type BackendTools, openBackend } from './open-backend.ts';
import type { RepositoryConfig } from '../repository-config.ts';
import { requireInstalled } from './require-agents.ts';

/** What the calls of one workflow have in common. The person trusts what the configuration would run. */
export interface AgentCaller extends BackendTools {
  readonly config: RepositoryConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `--agent`, `--model`. */
  readonly options: { readonly agent?: string | undefined; readonly model?: string | undefined };
  readonly confine: Confine | undefined;
  readonly privateFolder: string;
  /** See `CacheWish`. */
  readonly caches: string;
  readonly gate: ProviderGate;
  readonly disk: Disk;
  readonly onNotice: OnNotice;
}

export interface AgentRequest extends Pick<
  Call,
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

/** `by`: who had it last, when more than one could. */
export type AgentOutcome = Asked & { readonly by: { readonly backend: string; readonly model: string | null } };

/** The file in the step's folder that keeps what the agent printed. */
export const STREAM_FILE = 'stream.jsonl';

/**
 * Calls the agent of a role. A provider's limit is waited out, or another backend takes the call; what the agent prints
 * is kept with the step.
 */
export async function callAgent(desk: AgentCaller, request: AgentRequest): Promise<Result<AgentOutcome, Failure>> {
  const candidates = await candidatesFor(desk, request);
  if (!candidates.ok) return candidates;
  const { role, onEvent, roleModel: _model, timeoutMs, endAfterMs, maxCostUsd, ...asked } = request;
  const limits = callLimits(desk.config.agents?.limits, { timeoutMs, endAfterMs, maxCostUsd });
  const file = path.join(request.stepFolder, STREAM_FILE);
  const stream = openRawStream({ disk: desk.disk, file, redact: redactor(secretsIn(desk.env)) });
  if (!stream.ok) return stream;
  try {
    const call: Call = { ...asked, role, limits, env: {}, onRaw: (line) => stream.value.add(line) };
    const { backend, by } = trackBackend(candidates.value, desk.gate);
    const outcome = await ask(backend, call, { on: onEvent, words: answerWords });
    return ok({ ...outcome, by: by() });
  } finally {
    // A stream that could not be kept is no reason to lose the answer.
    stream.value.close();
  }
}

function trackBackend(
  [first, ...others]: readonly [Candidate, ...Candidate[]],
  gate: ProviderGate,
): { readonly backend: Backend; readonly by: () => AgentOutcome['by'] } {
  let last: AgentOutcome['by'] = { backend: first.backend.name, model: null };
  const told = ({ backend, fit }: Candidate): Candidate => ({
    backend,
    fit: (call) => {
      const own = fit(call);
      last = { backend: backend.name, model: own.model ?? null };
      return own;
    },
  });
  return { backend: gated([told(first), ...others.map(told)], gate), by: () => last };
}

/** The one that was chosen first; then those to fall back on that are there. */
async function candidatesFor(
  desk: AgentCaller,
  request: AgentRequest,
): Promise<Result<readonly [Candidate, ...Candidate[]], Failure>> {
  const { agents } = desk.config;
  const { agent, model } = desk.options;
  const isInstalled = (name: string) => findProgram(name, desk.env) !== undefined;
  const options = { agent, model, config: agents, roleModel: request.roleModel, isInstalled };
  const chosen = chooseAgent(request.role, options);
  const choice = chosen.ok ? requireInstalled(chosen.value, desk.env) : chosen;
  if (!choice.ok) return choice;
  const first = await openCandidate(desk, request, choice.value);
  if (!first.ok) return first;
  tellUnknownCost(choice.value.backend, agents?.limits, desk.onNotice);
  const others: Candidate[] = [];
  for (const name of agents?.fallback ?? []) {
    if (name === choice.value.backend) continue;
    const named = chooseAgent(request.role, { ...options, agent: name });
    const other = named.ok ? requireInstalled(named.value, desk.env) : named;
    const opened = other.ok ? await openCandidate(desk, request, other.value) : other;
    if (opened.ok) others.push(opened.value);
  }
  return ok([first.value, ...others]);
}

async function openCandidate(
  desk: AgentCaller,
  request: AgentRequest,
  choice: AgentChoice,
): Promise<Result<Candidate, Failure>> {
  const backend = await openBackend(choice, desk);
  if (!backend.ok) return backend;
  const env = environmentFor(choice.backend, desk.env);
  const confine = await sandboxFor(desk, request, { backend: choice.backend, env });
  if (!confine.ok) return confine;
  const own = {
    env,
    ...('model' in choice && choice.model !== undefined && { model: choice.model }),
    ...(confine.value !== undefined && { confine: confine.value }),
  };
  return ok({ backend: backend.value, fit: (call) => ({ ...call, ...own }) });
}

async function sandboxFor(
  { confine, spawner, privateFolder, caches }: AgentCaller,
  { folder, stepFolder, effect, signal }: AgentRequest,
  { backend, env }: { readonly backend: BackendName; readonly env: Environment },
): Promise<Result<Call['confine'], Failure>> {
  if (confine === undefined) return ok(undefined);
  const own = await packageCaches({ folder, env, caches, whose: 'agents', spawner, effect, signal });
  return confineTo(confine, { backend, privateFolder, folder, stepFolder, env, caches: own });
}
