import type { RunningProcess } from '../process/command.ts';
import type { OnAgentEvent } from './port.ts';

/** Exchanges messages with a program while it runs, instead of handing it one prompt. */
export interface DuplexClient {
  /** Called once the program runs. */
  begin(talk: DuplexChannel): void;
  /** Tells the program that the call is cancelled; it is ended soon after. */
  cancel(): void;
}

export interface DuplexChannel {
  /** Resolves once the program has read it; false when it reads no more. */
  readonly write: (text: string) => Promise<boolean>;
  readonly emit: OnAgentEvent;
  /** The turn is over: how the process ends no longer changes the result. */
  readonly finish: () => void;
}

/** How long a program may take to stop its work, and to exit after its input ends. */
const CANCEL_MS = 2000;
const EXIT_MS = 1000;

export interface DuplexRun {
  /** To be called once the process is gone. Returns what ended the exchange, unless the process did. */
  end(): 'over' | 'cancelled' | undefined;
}

/** Connects a client with a running program, and ends the program after the exchange. */
export function runDuplexClient(
  client: DuplexClient,
  running: RunningProcess,
  { signal, emit }: { readonly signal: AbortSignal; readonly emit: OnAgentEvent },
): DuplexRun {
  const timers: NodeJS.Timeout[] = [];
  let ending: 'over' | 'cancelled' | undefined;
  const endIn = (ms: number): void => void timers.push(setTimeout(() => void running.end(), ms));
  const cancel = (): void => {
    ending ??= 'cancelled';
    client.cancel();
    endIn(CANCEL_MS);
  };
  signal.addEventListener('abort', cancel);
  client.begin({
    write: (text) => running.write(text),
    emit,
    finish: () => {
      ending ??= 'over';
      running.endInput();
      endIn(EXIT_MS);
    },
  });
  return {
    end: () => {
      signal.removeEventListener('abort', cancel);
      timers.forEach(clearTimeout);
      return ending;
    },
  };
}
