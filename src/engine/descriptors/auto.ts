import os from 'node:os';
import path from 'node:path';
import { fail, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { FileLock } from '../../files/lock.ts';
import { autoStateDocument, type AutoStateDocument } from '../../schema/auto-state.ts';
import { placeOf } from '../../schema/places.ts';
import { auto } from '../../workflows/auto/auto.ts';
import type { AutoEvent } from '../../workflows/auto/events.ts';
import type { AutoState, Graph } from '../../workflows/auto/graph-state.ts';
import type { AutoDocuments } from '../../workflows/auto/show.ts';
import {
  openWorkflow,
  type OpenWorkflow,
  type WorkflowContext,
  type WorkflowDescriptor,
} from '../conductor/open-workflow.ts';
import { createServices, workPaths, type WorkPaths } from '../conductor/services.ts';
import type { AutoProgress } from '../performers/auto/job.ts';

/** What every operation on a task graph is given by its face. */
export interface AutoContext extends WorkflowContext<AutoProgress> {
  /** For tests: how much there is. */
  readonly memory?: Memory;
}

/** The task graph of a project, open. Whoever opened it closes it. */
export interface OpenAuto extends OpenWorkflow<AutoState, AutoEvent, AutoDocuments, AutoProgress> {
  readonly context: AutoContext;
  readonly paths: WorkPaths;
  /** What people set in the state file, as it is now. */
  readonly limits: () => AutoStateDocument['config'];
  /** Given back when it is closed. */
  readonly held: FileLock[];
}

const DEFAULTS: AutoStateDocument['config'] = { max_parallel: 0, retry_limit: 10, slack_webhook_url: null };

export async function openAuto(context: AutoContext): Promise<Result<OpenAuto, Failure>> {
  const paths = autoPaths(context);
  if (!paths.ok) return paths;
  const descriptor: WorkflowDescriptor<AutoState, AutoEvent, AutoDocuments> = {
    workflow: auto,
    command: 'auto',
    documents: [
      { name: 'auto-state', path: path.join(context.project.root, placeOf('auto-state')), inputs: ['config'] },
    ],
    paths: paths.value,
  };
  const opened = await openWorkflow(descriptor, context, createServices(context, paths.value));
  if (!opened.ok) return opened;
  const { store, close } = opened.value;
  const held: FileLock[] = [];
  return ok({
    ...opened.value,
    context,
    paths: paths.value,
    limits: () => {
      const parsed = autoStateDocument.shape.config.safeParse(store.getInputs('auto-state')['config']);
      return parsed.success ? parsed.data : DEFAULTS;
    },
    held,
    close: () => {
      for (const lock of held) lock.close();
      return close();
    },
  });
}

export function autoPaths(context: Pick<AutoContext, 'project' | 'env'>): Result<WorkPaths, Failure> {
  return workPaths(context, path.join(context.project.root, '.claude/orchestrate-events.log'));
}

/** The graph, once there is one. */
export function graphIn({ store, context }: OpenAuto): Result<Graph, Failure> {
  const { state } = store;
  return state.kind === 'graph' ? ok(state) : fail('auto.none', { project: context.project.root });
}

export interface Memory {
  readonly free: () => number;
  readonly total: () => number;
}

/** A container may have less than the machine. */
export const systemMemory: Memory = {
  free: () => Math.min(os.freemem(), process.availableMemory()),
  total: () => {
    const limit = process.constrainedMemory();
    return limit === undefined || limit === 0 ? os.totalmem() : Math.min(os.totalmem(), limit);
  },
};
