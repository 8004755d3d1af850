import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Backend, AgentCall, OnAgentEvent, CallOutcome } from '../../agents/port.ts';
import { systemClock } from '../../base/clock.ts';
import { unwrap } from '../../base/failure.ts';
import { realDisk } from '../../files/disk.ts';
import { makeFolder, removeFolder } from '../../files/folder.ts';
import { nonce } from '../../files/identity.ts';
import type { Spawner } from '../../process/command.ts';
import { openRegistry } from '../../process/registry.ts';
import { createSpawner } from '../../process/spawner.ts';
import { testCall } from '../../prompts/answer.ts';
import type { Rehearsal } from '../../schema/rehearsal.ts';
import { privateFolder } from '../../store/private-folder.ts';
import { callLimits } from '../../workflows/policy/limits.ts';
import { versionIn } from '../../base/version.ts';
import { programAsker } from '../ask-program.ts';
import {
  type AgentChoice,
  type AgentOptions,
  type BackendName,
  chooseAgent,
  installable,
} from '../call-agent/choose-agent.ts';
import { agentsHere } from '../call-agent/installed-agents.ts';
import { confineBackend, environmentFor, needsOf, tellUnknownCost } from '../call-agent/environment-and-sandbox.ts';
import { openBackend } from '../call-agent/open-backend.ts';
import type { OperationContext } from '../conductor/services.ts';
import { onDisk } from '../on-disk.ts';
import { readRepositoryConfig, type RepositoryConfig } from '../repository-config.ts';
import { openSandbox } from '../sandbox.ts';
import { requireTrust } from '../trust-gate.ts';

export interface TestOptions
  extends Pick<OperationContext, 'project' | 'cwd' | 'env' | 'onNotice'>, Pick<AgentOptions, 'agent' | 'model'> {
  /** Orchestral's own. */
  readonly version: string;
  /** The person trusts what the repository's configuration runs, this once. */
  readonly trust: boolean;
  readonly signal: AbortSignal;
  /** Before anything is run. */
  readonly onChosen: (backend: BackendName) => void;
  readonly onEvent: OnAgentEvent;
}

export interface AgentTest {
  readonly backend: BackendName;
  /** Null: it is not there, or has none. */
  readonly version: string | null;
  readonly outcome: CallOutcome;
}

/** A test is a matter of seconds. */
const TIMEOUT_MS = 30_000;

const SCOPE = 'agents test';

const builtInScript: Rehearsal = {
  version: 1,
  roles: { builder: [{ say: 'pong', usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0 } }] },
};

/** One tiny real call, in an empty folder that is gone afterwards. */
export async function testAgent(options: TestOptions): Promise<AgentTest> {
  const { project, env } = options;
  const config = await readRepositoryConfig(project, env);
  const choice = choose(options, config);
  const isOthers = 'from' in choice && choice.from === 'repository';
  // A sandbox that the repository switches off, and variables that it names, are not to be taken on its word either.
  if (!options.trust && (isOthers || config.runnables.some(({ place }) => /^sandbox$|\.env$/.test(place))))
    requireTrust({ project, config, env });
  options.onChosen(choice.backend);
  return inEmptyFolder((root) => call(root, { ...options, choice, config }));
}

/** A rehearsal for which nobody wrote a script. */
interface BuiltIn {
  readonly backend: 'rehearsal';
  readonly isBuiltIn: true;
}

function choose(options: TestOptions, { agents, layers }: RepositoryConfig): AgentChoice | BuiltIn {
  const { agent, model, env } = options;
  if (agent === 'rehearsal' && agents.backends?.rehearsal === undefined)
    return { backend: 'rehearsal', isBuiltIn: true };
  return unwrap(chooseAgent(undefined, { agent, model, layers, ...agentsHere(env) }));
}

interface Calling extends TestOptions {
  readonly choice: AgentChoice | BuiltIn;
  readonly config: RepositoryConfig;
}

async function call(root: string, calling: Calling): Promise<AgentTest> {
  const { choice, config, signal, onNotice } = calling;
  const home = unwrap(privateFolder(calling.env));
  const registry = openRegistry({ folder: path.join(home, 'processes'), disk: realDisk, clock: systemClock });
  // What a test that was killed has left.
  await registry.settle({ scope: SCOPE });
  const spawner = createSpawner({ registry, scope: SCOPE });
  const backend = await open(calling, spawner);
  const needs = await needsOf(choice.backend, { env: calling.env, agents: config.agents });
  const env = environmentFor(choice.backend, calling.env, needs);
  const sandbox = await openSandbox(config.agents.sandbox, { spawner, env: calling.env, onNotice });
  const places = { folder: path.join(root, 'folder'), stepFolder: path.join(root, 'step') };
  const confining = {
    backend: choice.backend,
    ...places,
    env,
    privateFolder: home,
    vendorRoot: path.join(root, 'vendor'),
    places: needs.places,
  };
  const confined = sandbox === undefined ? backend : confineBackend(backend, sandbox, confining);
  tellUnknownCost(choice.backend, config.agents.limits, onNotice);
  const version = await versionOf(choice.backend, calling);
  const request: AgentCall = {
    effect: SCOPE,
    role: 'builder',
    prompt: testCall,
    ...places,
    ...('model' in choice && choice.model !== undefined && { model: choice.model }),
    limits: callLimits(config.agents.limits, { timeoutMs: TIMEOUT_MS }),
    env,
    signal,
  };
  return { backend: choice.backend, version, outcome: await confined.run(request, calling.onEvent) };
}

async function open({ choice, config, cwd }: Calling, spawner: Spawner): Promise<Backend> {
  const finished = () => 0;
  if (!('isBuiltIn' in choice)) return openBackend(choice, { spawner, clock: systemClock, cwd, config, finished });
  const { createRehearsal } = await import('../../agents/rehearsal/rehearsal.ts');
  return createRehearsal({ script: builtInScript, finished, spawner, clock: systemClock });
}

async function versionOf(backend: BackendName, { env, signal, version }: TestOptions): Promise<string | null> {
  if (backend === 'rehearsal') return version;
  if (!installable.some((name) => name === backend)) return null;
  const answer = await programAsker({ env, signal })(backend, ['--version']);
  return 'said' in answer ? versionIn(answer.said) : null;
}

async function inEmptyFolder<T>(work: (root: string) => Promise<T>): Promise<T> {
  const root = path.join(fs.realpathSync(os.tmpdir()), `orchestral-${nonce()}`);
  onDisk('mkdir', root, () => ['folder', 'step'].forEach((name) => makeFolder(path.join(root, name))));
  try {
    return await work(root);
  } finally {
    await removeFolder(root);
  }
}
