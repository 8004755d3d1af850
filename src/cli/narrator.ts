import type { Context } from './context.ts';
import { eventLine } from './report/agent-event.ts';
import { FRAME_MS } from './report/elapsed.ts';
import { type Told, toldLines, type Weight } from './report/told.ts';
import { type AgentEvent, createVoices } from './report/voice.ts';

/** Tells people: lines that stay for what is done, and in a terminal some that change for what is going on. */
export interface Narrator {
  print(told: Told): void;
  /** An effect goes on from now on, and so do the lines that change. */
  begin(effect: string, at: string): void;
  /** How long it took, where its beginning was heard. */
  end(effect: string, at: string): number | undefined;
  hearAgent(said: Said): void;
  /** What a speaker was still saying is told, however it would have gone on. */
  hush(speaker: string): void;
  /** The lines that change as they are now; the terminal is given back where there are none. */
  redraw(): void;
  pause(): void;
  close(): void;
}

interface Said {
  /** An effect, where several go on at a time. */
  readonly speaker: string;
  readonly role: string;
  readonly event: AgentEvent;
}

export interface Telling {
  readonly level: Weight;
  /** Masks secrets. */
  readonly redact: (text: string) => string;
  /** Those that change in place. */
  readonly lines: () => readonly string[];
  /** How wide what lines are about is. */
  readonly termWidth?: number;
  /** What stands before the words of an agent. */
  readonly indent?: (speaker: string) => string;
}

const weights: readonly Weight[] = ['debug', 'info', 'warn', 'error'];

export function createNarrator(
  context: Context,
  { level, redact, lines, termWidth, indent = () => '  ' }: Telling,
): Narrator {
  const { words } = context;
  const story = context.story();
  const startedAt = new Map<string, string>();
  let isRehearsalSaid = false;
  let timer: NodeJS.Timeout | undefined;

  const isTold = (weight: Weight) => weights.indexOf(weight) >= weights.indexOf(level);
  const print = (told: Told): void => {
    if (!isTold(told.weight)) return;
    const { colours, columns } = story;
    const shape = { colours, columns, ...(termWidth !== undefined && { termWidth }) };
    for (const line of toldLines(told, shape)) story.print(redact(line));
  };
  const pause = (): void => {
    clearInterval(timer);
    timer = undefined;
    story.set([]);
  };
  const voices = createVoices((event, speaker) => {
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
    hearAgent: ({ speaker, role, event }) => {
      if (event.type === 'started' && event.model === 'rehearsal' && !isRehearsalSaid) {
        isRehearsalSaid = true;
        print({ icon: '!', about: role, facts: [words.agents.rehearsal], weight: 'info' });
      }
      voices.hear(speaker, event);
    },
    hush: voices.hush,
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
