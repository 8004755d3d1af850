import path from 'node:path';
import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { openRepository } from '../../git/repository.ts';
import { createClaudeMem } from '../../knowledge/claude-mem.ts';
import { placeOf } from '../../schema/places.ts';
import { loadRunOptions } from '../../store/run-options.ts';
import type { Store } from '../../store/store.ts';
import { due, type SessionEffect } from '../../workflows/session/due.ts';
import type { SessionEvent } from '../../workflows/session/events.ts';
import { sessionIn } from '../../workflows/session/session.ts';
import type { SessionState } from '../../workflows/session/session-state.ts';
import type { SessionDocuments } from '../../workflows/session/show.ts';
import { type EffectLedger, effectEvents } from '../conductor/effects.ts';
import {
  conductWorkflow,
  openWorkflow,
  requireOutsideAgent,
  type WorkflowContext,
  type WorkflowDescriptor,
} from '../conductor/open-workflow.ts';
import { createServices, workPaths, type WorkPaths } from '../conductor/services.ts';
import type { SessionProgress, SessionServices } from '../performers/session/job.ts';
import { performSession } from '../performers/session/perform.ts';
import { readTrustedSettings } from '../trust-gate.ts';

/** What every operation on the session is given by its face. */
export interface SessionContext extends WorkflowContext<SessionProgress> {
  /** `--reference`; where there is none, those that the session began with hold. */
  readonly references: readonly string[];
}

/** The session of a project, open. Whoever opened it closes it. */
export interface OpenSession {
  /** In the project. */
  readonly folder: string;
  readonly store: Store<SessionState, SessionEvent, SessionDocuments>;
  readonly services: SessionServices;
  readonly watchProgress: (watcher: (progress: SessionProgress) => void) => () => void;
  /** Takes it as far as it goes; fails at once when another conductor holds it. */
  conduct(signal: AbortSignal): Promise<Result<void, Failure>>;
  close(): Promise<Result<void, Failure>>;
}

const ledger: EffectLedger<SessionState, SessionEvent, SessionEffect> = {
  ...effectEvents,
  due,
  inFlight: (state) => (state.kind === 'session' ? state.in_flight : []),
};

export async function openSession(context: SessionContext): Promise<Result<OpenSession, Failure>> {
  const { project, env, onNotice } = context;
  const paths = sessionPaths(context);
  if (!paths.ok) return paths;
  const { own, folder, log } = paths.value;
  const name = path.basename(project.root);
  const shared = createServices(context, paths.value);
  const repository = await openRepository(shared.services.git, project.root);
  if (!repository.ok) return repository;
  const descriptor: WorkflowDescriptor<SessionState, SessionEvent, SessionDocuments> = {
    workflow: sessionIn({ path: project.root, name, hash: project.hash }),
    command: 'session',
    documents: [
      { name: 'session', path: path.join(folder, 'session.json') },
      { name: 'session-state', path: path.join(folder, 'state.json') },
    ],
    paths: paths.value,
  };
  const opened = await openWorkflow(descriptor, context, shared);
  if (!opened.ok) return opened;
  const { store, onProgress, watchProgress, close } = opened.value;
  const { references: remembered = [], ...options } = loadRunOptions(own, 'session');
  const services: SessionServices = {
    ...shared.services,
    repository: repository.value,
    hasGit: true,
    options: { ...options, ...context.options },
    folder,
    knowledge: path.join(project.root, placeOf('knowledge').replace('{hash}', project.hash)),
    name,
    references: context.references.length > 0 ? context.references : remembered,
    memory: createClaudeMem({ spawner: shared.services.spawner, env, onNotice }),
    settings: () => readTrustedSettings(context),
    onProgress,
  };
  return ok({
    folder,
    store,
    services,
    watchProgress,
    conduct: async (signal) => {
      const outside = requireOutsideAgent(env);
      const owned = outside.ok ? store.takeOwnership() : outside;
      if (!owned.ok) return owned;
      return conductWorkflow(opened.value, {
        ledger,
        perform: (effect, performing) => performSession(services, effect, performing),
        log,
        signal,
      });
    },
    close,
  });
}

export interface SessionPaths extends WorkPaths {
  readonly folder: string;
}

export function sessionPaths(context: Pick<SessionContext, 'project' | 'env'>): Result<SessionPaths, Failure> {
  const { root, hash } = context.project;
  const folder = path.dirname(path.join(root, placeOf('session').replace('{hash}', hash)));
  const paths = workPaths(context, path.join(folder, 'events.log'));
  return paths.ok ? ok({ ...paths.value, folder }) : paths;
}
