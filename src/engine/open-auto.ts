import path from 'node:path';
import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { FileLock } from '../files/lock.ts';
import { autoState as autoDocument, type AutoState as AutoDocument } from '../schema/auto-state.ts';
import { placeOf } from '../schema/places.ts';
import { privateFolder } from '../store/private-folder.ts';
import { Store } from '../store/store.ts';
import { auto } from '../workflows/auto/auto.ts';
import type { AutoEvent } from '../workflows/auto/events.ts';
import type { AutoState, Graph } from '../workflows/auto/graph-state.ts';
import type { AutoDocuments } from '../workflows/auto/show.ts';
import type { Memory } from './conductor/memory-capacity.ts';
import { shownRecord } from './open-run.ts';
import type { AutoProgress } from './performers/auto/job.ts';
import {
  createServices,
  registerProject,
  type SharedServices,
  type WorkPaths,
  type OperationContext,
} from './conductor/services.ts';

/** What every operation on a task graph is given by its face. */
export interface AutoContext extends OperationContext {
  readonly onProgress?: (progress: AutoProgress) => void;
  /** For tests: how much there is. */
  readonly memory?: Memory;
}

/** The task graph of a project, open. Whoever opened it closes it. */
export interface OpenAuto {
  readonly store: Store<AutoState, AutoEvent, AutoDocuments>;
  readonly context: AutoContext;
  readonly paths: WorkPaths;
  readonly shared: SharedServices;
  /** What people set in the state file, as it is now. */
  readonly limits: () => AutoDocument['config'];
  /** Given back when it is closed. */
  readonly held: FileLock[];
  close(): Promise<Result<void, Failure>>;
}

const DEFAULTS: AutoDocument['config'] = { max_parallel: 0, retry_limit: 10, slack_webhook_url: null };

export async function openAuto(tools: AutoContext): Promise<Result<OpenAuto, Failure>> {
  const place = autoPaths(tools);
  if (!place.ok) return place;
  const { home, own, log } = place.value;
  const { project, onNotice, onPoint = () => undefined } = tools;
  const tooling = createServices(tools, place.value);
  const { disk, clock } = tooling.services;
  await registerProject(tools, home, 'auto');
  const store = await Store.open({
    workflow: auto,
    folder: project.root,
    log,
    documents: [{ name: 'auto-state', path: path.join(project.root, placeOf('auto-state')), inputs: ['config'] }],
    record: shownRecord(own, log),
    command: 'auto',
    disk,
    clock,
    onNotice,
    onPoint,
    onRestored: () => Promise.resolve('log'),
  });
  if (!store.ok) return store;
  const held: FileLock[] = [];
  return ok({
    store: store.value,
    context: tools,
    paths: place.value,
    shared: tooling,
    limits: () => {
      const parsed = autoDocument.shape.config.safeParse(store.value.inputsOf('auto-state')['config']);
      return parsed.success ? parsed.data : DEFAULTS;
    },
    held,
    close: () => {
      for (const lock of held) lock.close();
      return store.value.close();
    },
  });
}

export function autoPaths({ project, env }: Pick<AutoContext, 'project' | 'env'>): Result<WorkPaths, Failure> {
  const home = privateFolder(env);
  if (!home.ok) return home;
  const log = path.join(project.root, '.claude/orchestrate-events.log');
  return ok({ home: home.value, own: path.join(home.value, project.hash), log });
}

/** The graph, once there is one. */
export function graphIn({ store, context }: OpenAuto): Result<Graph, Failure> {
  const { state } = store;
  return state.kind === 'graph' ? ok(state) : fail('auto.none', { project: context.project.root });
}
