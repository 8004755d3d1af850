import type { RunningProcess } from '../process/command.ts';
import type { OnAgentEvent } from './port.ts';

/** Who talks with a program while it runs, instead of handing it a prompt. */
export interface Talker {
  /** The program runs. */
  begin(talk: Talk): void;
  /** The call was cancelled: the program is told so, and soon ended. */
  cancel(): void;
}

export interface Talk {
  /** Resolves once the program has taken it; with false when it no longer listens. */
  readonly write: (text: string) => Promise<boolean>;
  readonly tell: OnAgentEvent;
  /** The turn is over: whatever becomes of the process now, it takes nothing back. */
  readonly leave: () => void;
}

/** How long a program may take to stop what it does, and then to go on its own. */
const cancelMs = 2000;
const leaveMs = 1000;

export interface Talking {
  /** Once the process is gone: how the talk came to its end, if not by the process itself. */
  end(): 'over' | 'cancelled' | undefined;
}

/** Lets somebody talk with a running program, and sees it off when all is said. */
export function talkWith(
  talker: Talker,
  running: RunningProcess,
  { signal, tell }: { readonly signal: AbortSignal; readonly tell: OnAgentEvent },
): Talking {
  const timers: NodeJS.Timeout[] = [];
  let way: 'over' | 'cancelled' | undefined;
  const endIn = (ms: number): void => void timers.push(setTimeout(() => void running.end(), ms));
  const cancel = (): void => {
    way ??= 'cancelled';
    talker.cancel();
    endIn(cancelMs);
  };
  signal.addEventListener('abort', cancel);
  talker.begin({
    write: (text) => running.write(text),
    tell,
    leave: () => {
      way ??= 'over';
      running.endInput();
      endIn(leaveMs);
    },
  });
  return {
    end: () => {
      signal.removeEventListener('abort', cancel);
      timers.forEach(clearTimeout);
      return way;
    },
  };
}
