import type { ServerContext } from '@modelcontextprotocol/server';
import type { ClientSession } from './client-session.ts';

/** One call of a tool. */
export interface Call {
  readonly session: ClientSession;
  /** Aborted when the client takes the call back, and not when it leaves: then what was begun is ended. */
  readonly cancelled: AbortSignal;
  /** Aborted when the client takes the call back or leaves: nobody waits any more. */
  readonly unwanted: AbortSignal;
  /** How long the call may still take, of so many seconds that the client gives it. */
  left(seconds?: number): number;
  /** Tells the client that something happened, if it wants to know. */
  tell(message: string): void;
  /** What the client calls itself. */
  readonly client: string;
  /** Whether the client can put a question to its person. */
  readonly canAsk: boolean;
  readonly context: ServerContext;
}

interface CallOptions extends Pick<Call, 'client' | 'canAsk'> {
  readonly isBlocked: () => boolean;
}

/** The call as tools see it. */
export function openCall(
  session: ClientSession,
  context: ServerContext,
  { client, canAsk, isBlocked }: CallOptions,
): Call {
  const begun = performance.now();
  const { signal, _meta: meta } = context.mcpReq;
  const cancelled = new AbortController();
  // Leaving aborts the request, too: that is no wish to end the work.
  const hear = () => session.left.aborted || cancelled.abort();
  if (signal.aborted) hear();
  else signal.addEventListener('abort', hear, { once: true });
  const token = meta?.progressToken;
  let [progress, toldAt] = [0, -Infinity];
  return {
    session,
    context,
    client,
    canAsk,
    cancelled: cancelled.signal,
    unwanted: AbortSignal.any([cancelled.signal, session.left]),
    left: (seconds = Infinity) =>
      Math.max(0, Math.min(session.options.withinMs, seconds * 1000) - (performance.now() - begun)),
    tell: (message) => {
      const now = performance.now();
      if (token === undefined || now - toldAt < TELL_EVERY_MS || isBlocked()) return;
      toldAt = now;
      const params = { progressToken: token, progress: ++progress, message: session.clean(message) };
      // The client may have left.
      void context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
    },
  };
}

const TELL_EVERY_MS = 250;
