import { createContext, use, useSyncExternalStore, type ReactNode } from 'react';
import type { Connection, LiveStream } from './live-stream.ts';

const Context = createContext<LiveStream | null>(null);

export function LiveProvider({ stream, children }: { stream: LiveStream; children: ReactNode }) {
  return <Context value={stream}>{children}</Context>;
}

export function useLiveStream(): LiveStream {
  const stream = use(Context);
  if (stream === null) throw new Error('no stream');
  return stream;
}

export function useConnection(): Connection {
  const stream = useLiveStream();
  return useSyncExternalStore(stream.onConnection, stream.connection);
}

/** Decisions need a server that hears them. */
export function useIsOffline(): boolean {
  return useConnection().state === 'lost';
}
