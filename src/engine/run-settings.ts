import path from 'node:path';
import type { Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Project } from './project.ts';
import { invalidDocument, readDocument } from './read-document.ts';
import { readRepositoryConfig, type RepositoryConfig } from './repository-config.ts';
import { configDefaults } from '../schema/config/defaults.ts';
import type {
  ConfigBuilder,
  ConfigGatekeeper,
  ConfigGlobal,
  ConfigRefiner,
  ConfigVerifier,
} from '../schema/config/settings.ts';
import { placeOf } from '../schema/places.ts';

/** What the configuration says, read at the start of every step. Files that are absent say what the defaults say. */
export interface RunSettings {
  readonly global: ConfigGlobal;
  readonly refiner: ConfigRefiner;
  readonly builder: ConfigBuilder;
  readonly verifier: ConfigVerifier;
  readonly gatekeeper: ConfigGatekeeper;
  readonly repository: RepositoryConfig;
}

export async function readRunSettings(project: Project): Promise<Result<RunSettings, Failure>> {
  const { root } = project;
  const global = readOne(root, 'config-global');
  if (!global.ok) return global;
  const refiner = readOne(root, 'config-refiner');
  if (!refiner.ok) return refiner;
  const builder = readOne(root, 'config-builder');
  if (!builder.ok) return builder;
  const verifier = readOne(root, 'config-verifier');
  if (!verifier.ok) return verifier;
  const gatekeeper = readOne(root, 'config-gatekeeper');
  if (!gatekeeper.ok) return gatekeeper;
  const repository = await readRepositoryConfig(project);
  if (!repository.ok) return repository;
  return ok({
    global: global.value,
    refiner: refiner.value,
    builder: builder.value,
    verifier: verifier.value,
    gatekeeper: gatekeeper.value,
    repository: repository.value,
  });
}

function readOne<N extends keyof typeof configDefaults>(
  root: string,
  name: N,
): Result<(typeof configDefaults)[N], Failure> {
  const file = path.join(root, placeOf(name));
  const read = readDocument({ path: file, name });
  if (read.ok) return read;
  if (read.error.kind === 'invalid') return err(invalidDocument(name, file, read.error.problems));
  return read.error.failure.code === 'file.missing' ? ok(configDefaults[name]) : err(read.error.failure);
}
