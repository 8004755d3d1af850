import { failure, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { openDashboardPlace } from '../engine/door/dashboard.ts';
import { answerRequest, send } from './answer-request.ts';
import { failureAnswer } from './answer-failure.ts';
import { Dashboard, type DashboardOptions } from './dashboard.ts';
import { EventHub, type HubLimits } from './event-hub.ts';
import { handlersFor } from './handlers.ts';
import { listen, type OnRequest } from './listen.ts';
import { RemoteAccess } from './remote-access.ts';
import { type OwnNames, ownNames } from './request-guard.ts';
import { newSecret, SignIn } from './sign-in.ts';
import { readStaticFiles } from './static-files.ts';
import { ProjectWatcher } from './watch-projects.ts';
import { loadCatalogue } from '../i18n/language.ts';

export interface ServeOptions extends Omit<DashboardOptions, 'startedAt'> {
  /** The first to be tried. */
  readonly port: number;
  /** Where the built pages lie. */
  readonly pages: string;
  readonly limits?: Partial<HubLimits & IdleLimits>;
}

interface IdleLimits {
  /** Ends after this long without a conductor and without a client. */
  readonly idleMs: number;
  readonly lookMs: number;
}

export interface Served {
  readonly port: number;
  readonly origin: string;
  stop(): void;
  /** Once it has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

type Answer = (...args: [...Parameters<OnRequest>, names: readonly OwnNames[]]) => void;

const IDLE_MS = 30 * 60_000;
const LOOK_MS = 30_000;

/** Serves all projects of the user in this process; null where another process does already. */
export async function serve(options: ServeOptions): Promise<Result<Served | null, Failure>> {
  const place = openDashboardPlace(options.env);
  if (!place.ok) return place;
  const taken = place.value.take();
  if (!taken.ok) return taken;
  if (!taken.value) return ok(null);
  const startedAt = new Date().toISOString();
  const dashboard = new Dashboard({ ...options, startedAt });
  const [token, key] = [newSecret(), newSecret()];
  let answer: Answer = (_, response) => response.writeHead(503).end();
  const listening = await listen(options.port, (request, response) =>
    answer(request, response, [own, ...remote.proxiedNames]),
  );
  if (!listening.ok) {
    place.value.leave();
    return listening;
  }
  const { port, close } = listening.value;
  const origin = `http://127.0.0.1:${port}`;
  const signIn = new SignIn({ token, key, port, now: () => Date.now() });
  const own = ownNames(port);
  const remote = new RemoteAccess({
    place: place.value,
    signIn,
    port,
    onRequest: (request, response) => answer(request, response, remote.names),
  });
  const hub = new EventHub({
    version: options.version,
    now: () => new Date(),
    onWanted: (isWanted) => (isWanted ? watcher.start() : watcher.stop()),
    limits: options.limits ?? {},
  });
  const watcher = new ProjectWatcher(dashboard, hub);
  let lastUsed = Date.now();
  const end = new AbortController();
  const ended = new Promise<void>((resolve) => end.signal.addEventListener('abort', () => resolve(), { once: true }));
  const stop = (): void => {
    if (end.signal.aborted) return;
    clearInterval(idle);
    watcher.stop();
    hub.close();
    remote.close();
    close();
    place.value.leave();
    end.abort();
  };
  const parts = { signIn, hub, remote, port, origin, stop };
  const answering = {
    ...parts,
    dashboard,
    handlers: handlersFor(parts),
    files: readStaticFiles(options.pages),
  };
  answer = (request, response, names) => {
    lastUsed = Date.now();
    answerRequest(request, response, { ...answering, names }).catch(async () => {
      // A bug: what was done is recorded, and the page is told something it can show.
      const words = await loadCatalogue('en');
      send(response, 500, failureAnswer(failure('http.bug', {}), words));
    });
  };
  const { idleMs = IDLE_MS, lookMs = LOOK_MS } = options.limits ?? {};
  const idle = setInterval(() => {
    void isUsed(dashboard, hub).then((used) => {
      // Whoever lets other devices in wants them to find it.
      if (used || remote.isOpen) lastUsed = Date.now();
      else if (Date.now() - lastUsed >= idleMs) stop();
    });
  }, lookMs).unref();
  const { version } = options;
  const written = place.value.write({
    version: 1,
    pid: process.pid,
    port,
    program: version,
    started_at: startedAt,
    token,
    key,
  });
  if (written.ok) return ok({ port, origin, stop, ended });
  stop();
  return written;
}

/** Whether somebody looks, or something is conducted. */
async function isUsed(dashboard: Dashboard, hub: EventHub): Promise<boolean> {
  if (hub.clients > 0) return true;
  for (const { hash } of dashboard.projects()) {
    try {
      if ((await dashboard.project(hash).conductors()).length > 0) return true;
    } catch {
      // Its folder is gone.
    }
  }
  return false;
}
