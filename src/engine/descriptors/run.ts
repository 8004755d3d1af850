import fs from 'node:fs';
import path from 'node:path';
import { catchFailure, throwFailure, unwrap } from '../../base/failure.ts';
import type { Git, Repository } from '../../git/git.ts';
import { openRepository } from '../../git/repository.ts';
import { loadRunOptions } from '../../store/run-options.ts';
import { extraMs } from '../../workflows/policy/extensions.ts';
import { due, dueWithHunks, type RunEffect } from '../../workflows/run/due.ts';
import type { RunEvent } from '../../workflows/run/events.ts';
import type { Run, RunState } from '../../workflows/run/run-state.ts';
import { run } from '../../workflows/run/run.ts';
import type { RunDocuments } from '../../workflows/run/show.ts';
import { unrecordedGit } from '../ask-program.ts';
import { type EffectContext, type EffectLedger, effectEvents } from '../conductor/effects.ts';
import {
  conductWorkflow,
  openWorkflow,
  type OpenWorkflow,
  requireOutsideAgent,
  type WorkflowContext,
} from '../conductor/open-workflow.ts';
import { sweepUnfinishedFiles } from '../conductor/recovery.ts';
import { createServices, workPaths, type WorkPaths } from '../conductor/services.ts';
import { hunkRoom } from '../performers/run/hunks.ts';
import type { RunProgress, RunServices } from '../performers/run/job.ts';
import { performRun } from '../performers/run/perform.ts';
import type { Project } from '../project.ts';
import { writeConsultations } from '../run-consultations.ts';
import { readTrustedSettings } from '../trust-gate.ts';
import { clearWorktree } from '../work/worktrees.ts';

/** What every operation on runs is given by its face. */
export type RunContext = WorkflowContext<RunProgress>;

/** A run that is open. Whoever opened it closes it. */
export interface OpenRun extends Omit<
  OpenWorkflow<RunState, RunEvent, RunDocuments, RunProgress>,
  'shared' | 'onProgress'
> {
  readonly id: string;
  /** In the project. */
  readonly folder: string;
  readonly services: RunServices;
  state(): Run;
  /** Takes the run as far as it goes; fails at once when another conductor holds it. */
  conduct(signal: AbortSignal): Promise<void>;
  /** The same, and adds to a pack that is shown which parts of the work the tests notice. */
  conductWithHunks(signal: AbortSignal): Promise<void>;
}

const ledger: EffectLedger<RunState, RunEvent, RunEffect> = {
  ...effectEvents,
  due,
  extraMs: (state, effect) => (state.kind === 'run' ? extraMs(state, effect) : 0),
  inFlight: (state) => (state.kind === 'run' && state.in_flight !== null ? [state.in_flight] : []),
};

export async function openRun(runId: string, context: RunContext): Promise<OpenRun> {
  const paths = runPaths(context, runId);
  const { own, folder, log } = paths;
  const shared = createServices(context, paths);
  const { git, disk } = shared.services;
  const repository = await repositoryOf(git, { project: context.project, own, runId });
  const documents = [{ name: 'run-state', path: path.join(folder, 'state.json') }] as const;
  const opened = await openWorkflow({ workflow: run, command: `run ${runId}`, documents, paths }, context, shared);
  const { store, onProgress, watchProgress, close } = opened;
  const services: RunServices = {
    ...shared.services,
    ...repository,
    options: { ...loadRunOptions(own, runId), ...context.options },
    folder,
    settings: () => readTrustedSettings(context),
    onProgress,
    onCheck: onProgress,
  };
  // Whoever was killed between recording a question or an answer and writing its file is made up for.
  const keepConsultations = () => writeConsultations(services, store);
  const conductDue = async (signal: AbortSignal, effects: typeof due): Promise<void> => {
    requireOutsideAgent(context.env);
    unwrap(store.takeOwnership());
    await keepConsultations();
    const conducting = {
      services,
      ledger: { ...ledger, due: effects },
      perform: async (step: RunEffect, performing: EffectContext): Promise<RunEvent> => {
        await keepConsultations();
        return performRun(services, step, performing);
      },
      log,
      sweep: () => sweepUnfinishedFiles(disk, paths),
      tidy: () => clearWorktree(services, hunkRoom(runId)),
      signal,
    };
    const conducted = await catchFailure(() => conductWorkflow(opened, conducting));
    const kept = await catchFailure(keepConsultations);
    unwrap(conducted.ok ? kept : conducted);
  };
  return {
    id: runId,
    folder,
    store,
    services,
    state: () => startedState(store.state),
    watchProgress,
    conduct: (signal) => conductDue(signal, due),
    conductWithHunks: (signal) => conductDue(signal, dueWithHunks),
    close,
  };
}

/** A run that is only read: its project may be one that nobody here may write. */
export interface ReadableRun extends Pick<OpenRun, 'folder' | 'state'> {
  readonly services: Pick<RunServices, 'git' | 'project' | 'folder' | 'repository' | 'hasGit'>;
}

export async function openReadable(run: Run, context: Pick<RunContext, 'project' | 'env'>): Promise<ReadableRun> {
  const { own, folder } = runPaths(context, run.run_id);
  const { project } = context;
  const git = unrecordedGit(context.env);
  const repository = await repositoryOf(git, { project, own, runId: run.run_id });
  return { folder, state: () => run, services: { git, project, folder, ...repository } };
}

export interface RunPaths extends WorkPaths {
  readonly folder: string;
}

export function runPaths(context: Pick<RunContext, 'project' | 'env'>, runId: string): RunPaths {
  const folder = path.join(context.project.root, '.orchestral/runs', runId);
  return { ...workPaths(context, path.join(folder, 'events.log')), folder };
}

/** Where the copy of a folder without git lies. */
export function shadowPlace(own: string, runId: string): string {
  return path.join(own, 'copies', runId);
}

/** The user's repository; for a folder without git, the private one made when the run began. */
async function repositoryOf(
  git: Git,
  { project, own, runId }: { readonly project: Project; readonly own: string; readonly runId: string },
): Promise<{ readonly repository: Repository; readonly hasGit: boolean }> {
  const opened = await openRepository(git, project.root);
  if (opened.ok) return { repository: opened.value, hasGit: true };
  if (opened.error.code !== 'git.not_a_repository') unwrap(opened);
  const copy = shadowPlace(own, runId);
  if (!fs.existsSync(copy)) throwFailure('run.copy_gone', { run: runId });
  return { repository: unwrap(await openRepository(git, copy)), hasGit: false };
}

function startedState(state: RunState): Run {
  if (state.kind === 'unstarted') throw new Error('the run was never started');
  return state;
}
