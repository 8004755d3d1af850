import fs from 'node:fs';
import path from 'node:path';
import { fail, type Failure, unwrap } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Git, Repository } from '../../git/git.ts';
import { openRepository } from '../../git/repository.ts';
import { loadRunOptions } from '../../store/run-options.ts';
import type { Store } from '../../store/store.ts';
import { due, type RunEffect } from '../../workflows/run/due.ts';
import type { RunEvent } from '../../workflows/run/events.ts';
import { run } from '../../workflows/run/run.ts';
import type { Run, RunState } from '../../workflows/run/run-state.ts';
import type { RunDocuments } from '../../workflows/run/show.ts';
import { type EffectLedger, effectEvents } from '../conductor/effects.ts';
import {
  conductWorkflow,
  openWorkflow,
  requireOutsideAgent,
  type WorkflowContext,
  type WorkflowDescriptor,
} from '../conductor/open-workflow.ts';
import { sweepUnfinishedFiles } from '../conductor/recovery.ts';
import { createServices, workPaths, type WorkPaths } from '../conductor/services.ts';
import type { RunProgress, RunServices } from '../performers/run/job.ts';
import { performRun } from '../performers/run/perform.ts';
import type { Project } from '../project.ts';
import { writeConsultations } from '../run-consultations.ts';
import { readTrustedSettings } from '../trust-gate.ts';

/** What every operation on runs is given by its face. */
export type RunContext = WorkflowContext<RunProgress>;

/** A run that is open. Whoever opened it closes it. */
export interface OpenRun {
  readonly id: string;
  /** In the project. */
  readonly folder: string;
  readonly store: Store<RunState, RunEvent, RunDocuments>;
  readonly services: RunServices;
  state(): Run;
  /** Hears of what is in no log while this process conducts. */
  readonly watchProgress: (watcher: (progress: RunProgress) => void) => () => void;
  /** Takes the run as far as it goes; fails at once when another conductor holds it. */
  conduct(signal: AbortSignal): Promise<Result<void, Failure>>;
  close(): Promise<Result<void, Failure>>;
}

const ledger: EffectLedger<RunState, RunEvent, RunEffect> = {
  ...effectEvents,
  due,
  inFlight: (state) => (state.kind === 'run' && state.in_flight !== null ? [state.in_flight] : []),
};

export async function openRun(runId: string, context: RunContext): Promise<Result<OpenRun, Failure>> {
  const paths = runPaths(context, runId);
  if (!paths.ok) return paths;
  const { own, folder, log } = paths.value;
  const shared = createServices(context, paths.value);
  const { git, disk } = shared.services;
  const repository = await repositoryOf(git, { project: context.project, own, runId });
  if (!repository.ok) return repository;
  const descriptor: WorkflowDescriptor<RunState, RunEvent, RunDocuments> = {
    workflow: run,
    command: `run ${runId}`,
    documents: [{ name: 'run-state', path: path.join(folder, 'state.json') }],
    paths: paths.value,
  };
  const opened = await openWorkflow(descriptor, context, shared);
  if (!opened.ok) return opened;
  const { store, onProgress, watchProgress, close } = opened.value;
  const services: RunServices = {
    ...shared.services,
    ...repository.value,
    options: { ...loadRunOptions(own, runId), ...context.options },
    folder,
    settings: () => readTrustedSettings(context),
    onProgress,
  };
  // Whoever was killed between recording a question or an answer and writing its file is made up for.
  const keepConsultations = () => writeConsultations(services, store.state);
  return ok({
    id: runId,
    folder,
    store,
    services,
    state: () => startedState(store.state),
    watchProgress,
    conduct: async (signal) => {
      const outside = requireOutsideAgent(context.env);
      const owned = outside.ok ? store.takeOwnership() : outside;
      const kept = owned.ok ? await keepConsultations() : owned;
      if (!kept.ok) return kept;
      const conducted = await conductWorkflow(opened.value, {
        ledger,
        perform: async (step, performing) => {
          unwrap(await keepConsultations());
          return performRun(services, step, performing);
        },
        log,
        sweep: () => sweepUnfinishedFiles(disk, paths.value),
        signal,
      });
      const last = await keepConsultations();
      return conducted.ok ? last : conducted;
    },
    close,
  });
}

export interface RunPaths extends WorkPaths {
  readonly folder: string;
}

export function runPaths(context: Pick<RunContext, 'project' | 'env'>, runId: string): Result<RunPaths, Failure> {
  const folder = path.join(context.project.root, '.orchestral/runs', runId);
  const paths = workPaths(context, path.join(folder, 'events.log'));
  return paths.ok ? ok({ ...paths.value, folder }) : paths;
}

/** Where the copy of a folder without git lies. */
export function shadowPlace(own: string, runId: string): string {
  return path.join(own, 'copies', runId);
}

/** The user's repository; for a folder without git, the private one made when the run began. */
async function repositoryOf(
  git: Git,
  { project, own, runId }: { readonly project: Project; readonly own: string; readonly runId: string },
): Promise<Result<{ readonly repository: Repository; readonly hasGit: boolean }, Failure>> {
  const opened = await openRepository(git, project.root);
  if (opened.ok) return ok({ repository: opened.value, hasGit: true });
  if (opened.error.code !== 'git.not_a_repository') return opened;
  const copy = shadowPlace(own, runId);
  if (!fs.existsSync(copy)) return fail('run.copy_gone', { run: runId });
  const shadow = await openRepository(git, copy);
  return shadow.ok ? ok({ repository: shadow.value, hasGit: false }) : shadow;
}

function startedState(state: RunState): Run {
  if (state.kind === 'unstarted') throw new Error('the run was never started');
  return state;
}
