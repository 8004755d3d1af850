import type { Failure, Holder, SessionWanted } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { SessionView } from '../../schema/views/session-view.ts';
import type { SessionEvent } from '../../workflows/session/events.ts';
import type { OpenSession, SessionContext } from '../descriptors/session.ts';
import type { ShownSession } from '../operations/sessions/list.ts';
import type { SessionReport } from '../operations/sessions/status.ts';
import type { SessionProgress } from '../performers/session/job.ts';
import type { Conductor } from './conductor.ts';
import type { DoorContext } from './context.ts';
import type { Requested } from './runs.ts';

export type { SessionEvent, SessionProgress, SessionReport, ShownSession };
export type { GateReport, SubtaskReport, TaskReport } from '../operations/sessions/status.ts';

export type SessionConductor = Conductor<SessionView, SessionEvent, SessionProgress>;

export interface NewSession {
  readonly request: string;
  /** Other projects to look at. */
  readonly references?: readonly string[];
}

/** Everything that can be asked for about sessions. `hash` names the folder of one. */
export interface SessionsApi {
  /** Of this project and of every other one that this person worked on, most recent first. */
  list(): Promise<Result<readonly ShownSession[], Failure>>;
  /** Of several active ones the latest stays so; gives those that were stopped for it. */
  settleDuplicates(): Promise<Result<readonly ShownSession[], Failure>>;
  /** The active one, else the latest. */
  current(): Promise<ShownSession | undefined>;
  /** The same for whoever cannot do without; documents that are broken are made again first. */
  present(wanted: SessionWanted): Promise<Result<ShownSession, Failure>>;
  status(session: ShownSession): Promise<SessionReport>;
  /** Who conducts it; null: nobody. */
  conductor(session: ShownSession): Promise<Holder | null>;

  start(wanted: NewSession): Promise<Result<SessionConductor, Failure>>;
  resume(hash: string, references?: readonly string[]): Promise<Result<SessionConductor, Failure>>;
  /** Goes on with one that a person decided something about. */
  conduct(hash: string): Promise<Result<SessionConductor, Failure>>;

  /** Wants the finished work in its base; asked for again after it was left alone, into the checkout as that is. */
  deliver(hash: string): Promise<Result<Requested, Failure>>;
  stop(hash: string, signal: AbortSignal): Promise<Result<Requested, Failure>>;
  /** Ends it for good; what it taught is kept. */
  reset(hash: string, signal: AbortSignal): Promise<Result<Requested, Failure>>;
  /** Scans all that is left of its requests for what is not known yet; gives the file that knows it then. */
  learn(hash: string, signal: AbortSignal): Promise<Result<{ readonly knowledge: string }, Failure>>;
}

/** @internal */
export function sessionsApi({ project, options, operation }: DoorContext): SessionsApi {
  const context = async (hash = project.hash, references: readonly string[] = []): Promise<SessionContext> => ({
    ...(await operation({ root: project.root, hash })),
    references,
  });

  async function open(hash: string, references?: readonly string[]): Promise<Result<OpenSession, Failure>> {
    const { openSession } = await import('../descriptors/session.ts');
    return openSession(await context(hash, references));
  }

  async function within<T>(
    hash: string,
    act: (opened: OpenSession) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    const opened = await open(hash);
    if (!opened.ok) return opened;
    const acted = await act(opened.value);
    const closed = await opened.value.close();
    return acted.ok && !closed.ok ? closed : acted;
  }

  /** Who conducts is looked for when it is recorded. */
  async function requested(opened: OpenSession): Promise<Requested> {
    const { findConductor } = await import('../find-conductor.ts');
    const { state } = opened.store;
    const id = state.kind === 'session' ? state.request_id : '';
    return { id, conductor: findConductor(opened.folder) };
  }

  return {
    list: async () => (await import('../operations/sessions/list.ts')).listSessions({ project, env: options.env }),
    settleDuplicates: async () =>
      (await import('../operations/sessions/settle-duplicates.ts')).settleDuplicates(await context()),
    current: async () => (await import('../operations/sessions/list.ts')).currentSession(project),
    present: async (wanted) =>
      (await import('../operations/sessions/present.ts')).presentSession(await context(), wanted),
    conductor: async ({ folder }) => (await import('../find-conductor.ts')).findConductor(folder),
    status: async (session) => (await import('../operations/sessions/status.ts')).readSession(session, options.env),

    start: async ({ request, references = [] }) => {
      const { startSession } = await import('../operations/sessions/start.ts');
      const started = await startSession(request, await context(project.hash, references));
      return started.ok ? ok(await conductorOf(started.value, project.hash)) : started;
    },
    resume: async (hash, references) => {
      const { resumeSession } = await import('../operations/sessions/decide.ts');
      const opened = await open(hash, references);
      if (!opened.ok) return opened;
      const resumed = await resumeSession(opened.value);
      if (resumed.ok) return ok(await conductorOf(opened.value, hash));
      await opened.value.close();
      return resumed;
    },
    conduct: async (hash) => {
      const opened = await open(hash);
      return opened.ok ? ok(await conductorOf(opened.value, hash)) : opened;
    },

    deliver: async (hash) => {
      const { deliverSession } = await import('../operations/sessions/decide.ts');
      return within(hash, async (opened) => {
        const asked = await deliverSession(opened);
        return asked.ok ? ok(await requested(opened)) : asked;
      });
    },
    stop: async (hash, signal) => {
      const { stopSession } = await import('../operations/sessions/decide.ts');
      const { learnNow } = await import('../operations/sessions/learn.ts');
      return within(hash, async (opened) => {
        const stopped = await stopSession(opened);
        if (!stopped.ok) return stopped;
        const request = await requested(opened);
        // What it taught is learned here where nobody conducts; a conductor does so itself.
        const learned = request.conductor === null ? await learnNow(opened, signal) : ok();
        return learned.ok ? ok(request) : learned;
      });
    },
    reset: async (hash, signal) => {
      const { endSession } = await import('../operations/sessions/end.ts');
      return within(hash, async (opened) => {
        const ended = await endSession(opened, signal);
        return ended.ok ? ok(await requested(opened)) : ended;
      });
    },
    learn: async (hash, signal) => {
      const { learnNow } = await import('../operations/sessions/learn.ts');
      return within(hash, async (opened) => {
        const learned = await learnNow(opened, signal);
        return learned.ok ? ok({ knowledge: opened.services.knowledge }) : learned;
      });
    },
  };
}

async function conductorOf(open: OpenSession, hash: string): Promise<SessionConductor> {
  const { createConductor } = await import('./conductor.ts');
  const { toSessionView } = await import('./session-view.ts');
  const { conductSession } = await import('../operations/sessions/conduct.ts');
  const { store, folder, services } = open;
  return createConductor({
    ...open,
    id: hash,
    view: () => {
      if (store.state.kind === 'none') throw new Error('no session was begun here');
      return toSessionView(store.state, { hash, folder });
    },
    isOver: ({ status, delivery }) => status === 'stopped' || (status === 'completed' && delivery?.at !== 'wanted'),
    conduct: (signal) => conductSession(open, signal),
    redact: services.redact,
  });
}
