/** One message of the server's stream, as every tab gets it. */
export interface LiveMessage {
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

export type Connection = { readonly state: 'connecting' | 'open' } | { readonly state: 'lost'; readonly since: number };

export interface LiveStream {
  readonly onMessage: (listener: (message: LiveMessage) => void) => () => void;
  readonly onConnection: (listener: () => void) => () => void;
  readonly connection: () => Connection;
  readonly close: () => void;
}

interface Options {
  /** Where the stream is read from, after this event; null: from now on. */
  readonly address: (after: string | null) => string;
  /** Types of events that the server sends. */
  readonly types: readonly string[];
  /** How long nothing may be heard of the tab that reads the stream before a visible tab takes over. */
  readonly patienceMs?: number;
}

type Shared =
  | { readonly kind: 'message'; readonly message: LiveMessage }
  | { readonly kind: 'connection'; readonly connection: Connection }
  | { readonly kind: 'beat' }
  | { readonly kind: 'hello' };

const LOCK = 'orchestral-stream';
const BEAT_MS = 5_000;

/**
 * One stream for all tabs: browsers open six connections to a server, and a stream for each tab would hang the seventh.
 * The tab that holds the lock reads and tells the others; when it closes, the next one gets the lock and continues after
 * the last message it heard.
 */
export function openLiveStream({ address, types, patienceMs = 20_000 }: Options): LiveStream {
  const messages = new Set<(message: LiveMessage) => void>();
  const connections = new Set<() => void>();
  const channel = new BroadcastChannel(LOCK);
  const closing = new AbortController();
  let connection: Connection = { state: 'connecting' };
  let lastId: string | null = null;
  let heardAt = Date.now();
  let reader: Reader | null = null;

  const deliver = (message: LiveMessage): void => {
    if (message.id !== '') lastId = message.id;
    for (const listener of messages) listener(message);
  };
  const become = (next: Connection): void => {
    if (next.state === connection.state) return;
    connection = next;
    for (const listener of connections) listener();
  };
  const share = (shared: Shared): void => channel.postMessage(shared);

  channel.addEventListener('message', ({ data }: MessageEvent<Shared>) => {
    heardAt = Date.now();
    if (data.kind === 'message') deliver(data.message);
    else if (data.kind === 'connection') become(data.connection);
    else if (data.kind === 'hello' && reader !== null) share({ kind: 'connection', connection });
  });

  const lead = (): Promise<void> => {
    reader = readStream({
      open: () => new EventSource(address(lastId)),
      types,
      onMessage: (message) => {
        deliver(message);
        share({ kind: 'message', message });
      },
      onConnection: (next) => {
        become(next);
        share({ kind: 'connection', connection: next });
      },
    });
    return new Promise((resolve) => closing.signal.addEventListener('abort', () => resolve()));
  };

  const queue = async (steal: boolean): Promise<void> => {
    try {
      await (steal
        ? navigator.locks.request(LOCK, { steal }, lead)
        : navigator.locks.request(LOCK, { signal: closing.signal }, lead));
    } catch {
      // Another tab took the lock; this one waits for its turn again.
      reader?.close();
      reader = null;
      if (!closing.signal.aborted) void queue(false);
    }
  };

  const timer = setInterval(() => {
    if (reader !== null) share({ kind: 'beat' });
    else if (document.visibilityState === 'visible' && Date.now() - heardAt > patienceMs) {
      heardAt = Date.now();
      void queue(true);
    }
  }, BEAT_MS);
  const look = (): void => {
    if (document.visibilityState === 'visible') reader?.check();
  };
  document.addEventListener('visibilitychange', look);
  share({ kind: 'hello' });
  void queue(false);

  return {
    onMessage: (listener) => subscribe(messages, listener),
    onConnection: (listener) => subscribe(connections, listener),
    connection: () => connection,
    close: () => {
      closing.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      reader?.close();
      channel.close();
    },
  };
}

interface Reader {
  /** Connects anew where the connection was given up. */
  check(): void;
  close(): void;
}

function readStream(options: {
  open: () => EventSource;
  types: readonly string[];
  onMessage: (message: LiveMessage) => void;
  onConnection: (connection: Connection) => void;
}): Reader {
  let source: EventSource;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let since: number | null = null;
  const connect = (): void => {
    source = options.open();
    source.addEventListener('open', () => {
      since = null;
      options.onConnection({ state: 'open' });
    });
    source.addEventListener('error', () => {
      since ??= Date.now();
      options.onConnection({ state: 'lost', since });
      // The browser connects again by itself, but not after an answer that is no stream.
      if (source.readyState === EventSource.CLOSED) retry = setTimeout(connect, 2_000);
    });
    for (const type of options.types)
      source.addEventListener(type, (event: MessageEvent<string>) =>
        options.onMessage({ id: event.lastEventId, type, data: event.data }),
      );
  };
  connect();
  const stop = (): void => {
    clearTimeout(retry);
    source.close();
  };
  return {
    check: () => {
      if (source.readyState === EventSource.OPEN) return;
      stop();
      connect();
    },
    close: stop,
  };
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
