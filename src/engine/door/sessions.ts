import {
  catchFailure,
  type Failure,
  type Holder,
  type SessionWanted,
  throwFailure,
  unwrap,
} from '../../base/failure.ts';
import type { StepLogEntry } from '../operations/follow-steps.ts';
import type { FollowingSession } from '../operations/sessions/follow.ts';
import type { Result } from '../../base/result.ts';
import type { SessionView } from '../../schema/views/session-view.ts';
import type { SessionAbilities, SessionRerunStep } from '../../workflows/session/abilities.ts';
import type { SessionEvent } from '../../workflows/session/events.ts';
import type { OpenSession, SessionContext } from '../descriptors/session.ts';
import type { ContractLine, ContractText } from '../operations/sessions/contracts.ts';
import type { ShownSession } from '../operations/sessions/list.ts';
import type { SessionStep } from '../operations/sessions/steps.ts';
import type { SessionReport } from '../operations/sessions/status.ts';
import type { SessionProgress } from '../performers/session/job.ts';
import type { Conductor } from './conductor.ts';
import { isDelivering } from './is-delivering.ts';
import { type DoorContext, within } from './context.ts';
import type { Requested } from './runs.ts';

export type { SessionEvent, SessionProgress, SessionReport, ShownSession };
export type { GateReport, SubtaskReport, TaskReport } from '../operations/sessions/status.ts';

export interface SessionConductor extends Conductor<SessionView, SessionEvent, SessionProgress> {
  /** Tells a person who is not looking that the session waits for their answer. */
  notify(bell: () => void): Promise<void>;
}

export interface NewSession {
  readonly request: string;
  /** Other projects to look at. */
  readonly references?: readonly string[];
  /** `--allow-superseded`: old tests may contradict what is asked for. */
  readonly allowsSuperseded?: boolean;
}

/** Everything that can be asked for about sessions. `hash` names the folder of one. */
export interface SessionsApi {
  /** Of this project and of every other one that this person worked on, most recent first. */
  list(): Promise<Result<readonly ShownSession[], Failure>>;
  /** Of several active ones the latest stays so; gives those that were stopped for it. */
  settleDuplicates(): Promise<Result<readonly ShownSession[], Failure>>;
  /** Keeps files aside of which neither log nor backup can be read; gives their new names. */
  setLostAside(): Promise<Result<readonly string[], Failure>>;
  /** The active one, else the latest. */
  current(): Promise<ShownSession | undefined>;
  /** The same for whoever cannot do without; documents that are broken are made again first. */
  present(wanted: SessionWanted): Promise<Result<ShownSession, Failure>>;
  status(session: ShownSession): Promise<SessionReport>;
  /** What can be asked for of it now. */
  abilities(hash: string): Promise<Result<SessionAbilities, Failure>>;
  /** What agents did, step by step. */
  logs(hash: string, following: FollowingSession): Promise<Result<AsyncGenerator<StepLogEntry, void, void>, Failure>>;
  /** Its steps, oldest first. */
  steps(hash: string): Promise<Result<readonly SessionStep[], Failure>>;
  /** Who conducts it; null: nobody. */
  conductor(session: ShownSession): Promise<Holder | null>;

  /** The contracts of its request that are there. */
  contracts(hash: string, request: string): Promise<Result<readonly ContractLine[], Failure>>;
  contract(hash: string, request: string, name: string): Promise<Result<ContractText, Failure>>;

  start(wanted: NewSession): Promise<Result<SessionConductor, Failure>>;
  resume(hash: string, references?: readonly string[]): Promise<Result<SessionConductor, Failure>>;
  /** Goes on with one that a person decided something about. */
  conduct(hash: string): Promise<Result<SessionConductor, Failure>>;

  /** Wants the finished work in its base; asked for again after it was left alone, into the checkout as that is. */
  deliver(hash: string): Promise<Result<Requested, Failure>>;
  /** Looks what became of published work. */
  sync(hash: string): Promise<Result<Requested, Failure>>;
  /** Takes up the base as it is now: the committed subtasks are merged with it, and proved again. */
  rebase(hash: string): Promise<Result<Requested, Failure>>;
  /** One step again, and all that follow from it. */
  rerun(hash: string, step: SessionRerunStep): Promise<Result<Requested, Failure>>;
  stop(hash: string, signal: AbortSignal): Promise<Result<Requested, Failure>>;
  /** Ends it for good; what it taught is kept. */
  reset(hash: string, signal: AbortSignal): Promise<Result<Requested, Failure>>;
  /** Scans all that is left of its requests for what is not known yet; gives the file that knows it then. */
  learn(hash: string, signal: AbortSignal): Promise<Result<{ readonly knowledge: string }, Failure>>;
}

