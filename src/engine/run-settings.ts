import { complete } from '../schema/config/complete.ts';
import { configDefaults, type RunConfig } from '../schema/config/defaults.ts';
import {
  configBuilder,
  configGatekeeper,
  configGlobal,
  configRefiner,
  configVerifier,
} from '../schema/config/settings.ts';
import type { Project } from './project.ts';
import { readConfig, readRepositoryConfig, type RepositoryConfig } from './repository-config.ts';
import { type Environment, readUserConfig } from './user-config.ts';

/** What the configuration says, read at the start of every step. What no file says is as the defaults are. */
export interface RunSettings extends RunConfig {
  readonly repository: RepositoryConfig;
}

export async function readRunSettings(project: Project, env: Environment): Promise<RunSettings> {
  const user = readUserConfig(env);
  const layers = (name: keyof RunConfig) => [
    configDefaults[name],
    user?.[name],
    readConfig(project.root, `config-${name}`),
  ];
  return {
    global: complete(configGlobal, layers('global')),
    refiner: complete(configRefiner, layers('refiner')),
    builder: complete(configBuilder, layers('builder')),
    verifier: complete(configVerifier, layers('verifier')),
    gatekeeper: complete(configGatekeeper, layers('gatekeeper')),
    repository: await readRepositoryConfig(project, env),
  };
}
