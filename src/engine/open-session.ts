import path from 'node:path';
import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { openRepository } from '../git/repository.ts';
import { createClaudeMem } from '../knowledge/claude-mem.ts';
import { placeOf } from '../schema/places.ts';
import { privateFolder } from '../store/private-folder.ts';
import { loadOptions } from '../store/run-options.ts';
import { Store } from '../store/store.ts';
import { due, type SessionEffect } from '../workflows/session/due.ts';
import type { SessionEvent } from '../workflows/session/events.ts';
import { sessionIn } from '../workflows/session/session.ts';
import type { SessionState } from '../workflows/session/session-state.ts';
import type { SessionDocuments } from '../workflows/session/show.ts';
import { type EffectLedger, conduct } from './conductor/conduct.ts';
import { shownRecord } from './open-run.ts';
import { performSession } from './performers/session/perform.ts';
import type { SessionProgress, SessionServices } from './performers/session/job.ts';
import type { Project } from './project.ts';
import { readRunSettings } from './run-settings.ts';
import { requireTrust } from './trust-gate.ts';
import { createServices, registerProject, type WorkPaths, type OperationContext } from './conductor/services.ts';

export interface SessionContext extends OperationContext {
  /** `--reference`; where there is none, those that the session began with hold. */
  readonly references: readonly string[];
  readonly onProgress?: (progress: SessionProgress) => void;
}

/** The session of a project, open. Whoever opened it closes it. */
export interface OpenSession {
  /** In the project. */
  readonly folder: string;
  readonly store: Store<SessionState, SessionEvent, SessionDocuments>;
  readonly services: SessionServices;
  /** Takes it as far as it goes; fails at once when another conductor holds it. */
  conduct(signal: AbortSignal): Promise<Result<void, Failure>>;
  close(): Promise<Result<void, Failure>>;
}

/** Puts together everything that a session needs. */
export async function openSession(tools: SessionContext): Promise<Result<OpenSession, Failure>> {
  const place = sessionPaths(tools);
  if (!place.ok) return place;
  const { home, own, folder, log } = place.value;
  const { project, env, onNotice, onPoint = () => undefined, onProgress = () => undefined } = tools;
  const { services: tooling, registry } = createServices(tools, place.value);
  const { git, disk, clock } = tooling;
  const repository = await openRepository(git, project.root);
  if (!repository.ok) return repository;
  await registerProject(tools, home, 'session');
  const name = path.basename(project.root);
  const store = await Store.open({
    workflow: sessionIn({ path: project.root, name, hash: project.hash }),
    folder: project.root,
    log,
    documents: [
      { name: 'session', path: path.join(folder, 'session.json') },
      { name: 'session-state', path: path.join(folder, 'state.json') },
    ],
    record: shownRecord(own, log),
    command: 'session',
    disk,
    clock,
    onNotice,
    onPoint,
    onRestored: () => Promise.resolve('log'),
  });
  if (!store.ok) return store;
  const { references: remembered = [], ...wished } = loadOptions(own, 'session');
  const services: SessionServices = {
    ...tooling,
    repository: repository.value,
    hasGit: true,
    options: { ...wished, ...tools.options },
    folder,
    knowledge: path.join(project.root, placeOf('knowledge').replace('{hash}', project.hash)),
    name,
    references: tools.references.length > 0 ? tools.references : remembered,
    memory: createClaudeMem({ spawner: tooling.spawner, env, onNotice }),
    settings: async () => {
      const settings = await readRunSettings(project);
      if (!settings.ok || tools.trusts) return settings;
      const trusted = requireTrust({ project, config: settings.value.repository, env });
      return trusted.ok ? settings : trusted;
    },
    onProgress,
  };
  return ok({
    folder,
    store: store.value,
    services,
    conduct: async (signal) => {
      const effect = env['ORCHESTRAL_EFFECT'];
      if (effect !== undefined) return fail('run.inside_agent', { effect });
      const owned = store.value.own();
      if (!owned.ok) return owned;
      return conduct({
        store: store.value,
        ledger,
        perform: (step, performing) => performSession(services, step, performing),
        settle: () => registry.settle({ scope: log }),
        signal,
        onPoint,
      });
    },
    close: () => store.value.close(),
  });
}

export interface SessionPaths extends WorkPaths {
  readonly folder: string;
}

export function sessionPaths({
  project,
  env,
}: {
  project: Project;
  env: SessionContext['env'];
}): Result<SessionPaths, Failure> {
  const home = privateFolder(env);
  if (!home.ok) return home;
  const folder = path.dirname(path.join(project.root, placeOf('session').replace('{hash}', project.hash)));
  const own = path.join(home.value, project.hash);
  return ok({ home: home.value, own, folder, log: path.join(folder, 'events.log') });
}

const ledger: EffectLedger<SessionState, SessionEvent, SessionEffect> = {
  due,
  inFlight: (state) => (state.kind === 'session' ? state.in_flight : []),
  started: ({ id }) => ({ type: 'effect_started', data: { effect: id } }),
  interrupted: (effect) => ({ type: 'effect_interrupted', data: { effect } }),
  spent: (calls) => ({ type: 'spent', data: { calls } }),
};
