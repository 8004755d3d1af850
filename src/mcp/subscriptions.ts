import { type McpServer, ProtocolError } from '@modelcontextprotocol/server';
import type { ClientSession } from './client-session.ts';
import { documentUri } from './resources.ts';

const LOOK_EVERY_MS = 500;
const MOST_SUBSCRIPTIONS = 1000;
const LONGEST_URI = 4096;
const INVALID_PARAMS = -32_602;
const BUSY = -32_000;

/** Looks for documents that were replaced, by whomever, from when the client first wants to know, and tells it. */
export class DocumentWatcher {
  readonly #session: ClientSession;
  readonly #isBlocked: () => boolean;
  /** What an older client subscribed to. Of a newer one the SDK knows it, and passes on what is wanted. */
  readonly #wanted = new Set<string>();
  #isLegacy = false;
  #server: McpServer['server'] | undefined;
  #known: Promise<ReadonlyMap<string, string>> | undefined;
  #isLooking = false;

  constructor(session: ClientSession, isBlocked: () => boolean) {
    this.#session = session;
    this.#isBlocked = isBlocked;
  }

  serve({ server }: McpServer, era: 'legacy' | 'modern'): void {
    this.#server = server;
    this.#isLegacy = era === 'legacy';
    if (!this.#isLegacy) return;
    server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
      if (uri.length > LONGEST_URI)
        throw new ProtocolError(INVALID_PARAMS, `a URI has at most ${LONGEST_URI} characters`);
      if (this.#wanted.size >= MOST_SUBSCRIPTIONS && !this.#wanted.has(uri))
        throw new ProtocolError(BUSY, `at most ${MOST_SUBSCRIPTIONS} subscriptions`);
      this.#wanted.add(uri);
      await this.begin();
      return {};
    });
    server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
      this.#wanted.delete(uri);
      return {};
    });
  }

  /** What is replaced once this is settled is told. */
  async begin(): Promise<void> {
    if (this.#known === undefined) {
      this.#known = this.#revisions();
      const timer = setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
      this.#session.left.addEventListener('abort', () => clearInterval(timer), { once: true });
    }
    await this.#known;
  }

  async #revisions(): Promise<ReadonlyMap<string, string>> {
    const documents = await this.#session.project.documents.list();
    return new Map(documents.map(({ path, revision }) => [documentUri(path), revision]));
  }

  async #look(): Promise<void> {
    // What changed meanwhile is seen with the next look.
    if (this.#isLooking || this.#isBlocked()) return;
    this.#isLooking = true;
    try {
      const [before = new Map<string, string>(), now] = [await this.#known, await this.#revisions()];
      this.#known = Promise.resolve(now);
      const replaced = [...now.keys()].filter((uri) => before.has(uri) && before.get(uri) !== now.get(uri));
      for (const uri of replaced)
        if (!this.#isLegacy || this.#wanted.has(uri)) await this.#server?.sendResourceUpdated({ uri });
      const isOther = now.size !== before.size || [...now.keys()].some((uri) => !before.has(uri));
      if (isOther) await this.#server?.sendResourceListChanged();
    } catch {
      // The client has left, or the folder is gone.
    } finally {
      this.#isLooking = false;
    }
  }
}
