import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';

/**
 * The two ways between the protocol and the process. What the agent says of its own accord (updates) never comes this
 * way: it is read where it arrives, in order, and as loosely as any other vendor's stream.
 */
export interface AgentConnection {
  readonly stream: Stream;
  /** From the agent: a request, or a response to one of ours. False for what nobody waits for. */
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
