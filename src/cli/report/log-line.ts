import { itemLines } from '../terminal/item.ts';
import { factsLine, oneLine } from '../terminal/one-line.ts';
import { wrap } from '../terminal/width.ts';
import type { StderrView } from '../stderr-view.ts';

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
