import { configDefaults } from '../schema/config/defaults.ts';
import type {
  ConfigBuilder,
  ConfigGatekeeper,
  ConfigGlobal,
  ConfigRefiner,
  ConfigVerifier,
} from '../schema/config/settings.ts';
import type { Project } from './project.ts';
import { readConfig, readRepositoryConfig, type RepositoryConfig } from './repository-config.ts';

/** What the configuration says, read at the start of every step. Files that are absent say what the defaults say. */
export interface RunSettings {
  readonly global: ConfigGlobal;
  readonly refiner: ConfigRefiner;
  readonly builder: ConfigBuilder;
  readonly verifier: ConfigVerifier;
  readonly gatekeeper: ConfigGatekeeper;
  readonly repository: RepositoryConfig;
}

export async function readRunSettings(project: Project): Promise<RunSettings> {
  const read = <N extends keyof typeof configDefaults>(name: N) =>
    readConfig(project.root, name) ?? configDefaults[name];
  return {
    global: read('config-global'),
    refiner: read('config-refiner'),
    builder: read('config-builder'),
    verifier: read('config-verifier'),
    gatekeeper: read('config-gatekeeper'),
    repository: await readRepositoryConfig(project),
  };
}
