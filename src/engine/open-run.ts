import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ProviderGate } from '../agents/provider-gate.ts';
import { systemClock } from '../base/clock.ts';
import { fail, type Failure } from '../base/failure.ts';
import { redactor, secretsIn } from '../base/redact.ts';
import { ok, type Result } from '../base/result.ts';
import { openProofs } from '../evidence/proof-store.ts';
import { realDisk } from '../files/disk.ts';
import { createGit, type Git, type Repository } from '../git/git.ts';
import { openRepository } from '../git/repository.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import { allowedEnvironment } from '../process/environment.ts';
import { openRegistry } from '../process/registry.ts';
import { createSpawner } from '../process/spawner.ts';
import type { Confine } from '../sandbox/bubblewrap.ts';
import type { OnNotice } from '../schema/notice.ts';
import type { OnStorePoint } from '../store/points.ts';
import { privateFolder } from '../store/private-folder.ts';
import { rememberProject } from '../store/projects.ts';
import { recallWishes, type RunWishes } from '../store/run-wishes.ts';
import { Store } from '../store/store.ts';
import { due, type RunEffect } from '../workflows/run/due.ts';
import type { RunEvent } from '../workflows/run/events.ts';
import { run } from '../workflows/run/run.ts';
import type { Run, RunState } from '../workflows/run/run-state.ts';
import type { RunDocuments } from '../workflows/run/show.ts';
import { type Conducting, conduct } from './conduct.ts';
import { performRun } from './performers/run/perform.ts';
import type { RunProgress, RunWorkshop } from './performers/run/workshop.ts';
import type { OnEnginePoint } from './points.ts';
import type { Project } from './project.ts';
import { keepConsultations } from './run-consultations.ts';
import { readRunSettings } from './run-settings.ts';
import { openSandbox } from './sandbox.ts';
import { sweepRun } from './sweep-run.ts';
import { requireTrust } from './trust-gate.ts';

/** What every operation on runs is given by its face. */
export interface RunTools {
  readonly project: Project;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly words: Catalogue;
  /** `--agent`, `--model`; what the run was started with applies where they are absent. */
  readonly wishes: RunWishes;
  /** What the repository's configuration runs is trusted, this once. */
  readonly trusts: boolean;
  readonly onNotice: OnNotice;
  readonly onProgress?: OnProgress;
  /** For tests: where the process is. */
  readonly onPoint?: OnStorePoint & OnEnginePoint;
}

type OnProgress = (progress: RunProgress) => void;

export type RunStore = Store<RunState, RunEvent, RunDocuments>;

/** A run that is open. Whoever opened it closes it. */
export interface OpenRun {
  readonly id: string;
  /** In the project. */
  readonly folder: string;
  readonly store: RunStore;
  readonly workshop: RunWorkshop;
  state(): Run;
  /** Hears of what is in no log while this process conducts. */
  watchProgress(watcher: OnProgress): () => void;
  /** Takes the run as far as it goes; fails at once when another conductor holds it. */
  conduct(signal: AbortSignal): Promise<Result<void, Failure>>;
  close(): Promise<Result<void, Failure>>;
}

/** Puts together everything that a run needs. */
export async function openRun(runId: string, tools: RunTools): Promise<Result<OpenRun, Failure>> {
  const place = runPlace(tools, runId);
  if (!place.ok) return place;
  const { home, own, folder, log } = place.value;
  const { project, env, onNotice, onPoint = () => undefined } = tools;
  const [disk, clock] = [realDisk, systemClock];
  const registry = openRegistry({ folder: path.join(home, 'processes'), disk, clock });
  const spawner = createSpawner({ registry, scope: log });
  const git = createGit({ run: (command) => spawner.run(command), env });
  const work = await repositoryOf(git, { project, own, runId });
  if (!work.ok) return work;
  const command = `run ${runId}`;
  const known = { path: project.root, hash: project.hash };
  const remembered = await rememberProject(known, { privateFolder: home, disk, clock, command, onNotice });
  // Only a convenience: a list that cannot be written keeps nobody from working.
  if (!remembered.ok)
    onNotice({ code: 'document.late', params: { document: 'projects.json', reason: remembered.error } });
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
  const workshop: RunWorkshop = {
    ...work.value,
    project,
    git,
    spawner,
    disk,
    clock,
    env,
    cwd: tools.cwd,
    wishes: { ...recallWishes(own, runId), ...tools.wishes },
    privateFolder: home,
    own,
    folder,
    proofs: openProofs({ folder: path.join(own, 'proofs'), disk }),
    proven: new Map(),
    gate: new ProviderGate({ clock, random: Math.random, pause: pauseFor }),
    settings: async () => {
      const settings = await readRunSettings(project);
      if (!settings.ok || tools.trusts) return settings;
      const trusted = requireTrust({ project, config: settings.value.repository, env });
      return trusted.ok ? settings : trusted;
    },
    sandbox: sandboxOnce({ spawner, env: allowedEnvironment(env), onNotice }),
    redact: redactor(secretsIn(env)),
    words: tools.words,
    onProgress: (progress) => watchers.forEach((watcher) => watcher(progress)),
    onNotice,
    onPoint,
  };
  return ok({
    id: runId,
    folder,
    store: store.value,
    workshop,
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
      const kept = await keepConsultations(workshop, store.value.state);
      if (!kept.ok) return kept;
      const conducted = await conduct({
        store: store.value,
        conducting,
        perform: (step, aborted) => performRun(workshop, step, aborted),
        settle: () => {
          sweepRun(disk, place.value);
          return registry.settle({ scope: log });
        },
        signal,
        onPoint,
      });
      const told = await keepConsultations(workshop, store.value.state);
      return conducted.ok ? told : conducted;
    },
    close: () => store.value.close(),
  });
}

export interface RunPlace {
  /** Everything of Orchestral's that is nobody else's business, and this project's part of it. */
  readonly home: string;
  readonly own: string;
  readonly folder: string;
  readonly log: string;
}

export function runPlace(
  { project, env }: Pick<RunTools, 'project' | 'env'>,
  runId: string,
): Result<RunPlace, Failure> {
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

/** Found once for each mode, so that it is said once where there is none. */
function sandboxOnce(tools: Parameters<typeof openSandbox>[1]): RunWorkshop['sandbox'] {
  const found = new Map<string | undefined, Promise<Result<Confine | undefined, Failure>>>();
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

function startedState(state: RunState): Run {
  if (state.kind === 'unstarted') throw new Error('the run was never started');
  return state;
}

const conducting: Conducting<RunState, RunEvent, RunEffect> = {
  due,
  inFlight: (state) => (state.kind === 'run' && state.in_flight !== null ? [state.in_flight] : []),
  started: ({ id }) => ({ type: 'effect_started', data: { effect: id } }),
  interrupted: (effect) => ({ type: 'effect_interrupted', data: { effect } }),
  remains: ({ data }) => {
    if (!('calls' in data) || data.calls.length === 0) return undefined;
    // The rehearsal plays an interrupted step again: it is not finished.
    return { type: 'spent', data: { calls: data.calls.map((call) => ({ ...call, list: null })) } };
  },
};