/** @internal */
export function sessionsApi({ project, options, operation, states, histories }: DoorContext): SessionsApi {
  const context = async (hash = project.hash, references: readonly string[] = []): Promise<SessionContext> => ({
    ...(await operation({ root: project.root, hash })),
    references,
  });

  async function open(hash: string, references?: readonly string[]): Promise<OpenSession> {
    const { openSession } = await import('../descriptors/session.ts');
    return openSession(await context(hash, references));
  }

  /** Who conducts is looked for when it is recorded. */
  async function requested(opened: OpenSession): Promise<Requested> {
    const { findConductor } = await import('../find-conductor.ts');
    const { state } = opened.store;
    const id = state.kind === 'session' ? state.request_id : '';
    return { id, conductor: findConductor(opened.folder) };
  }

  /** Records what a person decided. */
  function request(hash: string, decide: (opened: OpenSession) => Promise<void>): Promise<Result<Requested, Failure>> {
    return within(
      () => open(hash),
      async (opened) => {
        await decide(opened);
        return requested(opened);
      },
    );
  }

  return {
    list: () =>
      catchFailure(async () => {
        const { listSessions } = await import('../operations/sessions/list.ts');
        return listSessions({ project, env: options.env });
      }),
    settleDuplicates: () =>
      catchFailure(async () => (await import('../operations/sessions/present.ts')).settleDuplicates(await context())),
    setLostAside: () =>
      catchFailure(async () => (await import('../operations/sessions/present.ts')).setLostAside(await context())),
    current: async () => (await import('../operations/sessions/list.ts')).currentSession(project),
    present: (wanted) =>
      catchFailure(async () => {
        const { presentSession } = await import('../operations/sessions/present.ts');
        return presentSession(await context(), wanted);
      }),
    conductor: async ({ folder }) => (await import('../find-conductor.ts')).findConductor(folder),
    abilities: (hash) =>
      catchFailure(async () => {
        const { logOf } = await import('./logs.ts');
        const { sessionAbilities } = await import('../../workflows/session/abilities.ts');
        const state = unwrap((await states()).of(logOf(project, { workflow: 'session', id: hash })).look());
        return state?.kind === 'session' ? sessionAbilities(state) : throwFailure('session.unknown', { named: hash });
      }),
    logs: (hash, following) =>
      catchFailure(async () => {
        const { followSession } = await import('../operations/sessions/follow.ts');
        return followSession({ project: { root: project.root, hash }, env: options.env }, following);
      }),
    steps: (hash) =>
      catchFailure(async () => (await (await histories()).session(hash)).steps.map((step) => ({ ...step }))),
    status: async (session) => (await import('../operations/sessions/status.ts')).readSession(session),

    contracts: (session, request) =>
      catchFailure(async () => {
        const { listContracts } = await import('../operations/sessions/contracts.ts');
        return listContracts({ root: project.root, session, request });
      }),
    contract: (session, request, name) =>
      catchFailure(async () => {
        const { readContract } = await import('../operations/sessions/contracts.ts');
        return readContract({ root: project.root, session, request }, name);
      }),

    start: ({ request: text, references = [], allowsSuperseded = false }) =>
      catchFailure(async () => {
        const { startSession } = await import('../operations/sessions/start.ts');
        return conductorOf(
          await startSession({ request: text, allowsSuperseded }, await context(project.hash, references)),
          project.hash,
        );
      }),
    resume: (hash, references) =>
      catchFailure(async () => {
        const { resumeSession } = await import('../operations/sessions/decide.ts');
        const { closeOnFailure } = await import('../conductor/open-workflow.ts');
        const opened = await open(hash, references);
        await closeOnFailure(opened, resumeSession);
        return conductorOf(opened, hash);
      }),
    conduct: (hash) => catchFailure(async () => conductorOf(await open(hash), hash)),

    deliver: async (hash) => request(hash, (await import('../operations/sessions/decide.ts')).deliverSession),
    stop: async (hash, signal) => {
      const { stopSession } = await import('../operations/sessions/decide.ts');
      const { learnNow } = await import('../operations/sessions/conduct.ts');
      return within(
        () => open(hash),
        async (opened) => {
          await stopSession(opened);
          const stopped = await requested(opened);
          // What it taught is learned here where nobody conducts; a conductor does so itself.
          if (stopped.conductor === null) await learnNow(opened, signal);
          return stopped;
        },
      );
    },
    sync: async (hash) => request(hash, (await import('../operations/sessions/decide.ts')).syncSession),
    rebase: async (hash) => request(hash, (await import('../operations/sessions/decide.ts')).rebaseSession),
    rerun: async (hash, step) => {
      const { rerunSession } = await import('../operations/sessions/decide.ts');
      return request(hash, (opened) => rerunSession(opened, step));
    },
    reset: async (hash, signal) => {
      const { endSession } = await import('../operations/sessions/conduct.ts');
      return request(hash, (opened) => endSession(opened, signal));
    },
    learn: async (hash, signal) => {
      const { learnNow } = await import('../operations/sessions/conduct.ts');
      return within(
        () => open(hash),
        async (opened) => {
          await learnNow(opened, signal);
          return { knowledge: opened.services.knowledge };
        },
      );
    },
  };
}

async function conductorOf(open: OpenSession, hash: string): Promise<SessionConductor> {
  const { createConductor } = await import('./conductor.ts');
  const { toSessionView } = await import('./session-view.ts');
  const { conductSession } = await import('../operations/sessions/conduct.ts');
  const { store, folder, services } = open;
  return {
    ...createConductor({
      ...open,
      id: hash,
      view: () => {
        if (store.state.kind === 'none') throw new Error('no session was begun here');
        return toSessionView(store.state, { hash, folder });
      },
      isOver: ({ status, delivery, takes_up_base }) =>
        status === 'stopped' || (status === 'completed' && !isDelivering(delivery?.at) && !takes_up_base),
      conduct: (signal) => conductSession(open, signal),
      redact: services.redact,
    }),
    notify: async (bell) => (await import('../operations/sessions/notify.ts')).notifySession(open, bell),
  };
}
