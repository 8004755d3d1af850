import type { McpServer } from '@modelcontextprotocol/server';
import type { ClientSession } from './client-session.ts';
import { documentUri } from './resources.ts';

const LOOK_EVERY_MS = 500;
const MOST_SUBSCRIPTIONS = 1000;

/**
 * Tells the client which documents were replaced. Whoever conducts records first and writes then, so an event is a
 * reason to look; hand edits leave no event, so there is a look now and then anyway.
 */
export function watchDocuments(
  { server }: McpServer,
  session: ClientSession,
  { era, isBlocked }: { readonly era: 'legacy' | 'modern'; readonly isBlocked: () => boolean },
): void {
  const wanted = new Set<string>();
  let known = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  const begin = async (): Promise<void> => {
    if (timer !== undefined || session.left.aborted) return;
    timer = setInterval(() => void look(), LOOK_EVERY_MS);
    timer.unref();
    session.left.addEventListener('abort', () => clearInterval(timer), { once: true });
    known = await revisions();
  };

  const revisions = async () =>
    new Map((await session.project.documents.list()).map(({ path, revision }) => [documentUri(path), revision]));

  async function look(): Promise<void> {
    // What changed meanwhile is seen with the next look.
    if (isLooking || isBlocked()) return;
    isLooking = true;
    try {
      const now = await revisions();
      const changed = [...now].filter(([uri, revision]) => known.has(uri) && known.get(uri) !== revision);
      const isOther = now.size !== known.size || [...now.keys()].some((uri) => !known.has(uri));
      known = now;
      // Newer clients subscribe with the SDK, which passes on what they want.
      for (const [uri] of changed) if (era === 'modern' || wanted.has(uri)) await server.sendResourceUpdated({ uri });
      if (isOther) await server.sendResourceListChanged();
    } catch {
      // The client has left, or the folder is gone.
    } finally {
      isLooking = false;
    }
  }

  if (era === 'modern') void begin();
  else {
    server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
      if (wanted.size < MOST_SUBSCRIPTIONS) wanted.add(uri);
      await begin();
      return {};
    });
    server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
      wanted.delete(uri);
      return {};
    });
  }
}
