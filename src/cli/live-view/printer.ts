import type { Context } from '../context.ts';
import { eventLine } from '../report/agent-output.ts';
import { factsLine, itemLines, oneLine } from '../terminal/layout.ts';
import type { StderrView } from '../terminal/live.ts';
import { wrap } from '../terminal/width.ts';
import { type AgentSaid, FRAME_MS } from './running-effects.ts';

/** How much a line matters, by the names of `log_level`. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Something that happened to what is conducted, as a person is told of it. */
export interface LogLine {
  readonly icon: '✓' | '✗' | '?' | '!' | '·';
  /** The step it is about, or what else it begins with. */
  readonly about: string;
  readonly facts: readonly string[];
  /** Each a line of its own. */
  readonly details?: readonly string[];
  readonly weight: LogLevel;
}

/** Tells people: lines that stay for what is done, and in a terminal some that change for what is going on. */
export interface Printer {
  print(line: LogLine): void;
  printAgentEvent(said: AgentSaid): void;
  /** The lines that change go on from now on. */
  animate(): void;
  /** The lines that change as they are now; the terminal is given back where nothing goes on. */
  redraw(isIdle: boolean): void;
  pause(): void;
  close(): void;
}

interface PrinterOptions {
  readonly level: LogLevel;
  /** Masks secrets. */
  readonly redact: (text: string) => string;
  /** Those that change in place. */
  readonly lines: () => readonly string[];
  /** How wide what lines are about is. */
  readonly termWidth?: number;
  /** What stands before the words of an agent. */
  readonly indent?: (effect: string) => string;
}

const weights: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

export function createPrinter(
  context: Context,
  { level, redact, lines, termWidth = STEP_WIDTH, indent = () => '  ' }: PrinterOptions,
): Printer {
  const { words } = context;
  const screen = context.stderrView();
  let isRehearsalSaid = false;
  let timer: NodeJS.Timeout | undefined;

  const isTold = (weight: LogLevel) => weights.indexOf(weight) >= weights.indexOf(level);
  const print = (line: LogLine): void => {
    if (!isTold(line.weight)) return;
    const { colours, columns } = screen;
    for (const text of formatLogLine(line, { colours, columns, termWidth })) screen.print(redact(text));
  };
  const pause = (): void => {
    clearInterval(timer);
    timer = undefined;
    screen.set([]);
  };

  return {
    print,
    printAgentEvent: ({ effect, role, event }) => {
      if (event.type === 'started' && event.model === 'rehearsal' && !isRehearsalSaid) {
        isRehearsalSaid = true;
        print({ icon: '!', about: role, facts: [words.agents.rehearsal], weight: 'info' });
      }
      if (event.type === 'other' || !isTold('debug')) return;
      const before = indent(effect);
      screen.print(before + eventLine(event, { words, columns: screen.columns - before.length, redact }));
    },
    animate: () => {
      if (screen.isLive && isTold('warn')) timer ??= setInterval(() => screen.set(lines()), FRAME_MS);
    },
    redraw: (isIdle) => {
      if (isIdle) pause();
      else if (timer !== undefined) screen.set(lines());
    },
    pause,
    close: () => {
      pause();
      screen.close();
    },
  };
}

/** Steps have short names; whatever else a line is about moves its facts aside. */
const STEP_WIDTH = 9;

const LONGEST_FACT = 500;

export function formatLogLine(
  { icon, about, facts, details = [] }: LogLine,
  {
    colours,
    columns,
    termWidth = STEP_WIDTH,
  }: Pick<StderrView, 'colours' | 'columns'> & { readonly termWidth?: number },
): string[] {
  const description = factsLine(facts.map(factLine), columns);
  const term = `${icon} ${factLine(about)}`;
  const [first = '', ...rest] = itemLines({ term, termWidth, description, columns, indent: 0 });
  const more = details.flatMap((detail) => {
    const [head = '', ...tail] = wrap(factLine(detail), columns - 4);
    return [`  - ${head}`, ...tail.map((line) => `    ${line}`)];
  });
  return [colourOf[icon](colours)(icon) + first.slice(icon.length).trimEnd(), ...rest, ...more];
}

function factLine(text: string): string {
  const line = oneLine(text);
  return line.length > LONGEST_FACT ? `${line.slice(0, LONGEST_FACT)}…` : line;
}

const colourOf: Record<LogLine['icon'], (colours: StderrView['colours']) => (text: string) => string> = {
  '✓': ({ green }) => green,
  '✗': ({ red }) => red,
  '?': ({ yellow }) => yellow,
  '!': ({ yellow }) => yellow,
  '·': ({ dim }) => dim,
};
