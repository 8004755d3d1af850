import { modelSizes } from '../../agents/models.ts';
import { fail, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { ConfigAgents } from '../../schema/config/agents.ts';
import { configDefaults } from '../../schema/config/defaults.ts';

const backendNames = ['claude', 'codex', 'gemini', 'opencode', 'acp', 'command', 'rehearsal'] as const;

export type BackendName = (typeof backendNames)[number];

/** Those that are programs of their own, in the order they are looked for. */
export const installable = ['claude', 'codex', 'gemini', 'opencode'] as const;

export type Role = keyof NonNullable<ConfigAgents['roles']>;

/** Those with a model in a file of their own. */
export const modelRoles = ['refiner', 'builder', 'verifier', 'gatekeeper'] as const;

/** Which agent is to be called for a role. */
export type AgentChoice =
  | { readonly backend: (typeof installable)[number]; readonly model?: string }
  /** `from` tells whether a person said so just now or the repository's configuration did: that needs trust first. */
  | {
      readonly backend: 'acp' | 'command';
      readonly command: readonly string[];
      readonly from: Source;
      readonly model?: string;
    }
  | { readonly backend: 'rehearsal'; readonly script: string; readonly from: Source };

type Source = 'person' | 'repository';

export interface AgentOptions {
  /** `--agent`, else `ORCHESTRAL_AGENT`: `BACKEND[:ARG]`. */
  readonly agent?: string | undefined;
  /** `--model` */
  readonly model?: string | undefined;
  /** What files say, the nearest first. */
  readonly layers?: readonly AgentLayer[] | undefined;
  /** The model that the plan names for this task. */
  readonly taskModel?: string | undefined;
  readonly isInstalled: (backend: (typeof installable)[number]) => boolean;
  /** Undefined where that cannot be told without a call. */
  readonly isSignedIn: (backend: (typeof installable)[number]) => boolean | undefined;
}

/** What one of the files says about agents: the repository's, or the person's own. */
export interface AgentLayer {
  readonly from: Source;
  readonly agents: ConfigAgents | undefined;
  /** Those that the files of the roles of a run ask for. */
  readonly models: { readonly [R in Role]?: string | undefined };
}

/**
 * A person's word first, then file by file, the nearest first: the role's entry, then its default. Then the first agent
 * that the person is signed in with. The model is found in the same order; of a role of a run its own file says it, too.
 */
export function chooseAgent(role: Role | undefined, options: AgentOptions): Result<AgentChoice, Failure> {
  const chosen = choose(role, options);
  const model = chosen.ok && 'model' in chosen.value ? chosen.value.model : undefined;
  // To the vendor's program it would be an option, and one that a repository has chosen.
  if (model?.startsWith('-') === true) {
    return fail('usage.not_a_choice', { option: '--model', value: model, choices: modelSizes });
  }
  return chosen;
}

function choose(role: Role | undefined, options: AgentOptions): Result<AgentChoice, Failure> {
  const { agent, layers = [] } = options;
  const usual = usualBackend(role, options);
  const given: Given = { layers, modelFor: (backend) => modelFor(backend, { role, usual, options }) };
  if (agent !== undefined) return asked(agent, { ...given, model: options.model });
  if (usual === undefined) return fail('agent.none_installed', {});
  const isNamed = layers.some((layer) => layer.agents?.roles?.reviewer?.backend !== undefined);
  const other = role === 'reviewer' && !isNamed ? otherVendor(usual, options) : undefined;
  return bound(other ?? usual, given);
}

/** The backend where nobody names one on the command line. */
function usualBackend(role: Role | undefined, options: AgentOptions): BackendName | undefined {
  const { layers = [] } = options;
  const named = layers.map((layer) => entryIn(layer, role)?.backend ?? layer.agents?.default?.backend);
  return named.find((backend) => backend !== undefined) ?? likeliest(options);
}

/** Of those that are installed: one with a sign-in, else one that may have one, else any. */
function likeliest({ isInstalled, isSignedIn }: AgentOptions): BackendName | undefined {
  const here = installable.filter((name) => isInstalled(name));
  return here.find((name) => isSignedIn(name)) ?? here.find((name) => isSignedIn(name) !== false) ?? here[0];
}

/** Whoever reviews is chosen as the Gatekeeper is, unless somebody says otherwise. */
function entryIn({ agents }: AgentLayer, role: Role | undefined): ConfigAgents['default'] {
  if (role === undefined) return undefined;
  return agents?.roles?.[role] ?? (role === 'reviewer' ? agents?.roles?.gatekeeper : undefined);
}

interface ModelRequest {
  readonly role: Role | undefined;
  readonly usual: BackendName | undefined;
  readonly options: AgentOptions;
}

function modelFor(backend: BackendName, { role, usual, options }: ModelRequest): string | undefined {
  const { model, taskModel, layers = [] } = options;
  const own = role === 'reviewer' ? 'gatekeeper' : role;
  const fileWish = ({ models }: AgentLayer) => {
    const named = own === undefined ? undefined : models[own];
    return named === undefined ? undefined : { model: named };
  };
  const wishes = layers.flatMap((layer): ConfigAgents['default'][] => [
    entryIn(layer, role),
    ...(layer.from === 'repository' && taskModel !== undefined ? [{ model: taskModel }] : []),
    fileWish(layer),
    layer.agents?.default,
  ]);
  const wished = wishes.find((wish) => wish?.model !== undefined && isFor(wish, { backend, usual }));
  return model ?? wished?.model ?? (backend === 'claude' ? defaultModel(own) : undefined);
}

/** The models that runs are meant for, where nobody asks for another. Other vendors' programs have a default of their own. */
function defaultModel(role: Role | undefined): string | undefined {
  const own = modelRoles.find((name) => name === role);
  return own === undefined ? undefined : configDefaults[own].model;
}

/** The name of a vendor's own model means nothing to another vendor; that of a size does. */
function isFor(
  wish: NonNullable<ConfigAgents['default']>,
  { backend, usual }: { readonly backend: BackendName; readonly usual: BackendName | undefined },
): boolean {
  return (wish.backend ?? usual) === backend || modelSizes.some((size) => size === wish.model);
}

/** Of the models that each of them calls. */
const VENDORS = { claude: 'anthropic', codex: 'openai', gemini: 'google', opencode: 'anthropic' } as const;

/** One whose models were made by others than the executor's, where the person is signed in; undefined: the usual one does. */
function otherVendor(usual: BackendName, options: AgentOptions): (typeof installable)[number] | undefined {
  const { isInstalled, isSignedIn } = options;
  const executor = usualBackend('task-executor', options);
  const own = executor === undefined ? undefined : vendorOf(executor);
  if (own === undefined || own !== vendorOf(usual)) return undefined;
  return installable.find((name) => VENDORS[name] !== own && isInstalled(name) && isSignedIn(name) === true);
}

function vendorOf(backend: BackendName): string | undefined {
  const program = installable.find((name) => name === backend);
  return program === undefined ? undefined : VENDORS[program];
}

interface Given {
  readonly modelFor: (backend: BackendName) => string | undefined;
  readonly layers: readonly AgentLayer[];
}

function asked(text: string, given: Given & Pick<AgentOptions, 'model'>): Result<AgentChoice, Failure> {
  const colon = text.indexOf(':');
  const [name, argument] = colon === -1 ? [text, undefined] : [text.slice(0, colon), text.slice(colon + 1)];
  const backend = backendNames.find((one) => one === name);
  if (backend === undefined)
    return fail('usage.not_a_choice', { option: '--agent', value: name, choices: backendNames });
  if (argument === undefined || argument === '') return bound(backend, given);
  switch (backend) {
    case 'acp':
    case 'command':
      return ok({ backend, command: ['sh', '-c', argument], from: 'person', ...modelOf(backend, given) });
    case 'rehearsal':
      return ok({ backend, script: argument, from: 'person' });
    case 'claude':
    case 'codex':
    case 'gemini':
    case 'opencode':
      return ok({ backend, model: given.model ?? argument });
    default:
      return backend satisfies never;
  }
}

function bound(backend: BackendName, given: Given): Result<AgentChoice, Failure> {
  switch (backend) {
    case 'acp':
    case 'command': {
      const layer = given.layers.find((one) => one.agents?.backends?.[backend] !== undefined);
      const command = layer?.agents?.backends?.[backend]?.command;
      return layer === undefined || command === undefined
        ? fail('agent.no_command', { backend })
        : ok({ backend, command, from: layer.from, ...modelOf(backend, given) });
    }
    case 'rehearsal': {
      const layer = given.layers.find((one) => one.agents?.backends?.rehearsal !== undefined);
      const script = layer?.agents?.backends?.rehearsal?.script;
      return layer === undefined || script === undefined
        ? fail('agent.no_command', { backend })
        : ok({ backend, script, from: layer.from });
    }
    case 'claude':
    case 'codex':
    case 'gemini':
    case 'opencode':
      return ok({ backend, ...modelOf(backend, given) });
    default:
      return backend satisfies never;
  }
}

function modelOf(backend: BackendName, { modelFor }: Given): { model?: string } {
  const model = modelFor(backend);
  return model === undefined ? {} : { model };
}
