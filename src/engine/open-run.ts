import { createHash } from 'node:crypto';
import path from 'node:path';
import { systemClock } from '../base/clock.ts';
import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { realDisk } from '../files/disk.ts';
import { createGit } from '../git/git.ts';
import { openRepository } from '../git/repository.ts';
import { allowedEnvironment } from '../process/environment.ts';
import { openRegistry } from '../process/registry.ts';
import { createSpawner } from '../process/spawner.ts';
import type { OnNotice } from '../schema/notice.ts';
import type { OnStorePoint } from '../store/points.ts';
import { privateFolder } from '../store/private-folder.ts';
import { rememberProject } from '../store/projects.ts';
import { Store } from '../store/store.ts';
import { due, type RunEffect } from '../workflows/run/due.ts';
import type { RunEvent } from '../workflows/run/events.ts';
import { run } from '../workflows/run/run.ts';
import type { RunState } from '../workflows/run/run-state.ts';
import type { RunDocuments } from '../workflows/run/show.ts';
import { type Conducting, conduct } from './conduct.ts';
import { performRun } from './performers/perform-run.ts';
import type { RunWorkshop } from './performers/run-workshop.ts';
import type { OnEnginePoint } from './points.ts';
import type { Project } from './project.ts';

export interface OpenRunOptions extends Pick<RunWorkshop, 'agentCommand' | 'testCommand'> {
  readonly project: Project;
  readonly runId: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onNotice: OnNotice;
  readonly onPoint: OnStorePoint & OnEnginePoint;
}

export interface OpenRun {
  readonly store: Store<RunState, RunEvent, RunDocuments>;
  /** Takes the run as far as it goes; fails at once when another conductor holds it. */
  conduct(signal: AbortSignal): Promise<Result<void, Failure>>;
}

/** Puts together everything that a run needs. */
export async function openRun(options: OpenRunOptions): Promise<Result<OpenRun, Failure>> {
  const { project, runId, env, onNotice, onPoint } = options;
  const home = privateFolder(env);
  if (!home.ok) return home;
  const own = path.join(home.value, project.hash);
  const folder = path.join(project.root, '.orchestral/runs', runId);
  const log = path.join(folder, 'events.log');
  const [disk, clock] = [realDisk, systemClock];
  const registry = openRegistry({ folder: path.join(home.value, 'processes'), disk, clock });
  const spawner = createSpawner({ registry, scope: log });
  const git = createGit({ run: (command) => spawner.run(command), env });
  const repository = await openRepository(git, project.root);
  if (!repository.ok) return repository;
  const command = `run ${runId}`;
  const known = { path: project.root, hash: project.hash };
  const remembered = await rememberProject(known, { privateFolder: home.value, disk, clock, command, onNotice });
  // Only a convenience: a list that cannot be written keeps nobody from working.
  if (!remembered.ok)
    onNotice({ code: 'document.late', params: { document: 'projects.json', reason: remembered.error } });
  const store = await Store.open({
    workflow: run,
    folder: project.root,
    log,
    documents: [{ name: 'run-state', path: path.join(folder, 'state.json') }],
    record: path.join(own, 'shown', `${createHash('sha256').update(log).digest('hex').slice(0, 16)}.json`),
    command,
    disk,
    clock,
    onNotice,
    onPoint,
    onRestored: () => Promise.resolve('log'),
  });
  if (!store.ok) return store;
  const workshop: RunWorkshop = {
    ...options,
    git,
    repository: repository.value,
    spawner,
    disk,
    env: allowedEnvironment(env),
    worktrees: path.join(own, 'worktrees'),
    folder,
  };
  return ok({
    store: store.value,
    conduct: async (signal) => {
      const owned = store.value.own();
      if (!owned.ok) return owned;
      return conduct({
        store: store.value,
        conducting,
        perform: (effect, aborted) => performRun(workshop, effect, aborted),
        settle: () => registry.settle({ scope: log }),
        signal,
        onPoint,
      });
    },
  });
}

const conducting: Conducting<RunState, RunEvent, RunEffect> = {
  due,
  inFlight: (state) => (state.kind === 'run' && state.in_flight !== null ? [state.in_flight] : []),
  started: ({ id }) => ({ type: 'effect_started', data: { effect: id } }),
  interrupted: (effect) => ({ type: 'effect_interrupted', data: { effect } }),
};
