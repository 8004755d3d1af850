import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { ProcessCommand, ProcessEnding, RunningProcess, Spawner } from '../process/command.ts';

/** How long a server may take to go after its input has ended. */
const LEAVE_MS = 500;

export interface McpTransport extends Transport {
  /** Once it was started. */
  readonly ended: Promise<ProcessEnding>;
}

/** A server that is a process of ours: one message a line, on its input and output. What is no message is passed over. */
export function createMcpTransport(
  spawner: Spawner,
  command: ProcessCommand,
  read: (line: string) => JSONRPCMessage,
): McpTransport {
  let running: RunningProcess | undefined;
  let hasEnded: (ending: ProcessEnding) => void = () => {};
  const ended = new Promise<ProcessEnding>((resolve) => {
    hasEnded = resolve;
  });
  const hear = (line: string, cut: boolean): void => {
    if (cut || !line.startsWith('{')) return;
    let message: JSONRPCMessage;
    try {
      message = read(line);
    } catch {
      return;
    }
    transport.onmessage?.(message);
  };
  const transport: McpTransport = {
    ended,
    start: () => {
      running = spawner.start({ ...command, keepsInputOpen: true }, { stdout: hear });
      void running.ended.then((ending) => {
        hasEnded(ending);
        transport.onclose?.();
      });
      return Promise.resolve();
    },
    send: async (message) => {
      const isTaken = await running?.write(`${JSON.stringify(message)}\n`);
      if (isTaken !== true) throw new Error('the server does not listen');
    },
    close: async () => {
      const server = running;
      if (server === undefined) return;
      server.endInput();
      const timer = setTimeout(() => void server.end(), LEAVE_MS);
      await server.ended;
      clearTimeout(timer);
    },
  };
  return transport;
}
