import type { Context } from './context.ts';
import { eventLine } from './report/agent-event.ts';
import { FRAME_MS } from './report/elapsed.ts';
import { type LogLine, formatLogLine, type LogLevel } from './report/log-line.ts';
import { type AgentActivity, createLineBuffers } from './report/line-buffer.ts';

/** Tells people: lines that stay for what is done, and in a terminal some that change for what is going on. */
export interface ProgressPrinter {
  print(told: LogLine): void;
  /** An effect goes on from now on, and so do the lines that change. */
  begin(effect: string, at: string): void;
  /** How long it took, where its beginning was heard. */
  end(effect: string, at: string): number | undefined;
  printAgentEvent(said: AgentOutput): void;
  /** What a speaker was still saying is told, however it would have gone on. */
  flush(speaker: string): void;
  /** The lines that change as they are now; the terminal is given back where there are none. */
  redraw(): void;
  pause(): void;
  close(): void;
}

interface AgentOutput {
  /** An effect, where several go on at a time. */
  readonly speaker: string;
  readonly role: string;
  readonly event: AgentActivity;
}

export interface PrinterOptions {
  readonly level: LogLevel;
  /** Masks secrets. */
  readonly redact: (text: string) => string;
  /** Those that change in place. */
  readonly lines: () => readonly string[];
  /** How wide what lines are about is. */
  readonly termWidth?: number;
  /** What stands before the words of an agent. */
  readonly indent?: (speaker: string) => string;
}

const weights: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

export function createProgressPrinter(
  context: Context,
  { level, redact, lines, termWidth, indent = () => '  ' }: PrinterOptions,
): ProgressPrinter {
  const { words } = context;
  const story = context.stderrView();
  const startedAt = new Map<string, string>();
  let isRehearsalSaid = false;
  let timer: NodeJS.Timeout | undefined;

  const isTold = (weight: LogLevel) => weights.indexOf(weight) >= weights.indexOf(level);
  const print = (told: LogLine): void => {
    if (!isTold(told.weight)) return;
    const { colours, columns } = story;
    const shape = { colours, columns, ...(termWidth !== undefined && { termWidth }) };
    for (const line of formatLogLine(told, shape)) story.print(redact(line));
  };
  const pause = (): void => {
    clearInterval(timer);
    timer = undefined;
    story.set([]);
  };
  const voices = createLineBuffers((event, speaker) => {
    if (event.type === 'other' || !isTold('debug')) return;
    const before = indent(speaker);
    story.print(before + eventLine(event, { words, columns: story.columns - before.length, redact }));
  });

  return {
    print,
    begin: (effect, at) => {
      startedAt.set(effect, at);
      if (story.isLive && isTold('warn')) timer ??= setInterval(() => story.set(lines()), FRAME_MS);
    },
    end: (effect, at) => {
      const began = startedAt.get(effect);
      startedAt.delete(effect);
      return began === undefined ? undefined : Math.max(0, Date.parse(at) - Date.parse(began));
    },
    printAgentEvent: ({ speaker, role, event }) => {
      if (event.type === 'started' && event.model === 'rehearsal' && !isRehearsalSaid) {
        isRehearsalSaid = true;
        print({ icon: '!', about: role, facts: [words.agents.rehearsal], weight: 'info' });
      }
      voices.hear(speaker, event);
    },
    flush: voices.flush,
    redraw: () => {
      const now = lines();
      if (now.length === 0) pause();
      else if (timer !== undefined) story.set(now);
    },
    pause,
    close: () => {
      pause();
      story.close();
    },
  };
}
