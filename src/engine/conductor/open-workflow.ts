import { createHash } from 'node:crypto';
import path from 'node:path';
import { catchFailure, type Failure, throwFailure, unwrap } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import type { Documents, Workflow, WorkflowEvent } from '../../schema/workflow.ts';
import type { StoreOptions } from '../../store/store-options.ts';
import { Store } from '../../store/store.ts';
import { conduct } from './conduct.ts';
import type { ConductOptions, Effect } from './effects.ts';
import { type OperationContext, registerProject, type SharedServices, type WorkPaths } from './services.ts';
import type { StepServices } from './step.ts';

/** A workflow as the engine sees it: what decides, what it shows, and where both are kept. */
export interface WorkflowDescriptor<State, Event extends WorkflowEvent, Docs extends Documents> {
  readonly workflow: Workflow<State, Event, Docs>;
  /** Its name in locks and in the registry of projects: `run run-…`, `session`, `auto`. */
  readonly command: string;
  readonly documents: StoreOptions<State, Event, Docs>['documents'];
  readonly paths: WorkPaths;
}

/** A workflow of a project, open. Whoever opened it closes it. */
export interface OpenWorkflow<State, Event extends WorkflowEvent, Docs extends Documents, Progress> {
  readonly store: Store<State, Event, Docs>;
  readonly shared: SharedServices;
  /** Tells whoever watches what is in no log. */
  readonly onProgress: (progress: Progress) => void;
  readonly watchProgress: (watcher: (progress: Progress) => void) => () => void;
  readonly close: () => Promise<Result<void, Failure>>;
}

export interface WorkflowContext<Progress> extends OperationContext {
  readonly onProgress?: (progress: Progress) => void;
}

export async function openWorkflow<State, Event extends WorkflowEvent, Docs extends Documents, Progress>(
  { workflow, command, documents, paths }: WorkflowDescriptor<State, Event, Docs>,
  context: WorkflowContext<Progress>,
  shared: SharedServices,
): Promise<OpenWorkflow<State, Event, Docs, Progress>> {
  const { project, onNotice, onPoint = () => undefined } = context;
  const { home, own, log } = paths;
  const { disk, clock } = shared.services;
  await registerProject(context, home, command);
  const opened = await Store.open({
    workflow,
    folder: project.root,
    log,
    documents,
    record: shownRecord(own, log),
    command,
    disk,
    clock,
    onNotice,
    onPoint,
    onRestored: () => Promise.resolve('log'),
  });
  const store = unwrap(opened);
  const watchers = new Set(context.onProgress === undefined ? [] : [context.onProgress]);
  return {
    store,
    shared,
    onProgress: (progress) => watchers.forEach((watcher) => watcher(progress)),
    watchProgress: (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    close: async () => {
      await shared.services.fleet?.close();
      await shared.services.git.close();
      return store.close();
    },
  };
}

export interface Conducting<State, Event extends WorkflowEvent, Docs extends Documents, E extends Effect> extends Omit<
  ConductOptions<State, Event, Docs, E>,
  'store' | 'settle' | 'onPoint'
> {
  readonly services: StepServices;
  /** Other processes conduct the same work. */
  readonly isShared?: boolean;
  /** The log whose processes are ended first. */
  readonly log: string;
  /** Removes what a killed process left unfinished. */
  readonly sweep?: () => void;
  /** The same for what a process of it may have used until it was ended. */
  readonly tidy?: () => Promise<void>;
}

/** Takes an open workflow as far as it goes. */
export async function conductWorkflow<State, Event extends WorkflowEvent, Docs extends Documents, E extends Effect>(
  { store, shared }: Pick<OpenWorkflow<State, Event, Docs, never>, 'store' | 'shared'>,
  { services, isShared = false, log, sweep, tidy, ...conducting }: Conducting<State, Event, Docs, E>,
): Promise<void> {
  await openFleet(services, isShared);
  return conduct({
    ...conducting,
    store,
    onPoint: shared.services.onPoint,
    settle: async () => {
      sweep?.();
      await shared.registry.settle({ scope: log });
      await tidy?.();
    },
  });
}

async function openFleet(services: StepServices, isShared: boolean): Promise<void> {
  const { fleet } = services;
  if (fleet === undefined) return;
  const { owner } = await fleet.open({ isShared });
  const { tidyFleetRemote } = await import('./fleet-remote.ts');
  fleet.tidy = () => tidyFleetRemote(services, owner);
}

/**
 * An agent's step must neither conduct, for it would wait for itself, nor decide what is a person's to decide. Every
 * process that Orchestral starts for a step carries its effect's id.
 */
export function requireOutsideAgent(env: OperationContext['env']): void {
  const effect = env['ORCHESTRAL_EFFECT'];
  if (effect !== undefined) throwFailure('run.inside_agent', { effect });
}

/** Records what a person decides, as `decide` judges it on the latest state: of two that press at once one wins. */
export async function recordDecision<State, Event extends WorkflowEvent, Docs extends Documents>(
  { store, env }: { readonly store: Store<State, Event, Docs>; readonly env: OperationContext['env'] },
  decide: (state: State) => Result<readonly Event[], Failure>,
): Promise<void> {
  requireOutsideAgent(env);
  unwrap(await store.commit(decide));
}

export interface Closable {
  readonly close: () => Promise<Result<void, Failure>>;
}

/** Works with what was opened for this alone. */
export async function thenClose<Open extends Closable, T>(
  opened: Open,
  work: (opened: Open) => T | Promise<T>,
): Promise<T> {
  const done = await catchFailure(async () => work(opened));
  const closed = await opened.close();
  const value = unwrap(done);
  unwrap(closed);
  return value;
}

/** Works with what was opened for longer: it is closed only where that fails. */
export async function closeOnFailure<Open extends Closable, T>(
  opened: Open,
  work: (opened: Open) => Promise<T>,
): Promise<T> {
  const done = await catchFailure(() => work(opened));
  if (!done.ok) await opened.close();
  return unwrap(done);
}

/** Where is kept what was last shown of a log. */
export function shownRecord(own: string, log: string): string {
  return path.join(own, 'shown', `${createHash('sha256').update(log).digest('hex').slice(0, 16)}.json`);
}
