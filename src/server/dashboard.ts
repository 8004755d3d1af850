import { throwFailure, unwrap } from '../base/failure.ts';
import { redactor, secretsIn } from '../base/redact.ts';
import { type HomeApi, type KnownProject, openHome } from '../engine/door/open-home.ts';
import type { ProjectApi } from '../engine/door/open-project.ts';
import type { EventHub } from './event-hub.ts';
import type { RemoteAccess } from './remote-access.ts';
import type { SignIn } from './sign-in.ts';

export interface DashboardOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** How this program is called, for processes that conduct. */
  readonly program: readonly [string, ...string[]];
  readonly startedAt: string;
  readonly language: string;
  /** As `--agent` and `--model`, for all that is begun from the browser. */
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
}

const AGENTS_HOLD_MS = 60_000;

/** All that the routes work with: the projects of the user, and what the server itself is. */
export class Dashboard {
  readonly options: DashboardOptions;
  readonly redact: (text: string) => string;
  readonly #open = new Map<string, ProjectApi>();
  #agents: { readonly until: number; readonly listed: ReturnType<ProjectApi['listAgents']> } | undefined;

  constructor(options: DashboardOptions) {
    this.options = options;
    this.redact = redactor(secretsIn(options.env));
  }

  /** Those that the user worked on, latest first, each once. */
  projects(): readonly KnownProject[] {
    const known = unwrap(this.#home(this.options.language).projects());
    return known.filter(({ hash }, n) => known.findIndex((other) => other.hash === hash) === n);
  }

  /** One of them, speaking a language. An id that is not in the list names nothing. */
  project(id: string, language: string = this.options.language): ProjectApi {
    const known = this.projects().find(({ hash }) => hash === id);
    if (known === undefined) return throwFailure('http.unknown', { name: `project ${id}` });
    const key = `${language} ${known.path}`;
    // Its folder may be gone by now, or another one.
    const now = unwrap(this.#home(language).open(known.path));
    const before = this.#open.get(key);
    if (before !== undefined && before.project.root === now.project.root) return before;
    this.#open.set(key, now);
    return now;
  }

  /** The same; undefined where its folder is gone, or is nothing that may be opened. */
  openProject(id: string, language?: string): ProjectApi | undefined {
    try {
      return this.project(id, language);
    } catch {
      return undefined;
    }
  }

  #home(language: string): HomeApi {
    const { env, agent, model } = this.options;
    return unwrap(openHome({ env, language, agent, model }));
  }

  /** Which agents there are: programs are asked for it, so for a while what they said holds. */
  listAgents(project: ProjectApi): ReturnType<ProjectApi['listAgents']> {
    const now = performance.now();
    if (this.#agents === undefined || this.#agents.until < now)
      this.#agents = { until: now + AGENTS_HOLD_MS, listed: project.listAgents(AbortSignal.timeout(AGENTS_HOLD_MS)) };
    return this.#agents.listed;
  }
}

/** What the server has besides. */
export interface ServerParts {
  readonly signIn: SignIn;
  readonly hub: EventHub;
  readonly remote: RemoteAccess;
  /** On this machine. */
  readonly port: number;
  readonly origin: string;
  readonly stop: () => void;
}
