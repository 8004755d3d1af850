import path from 'node:path';
import { type Failure, unwrap } from '../base/failure.ts';
import { err, type Result } from '../base/result.ts';
import type { ConfigAgents } from '../schema/config/agents.ts';
import type { ConfigProject } from '../schema/config/settings.ts';
import type { DocumentOf, JsonDocumentName } from '../schema/documents.ts';
import { pathText } from '../schema/finding.ts';
import { placeOf } from '../schema/places.ts';
import type { Rehearsal, RehearsalStep } from '../schema/rehearsal.ts';
import type { ConfiguredCommand } from '../store/trust.ts';
import type { Project } from './project.ts';
import { documentFailure, readDocument, readScript } from './read-document.ts';

/**
 * What a repository says about agents and commands, read once: what was shown to a person is what is run, even if the
 * files change meanwhile.
 */
export interface RepositoryConfig {
  readonly agents: ConfigAgents | undefined;
  readonly project: ConfigProject | undefined;
  /** Of the rehearsal, when one is configured. */
  readonly script: Result<Rehearsal, Failure> | undefined;
  /** Everything in it that would have us run something, or take a guard away. */
  readonly runnables: readonly ConfiguredCommand[];
}

export async function readRepositoryConfig({ root }: Project): Promise<RepositoryConfig> {
  const agents = readConfig(root, 'config-agents');
  const project = readConfig(root, 'config-project');
  const file = agents?.backends?.rehearsal?.script;
  const script = file === undefined ? undefined : await readScript(path.resolve(root, file), { followLinks: false });
  return {
    agents,
    project,
    script,
    runnables: [
      ...runnablesOfAgents(agents),
      ...(file !== undefined && script?.ok === true ? runnablesOfScript(file, script.value) : []),
      ...runnablesOfProject(project),
    ],
  };
}

/** A file of the configuration; undefined where it is absent. */
export function readConfig<N extends JsonDocumentName>(root: string, name: N): DocumentOf<N> | undefined {
  const file = path.join(root, placeOf(name));
  const read = readDocument({ path: file, name });
  if (read.ok) return read.value;
  const failed = documentFailure(read.error, { document: name, path: file });
  return failed.code === 'file.missing' ? undefined : unwrap(err(failed));
}

function runnablesOfAgents({ backends, sandbox }: Partial<ConfigAgents> = {}): ConfiguredCommand[] {
  const file = placeOf('config-agents');
  return [
    ...runnable(file, 'backends.acp.command', backends?.acp?.command),
    ...runnable(file, 'backends.command.command', backends?.command?.command),
    ...runnable(file, 'backends.rehearsal.script', backends?.rehearsal?.script),
    ...(sandbox === 'off' ? runnable(file, 'sandbox', sandbox) : []),
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
