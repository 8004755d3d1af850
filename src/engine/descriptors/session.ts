import path from 'node:path';
import { unwrap } from '../../base/failure.ts';
import { openRepository } from '../../git/repository.ts';
import { createClaudeMem } from '../../knowledge/claude-mem.ts';
import { placeOf } from '../../schema/places.ts';
import { loadRunOptions } from '../../store/run-options.ts';
import { extraMs } from '../../workflows/policy/extensions.ts';
import { due, type SessionEffect } from '../../workflows/session/due.ts';
import type { SessionEvent } from '../../workflows/session/events.ts';
import type { SessionState } from '../../workflows/session/session-state.ts';
import { sessionIn } from '../../workflows/session/session.ts';
import type { SessionDocuments } from '../../workflows/session/show.ts';
import { type EffectLedger, effectEvents } from '../conductor/effects.ts';
import {
  conductWorkflow,
  openWorkflow,
  type OpenWorkflow,
  requireOutsideAgent,
  type WorkflowContext,
} from '../conductor/open-workflow.ts';
import { createServices, workPaths, type WorkPaths } from '../conductor/services.ts';
import type { SessionProgress, SessionServices } from '../performers/session/job.ts';
import { performSession } from '../performers/session/perform.ts';
import { readTrustedSettings } from '../trust-gate.ts';
import { savesMemory } from '../user-config.ts';

/** What every operation on the session is given by its face. */
export interface SessionContext extends WorkflowContext<SessionProgress> {
  /** `--reference`; where there is none, those that the session began with hold. */
  readonly references: readonly string[];
}

/** The session of a project, open. Whoever opened it closes it. */
export interface OpenSession extends Omit<
  OpenWorkflow<SessionState, SessionEvent, SessionDocuments, SessionProgress>,
  'shared' | 'onProgress'
> {
  /** In the project. */
  readonly folder: string;
  readonly services: SessionServices;
  /** Takes it as far as it goes; fails at once when another conductor holds it. */
  conduct(signal: AbortSignal): Promise<void>;
}

const ledger: EffectLedger<SessionState, SessionEvent, SessionEffect> = {
  ...effectEvents,
  due,
  extraMs: (state, effect) => (state.kind === 'session' ? extraMs(state, effect) : 0),
  inFlight: (state) => (state.kind === 'session' ? state.in_flight : []),
};

export async function openSession(context: SessionContext): Promise<OpenSession> {
  const { project, env, onNotice } = context;
  const paths = sessionPaths(context);
  const { own, folder, log } = paths;
  const name = path.basename(project.root);
  const shared = createServices(context, paths);
  const repository = unwrap(await openRepository(shared.services.git, project.root));
  const workflow = sessionIn({ path: project.root, name, hash: project.hash });
  const documents = [
    { name: 'session', path: path.join(folder, 'session.json') },
    { name: 'session-state', path: path.join(folder, 'state.json') },
  ] as const;
  const opened = await openWorkflow({ workflow, command: 'session', documents, paths }, context, shared);
  const { store, onProgress, watchProgress, close } = opened;
  const { spawner, sandbox, privateFolder } = shared.services;
  const openMemorySandbox = async () => {
    const confine = await sandbox((await readTrustedSettings(context)).repository.agents.sandbox);
    return confine && { confine, privateFolder };
  };
  const { references: remembered = [], ...options } = loadRunOptions(own, 'session');
  const services: SessionServices = {
    ...shared.services,
    repository,
    hasGit: true,
    options: { ...options, ...context.options },
    folder,
    knowledge: path.join(project.root, placeOf('knowledge').replace('{hash}', project.hash)),
    name,
    references: context.references.length > 0 ? context.references : remembered,
    memory: createClaudeMem({
      project: name,
      spawner,
      env,
      onNotice,
      sandbox: openMemorySandbox,
      saves: savesMemory(env),
    }),
    settings: () => readTrustedSettings(context),
    onProgress,
    onCheck: onProgress,
  };
  return {
    folder,
    store,
    services,
    watchProgress,
    conduct: async (signal) => {
      requireOutsideAgent(env);
      unwrap(store.takeOwnership());
      return conductWorkflow(opened, {
        services,
        ledger,
        perform: (effect, performing) => performSession(services, effect, performing),
        log,
        signal,
      });
    },
    close,
  };
}

export interface SessionPaths extends WorkPaths {
  readonly folder: string;
}

export function sessionPaths(context: Pick<SessionContext, 'project' | 'env'>): SessionPaths {
  const { root, hash } = context.project;
  const folder = path.dirname(path.join(root, placeOf('session').replace('{hash}', hash)));
  return { ...workPaths(context, path.join(folder, 'events.log')), folder };
}
