import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ProviderGate } from '../../agents/provider-gate.ts';
import { systemClock } from '../../base/clock.ts';
import { unwrap } from '../../base/failure.ts';
import { redactor, secretsIn } from '../../base/redact.ts';
import { openProofs } from '../../evidence/proof-store.ts';
import { realDisk } from '../../files/disk.ts';
import { createGit } from '../../git/git.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { openRegistry, type Registry } from '../../process/registry.ts';
import { createSpawner } from '../../process/spawner.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { OnNotice } from '../../schema/notice.ts';
import type { OnStorePoint } from '../../store/crash-points.ts';
import { privateFolder } from '../../store/private-folder.ts';
import { rememberProject } from '../../store/projects.ts';
import type { RunOptions } from '../../store/run-options.ts';
import { Budget } from '../call-agent/budget.ts';
import type { ConfirmTrust } from '../door/options.ts';
import type { Project } from '../project.ts';
import type { RepositoryConfig } from '../repository-config.ts';
import { openSandbox } from '../sandbox.ts';
import { requireRepositoryTrust } from '../trust-gate.ts';
import type { OnEnginePoint } from './effects.ts';
import { stepFleet } from './step-fleet.ts';
import type { StepServices } from './step.ts';

/** What every operation on work is given by its face. */
export interface OperationContext {
  readonly project: Project;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly words: Catalogue;
  /** `--agent`, `--model`; what the work was started with applies where they are absent. */
  readonly options: RunOptions;
  /** `--fleet`: the address of its Redis; else the person's configuration says. */
  readonly fleet?: string | undefined;
  /** What the repository's configuration runs is trusted, this once. */
  readonly trusts: boolean;
  /** Whoever can be asked for it, where work begins. */
  readonly confirmTrust?: ConfirmTrust | undefined;
  readonly onNotice: OnNotice;
  /** For tests: where the process is. */
  readonly onPoint?: OnStorePoint & OnEnginePoint;
}

export interface WorkPaths {
  /** Everything of Orchestral's that is nobody else's business, and this project's part of it. */
  readonly home: string;
  readonly own: string;
  readonly log: string;
}

/** Where the work on a log is kept: below the user's private folder, and in the project. */
export function workPaths({ project, env }: Pick<OperationContext, 'project' | 'env'>, log: string): WorkPaths {
  const home = unwrap(privateFolder(env));
  return { home, own: path.join(home, project.hash), log };
}

/** Services that are there before the repository is known, and the registry of the processes that they start. */
export interface SharedServices {
  readonly services: Omit<StepServices, 'repository' | 'hasGit' | 'options'>;
  readonly registry: Registry;
}

export function createServices(given: OperationContext, { home, own, log }: WorkPaths): SharedServices {
  const { project, env, cwd, words, onNotice, onPoint = () => undefined } = given;
  const [disk, clock] = [realDisk, systemClock];
  const registry = openRegistry({ folder: path.join(home, 'processes'), disk, clock });
  const spawner = createSpawner({ registry, scope: log });
  const services = {
    project,
    git: createGit({ spawner, env }),
    spawner,
    disk,
    clock,
    env,
    cwd,
    privateFolder: home,
    own,
    proofs: openProofs({ folder: path.join(own, 'proofs'), scope: log, disk }),
    proven: new Map<string, never>(),
    parts: new Map<string, never>(),
    baselineRun: {},
    gate: new ProviderGate({ clock, random: Math.random, pause: pauseFor }),
    budget: new Budget(),
    sandbox: sandboxOnce({ spawner, env, onNotice }),
    requireRepositoryTrust: (config: RepositoryConfig) => {
      if (!given.trusts) requireRepositoryTrust({ project, config, env });
    },
    redact: redactor(secretsIn(env)),
    words,
    onNotice,
    onPoint,
    fleet: stepFleet(given, { home, log }),
  };
  return { services, registry };
}

/** Only a convenience: a list that cannot be written keeps nobody from working. */
export async function registerProject(
  { project, onNotice }: OperationContext,
  home: string,
  command: string,
): Promise<void> {
  const known = { path: project.root, hash: project.hash };
  const options = { privateFolder: home, disk: realDisk, clock: systemClock, command, onNotice };
  const remembered = await rememberProject(known, options);
  if (!remembered.ok)
    onNotice({ code: 'document.late', params: { document: 'projects.json', reason: remembered.error } });
}

/** Found once for each mode, so that it is said once where there is none. */
function sandboxOnce(tools: Parameters<typeof openSandbox>[1]): StepServices['sandbox'] {
  const found = new Map<string | undefined, Promise<Sandbox | undefined>>();
  return (mode) => {
    const known = found.get(mode) ?? openSandbox(mode, tools);
    found.set(mode, known);
    return known;
  };
}

async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(ms, undefined, { signal, ref: true });
  } catch {
    // Aborted: whoever waits looks at the signal.
  }
}
