import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';

/**
 * Connects the protocol library with the process. Updates (notifications of the agent) do not pass through it: they are
 * read as they arrive, in order, and as leniently as any other vendor's stream.
 */
export interface AgentConnection {
  readonly stream: Stream;
  /** Takes a request of the agent, or a response to one of ours. False for a response that nothing waits for. */
  receive(message: AnyMessage): boolean;
  close(): void;
}

export function openConnection(write: (text: string) => Promise<boolean>): AgentConnection {
  /** Requests that wait for a response. */
  const open = new Set<unknown>();
  let incoming: ReadableStreamDefaultController<AnyMessage> | undefined;
  const readable = new ReadableStream<AnyMessage>({
    start: (controller) => {
      incoming = controller;
    },
    cancel: () => {
      incoming = undefined;
    },
  });
  const writable = new WritableStream<AnyMessage>({
    write: async (message) => {
      if ('method' in message && 'id' in message) open.add(message.id);
      if (!(await write(`${JSON.stringify(message)}\n`))) throw new Error('the agent no longer listens');
    },
  });
  return {
    stream: { readable, writable },
    receive: (message) => {
      if (!('method' in message) && !open.delete(message.id)) return false;
      incoming?.enqueue(message);
      return true;
    },
    close: () => {
      incoming?.close();
      incoming = undefined;
    },
  };
}
