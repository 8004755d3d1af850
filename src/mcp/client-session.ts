import { type Failure, throwFailure, unwrap } from '../base/failure.ts';
import type { Result } from '../base/result.ts';
import { redactor, secretsIn } from '../base/redact.ts';
import { withoutEscapes } from '../base/escapes.ts';
import type { ProjectApi, Waited } from '../engine/door/open-project.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import { EventFeed } from './event-feed.ts';

export interface SessionOptions {
  readonly project: ProjectApi;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly words: Catalogue;
  readonly language: string;
  /** How this program is called, for processes that conduct. */
  readonly program: readonly [string, ...string[]];
  /** As `--agent` and `--model`, for all that is begun. */
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  /** The longest that a call takes. */
  readonly withinMs: number;
}

/** One client, from its coming to its leaving: what every tool works with. */
export class ClientSession {
  readonly options: SessionOptions;
  /** What was begun for this client, and is theirs to stop. */
  readonly begun = new Set<string>();
  readonly feed: EventFeed;
  /** What somebody waits for now, by the name it was given. */
  readonly waits = new Map<string, Promise<Result<Waited, Failure>>>();
  readonly #leaving = new AbortController();
  readonly #calls = new Set<Promise<unknown>>();
  readonly #redact: (text: string) => string;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: SessionOptions) {
    this.options = options;
    this.feed = new EventFeed(options.project);
    this.#redact = redactor(secretsIn(options.env));
  }

  get project(): ProjectApi {
    return this.options.project;
  }

  get words(): Catalogue {
    return this.options.words;
  }

  /** Aborted when the client has left. Work goes on then; only waiting for it ends. */
  get left(): AbortSignal {
    return this.#leaving.signal;
  }

  /** The client has left. Settled once nothing is half begun. */
  async leave(): Promise<void> {
    this.#leaving.abort();
    while (this.#calls.size > 0) await Promise.allSettled(this.#calls);
  }

  async track<T>(call: Promise<T>): Promise<T> {
    this.#calls.add(call);
    try {
      return await call;
    } finally {
      this.#calls.delete(call);
    }
  }

  /** One after the other: of two calls at the same moment the second sees what the first began. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Text of others, for a client: no secrets, no terminal sequences, no hidden characters. */
  clean(text: string): string {
    return this.#redact(withoutEscapes(text));
  }

  /** Has a process of its own conduct what was begun. */
  async conduct(args: readonly string[]): Promise<void> {
    const { program, language } = this.options;
    unwrap(await this.project.launch({ program, args: [...args, '--lang', language] }));
  }

  /** What every command in a process of its own is told: never to trust, never to agree. */
  flags(): string[] {
    const { agent, model, language } = this.options;
    return [
      ...(agent === undefined ? [] : ['--agent', agent]),
      ...(model === undefined ? [] : ['--model', model]),
      '--project',
      this.project.project.root,
      '--lang',
      language,
      '--no-dashboard',
    ];
  }

  /** Whether a person has agreed to what the repository would run. */
  async requireTrust(): Promise<void> {
    const { isTrusted, runnables, unconfined } = unwrap(await this.project.readTrust());
    if (!isTrusted) throwFailure('trust.needed', { count: runnables.length, unconfined: unconfined !== null });
  }

  /** Whether work may be begun: with trust, not more than an agent can follow, and not without money. */
  async requireRoom(): Promise<void> {
    await this.requireTrust();
    const [{ spent }, budget, conductors] = await Promise.all([
      this.project.snapshot(),
      this.project.records.budget(),
      this.project.conductors(),
    ]);
    if (conductors.length >= MOST_CONDUCTED) throwFailure('mcp.too_many', { limit: MOST_CONDUCTED });
    const cost = spent.cost_usd ?? 0;
    if (budget !== null && cost >= budget) throwFailure('budget.reached', { limit: budget, spent: cost });
  }
}

const MOST_CONDUCTED = 5;
