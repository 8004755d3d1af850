import path from 'node:path';
import { type Failure, unwrap } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import { type ConfigAgents, configAgents } from '../schema/config/agents.ts';
import { complete } from '../schema/config/complete.ts';
import { configDefaults } from '../schema/config/defaults.ts';
import type { ConfigProject } from '../schema/config/settings.ts';
import type { ConfigUser } from '../schema/config/user.ts';
import type { DocumentOf, JsonDocumentName } from '../schema/documents.ts';
import { pathText } from '../schema/finding.ts';
import { placeOf } from '../schema/places.ts';
import type { Rehearsal, RehearsalStep } from '../schema/rehearsal.ts';
import type { ConfiguredCommand } from '../store/trust.ts';
import { type AgentLayer, modelRoles } from './call-agent/choose-agent.ts';
import type { Project } from './project.ts';
import { documentFailure, readDocument, readScript } from './read-document.ts';
import { type Environment, placeNamed, readUserConfig, userConfigFile } from './user-config.ts';

/**
 * What a repository says about agents and commands, and the person's own file about agents, read once: what was shown
 * to a person is what is run, even if the files change meanwhile.
 */
export interface RepositoryConfig {
  /** Of all that say something about agents: each value as the nearest says it. */
  readonly agents: ConfigAgents;
  /** What each of them says, the nearest first: see `chooseAgent`. */
  readonly layers: readonly AgentLayer[];
  readonly project: ConfigProject | undefined;
  /** Of the rehearsal, when one is configured. */
  readonly script: Result<Rehearsal, Failure> | undefined;
  /** Everything in it that would have us run something, or take a guard away. */
  readonly runnables: readonly ConfiguredCommand[];
}

export async function readRepositoryConfig({ root }: Project, env: Environment): Promise<RepositoryConfig> {
  const agents = readConfig(root, 'config-agents');
  const project = readConfig(root, 'config-project');
  const user = readUserConfig(env);
  const file = agents?.backends?.rehearsal?.script;
  const script = file === undefined ? undefined : await readScript(path.resolve(root, file), { followLinks: false });
  return {
    agents: complete(configAgents, [user?.agents, agents]),
    layers: [
      { from: 'repository', agents, models: repositoryModels(root) },
      ...(user === undefined ? [] : [personLayer(user, env)]),
    ],
    project,
    script,
    runnables: [
      ...runnablesOfAgents(agents, user?.agents),
      ...(file !== undefined && script?.ok === true ? runnablesOfScript(file, script.value) : []),
      ...runnablesOfProject(project),
    ],
  };
}

/** What the person's own file says, where there is no repository to say anything. */
export function readPersonConfig(env: Environment): Pick<RepositoryConfig, 'agents' | 'layers'> {
  const user = readUserConfig(env);
  return {
    agents: complete(configAgents, [user?.agents]),
    layers: user === undefined ? [] : [personLayer(user, env)],
  };
}

/** `init` writes the default models into the files: those are nobody's wish, and give way to any. */
function repositoryModels(root: string): AgentLayer['models'] {
  const models = modelRoles.map((role) => [role, modelIn(readConfig(root, `config-${role}`))] as const);
  return Object.fromEntries(models.filter(([role, model]) => model !== configDefaults[role].model));
}

function personLayer(user: ConfigUser, env: Environment): AgentLayer {
  const { agents, ...files } = user;
  const script = agents?.backends?.rehearsal?.script;
  const from = path.dirname(userConfigFile(env) ?? '/');
  return {
    from: 'person',
    agents: script === undefined ? agents : withScript(agents, placeNamed(script, { env, from })),
    models: Object.fromEntries(modelRoles.map((role) => [role, modelIn(files[role])])),
  };
}

function withScript(agents: ConfigAgents | undefined, script: string): ConfigAgents {
  return { ...agents, backends: { ...agents?.backends, rehearsal: { script } } };
}

function modelIn(config: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const model = config?.['model'];
  return typeof model === 'string' ? model : undefined;
}

/** A file of the configuration; undefined where it is absent. */
export function readConfig<N extends JsonDocumentName>(root: string, name: N): DocumentOf<N> | undefined {
  return unwrap(tryConfig(root, name));
}

/** For those that report a broken file elsewhere: it is undefined, as an absent one is. */
export function readConfigIfValid<N extends JsonDocumentName>(root: string, name: N): DocumentOf<N> | undefined {
  const read = tryConfig(root, name);
  return read.ok ? read.value : undefined;
}

function tryConfig<N extends JsonDocumentName>(root: string, name: N): Result<DocumentOf<N> | undefined, Failure> {
  const file = path.join(root, placeOf(name));
  const read = readDocument({ path: file, name });
  if (read.ok) return read;
  const failed = documentFailure(read.error, { document: name, path: file });
  return failed.code === 'file.missing' ? ok(undefined) : err(failed);
}

function runnablesOfAgents(
  { backends, sandbox }: ConfigAgents = {},
  own: ConfigAgents | undefined,
): ConfiguredCommand[] {
  const file = placeOf('config-agents');
  return [
    ...runnable(file, 'backends.acp.command', backends?.acp?.command),
    ...runnable(file, 'backends.command.command', backends?.command?.command),
    ...runnable(file, 'backends.rehearsal.script', backends?.rehearsal?.script),
    // What a repository names, agents that work on it could read.
    ...(['claude', 'codex', 'gemini', 'opencode', 'acp', 'command'] as const).flatMap((backend) =>
      runnable(file, `backends.${backend}.env`, backends?.[backend]?.env),
    ),
    ...(sandbox === 'off' || (sandbox === 'auto' && own?.sandbox === 'require')
      ? runnable(file, 'sandbox', sandbox)
      : []),
  ];
}

function runnablesOfProject(config: ConfigProject | undefined): ConfiguredCommand[] {
  const file = placeOf('config-project');
  const fields = [
    'setup_command',
    'build_command',
    'test_command',
    'coverage_command',
    'copy',
    'worktree_root',
  ] as const;
  return [
    ...fields.flatMap((field) => runnable(file, field, config?.[field])),
    ...(config?.userns === 'on' ? runnable(file, 'userns', config.userns) : []),
    // Work leaves the machine.
    ...(config?.delivery === 'branch' || config?.delivery === 'pull-request'
      ? runnable(file, 'delivery', config.delivery)
      : []),
  ];
}

function runnablesOfScript(file: string, { roles = {}, tasks = {} }: Rehearsal): ConfiguredCommand[] {
  const lists = { roles, tasks };
  return Object.entries(lists).flatMap(([kind, steps]) =>
    Object.entries<readonly RehearsalStep[]>(steps).flatMap(([name, list]) =>
      list.flatMap(({ run }, index) => runnable(file, pathText([kind, name, index, 'run']), run)),
    ),
  );
}

/** A program with its arguments is told as JSON: nothing else says where one ends and the next begins. */
function runnable(file: string, place: string, value: string | readonly string[] | undefined): ConfiguredCommand[] {
  if (value === undefined) return [];
  return [{ file, place, text: typeof value === 'string' ? value : JSON.stringify(value) }];
}
