import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { Git, Repository } from '../git/git.ts';
import { openRepository } from '../git/repository.ts';
import { privateFolder } from '../store/private-folder.ts';
import { loadOptions } from '../store/run-options.ts';
import { Store } from '../store/store.ts';
import { due, type RunEffect } from '../workflows/run/due.ts';
import type { RunEvent } from '../workflows/run/events.ts';
import { run } from '../workflows/run/run.ts';
import type { Run, RunState } from '../workflows/run/run-state.ts';
import type { RunDocuments } from '../workflows/run/show.ts';
import { type EffectLedger, conduct } from './conductor/conduct.ts';
import { performRun } from './performers/run/perform.ts';
import type { RunProgress, RunServices } from './performers/run/job.ts';
import type { Project } from './project.ts';
import { writeConsultations } from './run-consultations.ts';
import { readRunSettings } from './run-settings.ts';
import { sweepRun } from './sweep-run.ts';
import { requireTrust } from './trust-gate.ts';
import { createServices, registerProject, type WorkPaths, type OperationContext } from './conductor/services.ts';

/** What every operation on runs is given by its face. */
export interface RunContext extends OperationContext {
  readonly onProgress?: OnProgress;
}

type OnProgress = (progress: RunProgress) => void;

export type RunStore = Store<RunState, RunEvent, RunDocuments>;

/** A run that is open. Whoever opened it closes it. */
export interface OpenRun {
  readonly id: string;
  /** In the project. */
  readonly folder: string;
  readonly store: RunStore;
  readonly services: RunServices;
  state(): Run;
  /** Hears of what is in no log while this process conducts. */
  watchProgress(watcher: OnProgress): () => void;
  /** Takes the run as far as it goes; fails at once when another conductor holds it. */
  conduct(signal: AbortSignal): Promise<Result<void, Failure>>;
  close(): Promise<Result<void, Failure>>;
}

/** Puts together everything that a run needs. */
export async function openRun(runId: string, tools: RunContext): Promise<Result<OpenRun, Failure>> {
  const place = runPaths(tools, runId);
  if (!place.ok) return place;
  const { home, own, folder, log } = place.value;
  const { project, env, onNotice, onPoint = () => undefined } = tools;
  const { services: tooling, registry } = createServices(tools, place.value);
  const { git, disk, clock } = tooling;
  const work = await repositoryOf(git, { project, own, runId });
  if (!work.ok) return work;
  const command = `run ${runId}`;
  await registerProject(tools, home, command);
  const store = await Store.open({
    workflow: run,
    folder: project.root,
    log,
    documents: [{ name: 'run-state', path: path.join(folder, 'state.json') }],
    record: shownRecord(own, log),
    command,
    disk,
    clock,
    onNotice,
    onPoint,
    onRestored: () => Promise.resolve('log'),
  });
  if (!store.ok) return store;
  const watchers = new Set<OnProgress>(tools.onProgress === undefined ? [] : [tools.onProgress]);
  const services: RunServices = {
    ...tooling,
    ...work.value,
    options: { ...loadOptions(own, runId), ...tools.options },
    folder,
    settings: async () => {
      const settings = await readRunSettings(project);
      if (!settings.ok || tools.trusts) return settings;
      const trusted = requireTrust({ project, config: settings.value.repository, env });
      return trusted.ok ? settings : trusted;
    },
    onProgress: (progress) => watchers.forEach((watcher) => watcher(progress)),
  };
  return ok({
    id: runId,
    folder,
    store: store.value,
    services,
    state: () => startedState(store.value.state),
    watchProgress: (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    conduct: async (signal) => {
      const effect = env['ORCHESTRAL_EFFECT'];
      if (effect !== undefined) return fail('run.inside_agent', { effect });
      const owned = store.value.own();
      if (!owned.ok) return owned;
      const kept = await writeConsultations(services, store.value.state);
      if (!kept.ok) return kept;
      const conducted = await conduct({
        store: store.value,
        ledger,
        perform: async (step, performing) => {
          const sofar = await writeConsultations(services, store.value.state);
          return sofar.ok ? performRun(services, step, performing) : sofar;
        },
        settle: () => {
          sweepRun(disk, place.value);
          return registry.settle({ scope: log });
        },
        signal,
        onPoint,
      });
      const told = await writeConsultations(services, store.value.state);
      return conducted.ok ? told : conducted;
    },
    close: () => store.value.close(),
  });
}

export interface RunPaths extends WorkPaths {
  readonly folder: string;
}

export function runPaths(
  { project, env }: Pick<RunContext, 'project' | 'env'>,
  runId: string,
): Result<RunPaths, Failure> {
  const home = privateFolder(env);
  if (!home.ok) return home;
  const folder = path.join(project.root, '.orchestral/runs', runId);
  return ok({
    home: home.value,
    own: path.join(home.value, project.hash),
    folder,
    log: path.join(folder, 'events.log'),
  });
}

/** Where is kept what was last shown of a log. */
export function shownRecord(own: string, log: string): string {
  return path.join(own, 'shown', `${createHash('sha256').update(log).digest('hex').slice(0, 16)}.json`);
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

const ledger: EffectLedger<RunState, RunEvent, RunEffect> = {
  due,
  inFlight: (state) => (state.kind === 'run' && state.in_flight !== null ? [state.in_flight] : []),
  started: ({ id }) => ({ type: 'effect_started', data: { effect: id } }),
  interrupted: (effect) => ({ type: 'effect_interrupted', data: { effect } }),
  spent: (calls) => ({ type: 'spent', data: { calls } }),
};
