import type { Spawner } from './command.ts';
import type { Registry } from './registry.ts';

export interface SpawnerOptions {
  readonly registry: Registry;
  /** The log or project that effects belong to, as `Registry.settle` will be asked for it. */
  readonly scope: string;
  /** How long a tree may take to end itself between SIGTERM and SIGKILL. */
  readonly graceMs?: number;
}

export function createSpawner(options: SpawnerOptions): Spawner {
  void options;
  throw new Error('not yet');
}
