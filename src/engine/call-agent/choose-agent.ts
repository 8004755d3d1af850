import { modelSizes } from '../../agents/models.ts';
import { fail, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { ConfigAgents } from '../../schema/config/agents.ts';

export const backendNames = ['claude', 'codex', 'gemini', 'opencode', 'acp', 'command', 'rehearsal'] as const;

export type BackendName = (typeof backendNames)[number];

/** Those that are programs of their own, in the order they are looked for. */
export const installable = ['claude', 'codex', 'gemini', 'opencode'] as const;

export type Role = keyof NonNullable<ConfigAgents['roles']>;

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

export type Source = 'person' | 'repository';

export interface AgentOptions {
  /** `--agent`, else `ORCHESTRAL_AGENT`: `BACKEND[:ARG]`. */
  readonly agent?: string | undefined;
  /** `--model` */
  readonly model?: string | undefined;
  /** `agents.json`, when there is one. */
  readonly config?: ConfigAgents | undefined;
  /** The model that the role's own configuration file names. */
  readonly roleModel?: string | undefined;
  readonly isInstalled: (backend: (typeof installable)[number]) => boolean;
  /** Whether the person is known to be signed in with it. */
  readonly isSignedIn?: (backend: (typeof installable)[number]) => boolean;
}

/** A person's word first, then the role's entry, then the default, then the first that is installed. */
export function chooseAgent(role: Role | undefined, wishes: AgentOptions): Result<AgentChoice, Failure> {
  const chosen = choose(role, wishes);
  const model = chosen.ok && 'model' in chosen.value ? chosen.value.model : undefined;
  // To the vendor's program it would be an option, and one that a repository has chosen.
  if (model?.startsWith('-') === true) {
    return fail('usage.not_a_choice', { option: '--model', value: model, choices: modelSizes });
  }
  return chosen;
}

function choose(role: Role | undefined, wishes: AgentOptions): Result<AgentChoice, Failure> {
  const { config, agent } = wishes;
  const entry = role === undefined ? undefined : entryOf(role, config);
  const binding = entry ?? config?.default;
  const modelFor = (backend: BackendName) =>
    wishes.model ?? fitting(entry, backend) ?? wishes.roleModel ?? fitting(config?.default, backend);
  if (agent !== undefined) return asked(agent, { modelFor, config });
  const backend = binding?.backend ?? installable.find((name) => wishes.isInstalled(name));
  if (backend === undefined) return fail('agent.none_installed', {});
  const isNamed = config?.roles?.reviewer !== undefined;
  const other = role === 'reviewer' && !isNamed ? otherVendor(backend, wishes) : undefined;
  return bound(other ?? backend, { modelFor, config });
}

/** Whoever reviews is chosen as the Gatekeeper is, unless somebody says otherwise. */
function entryOf(role: Role, config: ConfigAgents | undefined): ConfigAgents['default'] {
  return config?.roles?.[role] ?? (role === 'reviewer' ? config?.roles?.gatekeeper : undefined);
}

/** Of the models that each of them calls. */
const VENDORS = { claude: 'anthropic', codex: 'openai', gemini: 'google', opencode: 'anthropic' } as const;

/** One whose models were made by others than the executor's, where the person is signed in; undefined: the usual one does. */
function otherVendor(usual: BackendName, wishes: AgentOptions): (typeof installable)[number] | undefined {
  const { isInstalled, isSignedIn = () => false } = wishes;
  const executor = choose('task-executor', { ...wishes, roleModel: undefined });
  const own = executor.ok ? vendorOf(executor.value.backend) : undefined;
  if (own === undefined || own !== vendorOf(usual)) return undefined;
  return installable.find((name) => VENDORS[name] !== own && isInstalled(name) && isSignedIn(name));
}

function vendorOf(backend: BackendName): string | undefined {
  const program = installable.find((name) => name === backend);
  return program === undefined ? undefined : VENDORS[program];
}

/** The name of a vendor's own model means nothing to another vendor; that of a size does. */
function fitting(binding: ConfigAgents['default'], backend: BackendName): string | undefined {
  const isKnown = binding?.backend === backend || modelSizes.some((size) => size === binding?.model);
  return isKnown ? binding?.model : undefined;
}

interface Given {
  readonly modelFor: (backend: BackendName) => string | undefined;
  readonly config: ConfigAgents | undefined;
}

function asked(text: string, given: Given): Result<AgentChoice, Failure> {
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
      return ok({ backend, model: argument });
    default:
      return backend satisfies never;
  }
}

function bound(backend: BackendName, given: Given): Result<AgentChoice, Failure> {
  const { config } = given;
  switch (backend) {
    case 'acp':
    case 'command': {
      const command = config?.backends?.[backend]?.command;
      return command === undefined
        ? fail('agent.no_command', { backend })
        : ok({ backend, command, from: 'repository', ...modelOf(backend, given) });
    }
    case 'rehearsal': {
      const script = config?.backends?.rehearsal?.script;
      return script === undefined ? fail('agent.no_command', { backend }) : ok({ backend, script, from: 'repository' });
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
