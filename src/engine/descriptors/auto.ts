import os from 'node:os';
import path from 'node:path';
import { catchFailure, throwFailure } from '../../base/failure.ts';
import type { FileLock } from '../../files/lock.ts';
import { autoStateDocument, type AutoStateDocument } from '../../schema/auto-state.ts';
import { placeOf } from '../../schema/places.ts';
import type { AutoEvent } from '../../workflows/auto/events.ts';
import type { AutoState, Graph } from '../../workflows/auto/graph-state.ts';
import type { AutoDocuments } from '../../workflows/auto/show.ts';
import { openWorkflow, type OpenWorkflow, type WorkflowContext } from '../conductor/open-workflow.ts';
import { createServices, workPaths, type WorkPaths } from '../conductor/services.ts';
import type { AutoProgress } from '../performers/auto/job.ts';
import type { Project } from '../project.ts';
import { readRunSettings } from '../run-settings.ts';
import { worktreeRoot } from '../work/worktrees.ts';
import { autoWithPlaces } from './auto-documents.ts';

/** What every operation on a task graph is given by its face. */
export interface AutoContext extends WorkflowContext<AutoProgress> {
  /** For tests: how much there is. */
  readonly memory?: Memory;
  /** For tests: how long until the next look at published phases, as `secondsToNextLook`. */
  readonly secondsToLook?: (troubles: number, wanted: number | null) => number;
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

export async function openAuto(context: AutoContext): Promise<OpenAuto> {
  const paths = autoPaths(context);
  const file = path.join(context.project.root, placeOf('auto-state'));
  const documents = [{ name: 'auto-state', path: file, inputs: ['config'] }] as const;
  const shared = createServices(context, paths);
  const workflow = autoWithPlaces(await rootOfWorktrees(context, paths));
  const opened = await openWorkflow({ workflow, command: 'auto', documents, paths }, context, shared);
  const { store, close } = opened;
  const held: FileLock[] = [];
  return {
    ...opened,
    context,
    paths,
    limits: () => {
      const parsed = autoStateDocument.shape.config.safeParse(store.getInputs('auto-state')['config']);
      return parsed.success ? parsed.data : DEFAULTS;
    },
    held,
    close: () => {
      for (const lock of held) lock.close();
      return close();
    },
  };
}

/** As configured now; a configuration that is broken is told by whoever needs more of it. */
export async function rootOfWorktrees(
  { project, env }: Pick<AutoContext, 'project' | 'env'>,
  { home }: Pick<WorkPaths, 'home'>,
): Promise<string> {
  const settings = await catchFailure(() => readRunSettings(project, env));
  const configured = settings.ok ? settings.value.repository.project?.worktree_root : undefined;
  return worktreeRoot({ project, privateFolder: home, configured });
}

export function autoPaths(context: Pick<AutoContext, 'project' | 'env'>): WorkPaths {
  return workPaths(context, autoLog(context.project));
}

export function autoLog({ root }: Project): string {
  return path.join(root, '.claude/orchestrate-events.log');
}

/** The graph, once there is one. */
export function graphIn({ store, context }: OpenAuto): Graph {
  const { state } = store;
  return state.kind === 'graph' ? state : throwFailure('auto.none', { project: context.project.root });
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
