import type { Io } from './io.ts';
import { type Colours, coloursFor } from './terminal/colours.ts';
import { createLive, type Live } from './terminal/live.ts';

/** The story as it is told to whoever looks on: lines that stay, and in a terminal a few that change. */
export interface StderrView extends Live {
  readonly colours: Colours;
  /** Of the terminal as it is now; without one lines are as long as they are. */
  readonly columns: number;
  readonly isLive: boolean;
}

export function openStderrView({ stderr, env }: Io, { color }: { readonly color: boolean }): StderrView {
  const live = createLive(stderr, { env });
  return {
    colours: coloursFor({ color, env, output: stderr }),
    isLive: stderr.isTTY && env['TERM'] !== 'dumb',
    get columns() {
      return stderr.isTTY ? Math.max(20, stderr.columns ?? 80) : Infinity;
    },
    print: (line) => live.print(line),
    set: (lines) => live.set(lines),
    close: () => live.close(),
  };
}
