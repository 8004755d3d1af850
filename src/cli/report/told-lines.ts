import { itemLines } from '../terminal/item.ts';
import { visible } from '../terminal/visible.ts';
import { wrap } from '../terminal/width.ts';
import type { Story } from '../story.ts';
import type { Told } from './run-event.ts';

/** Steps have short names; whatever else a line is about moves its facts aside. */
const STEP_WIDTH = 9;

const LONGEST_FACT = 500;

export function toldLines(
  { icon, about, facts, details = [] }: Told,
  { colours, columns, termWidth = STEP_WIDTH }: Pick<Story, 'colours' | 'columns'> & { readonly termWidth?: number },
): string[] {
  const description = facts.map(oneLine).join(' · ');
  const term = `${icon} ${oneLine(about)}`;
  const [first = '', ...rest] = itemLines({ term, termWidth, description, columns, indent: 0 });
  const more = details.flatMap((detail) => {
    const [head = '', ...tail] = wrap(oneLine(detail), columns - 4);
    return [`  - ${head}`, ...tail.map((line) => `    ${line}`)];
  });
  return [colourOf[icon](colours)(icon) + first.slice(icon.length).trimEnd(), ...rest, ...more];
}

function oneLine(text: string): string {
  const line = visible(text.replaceAll(/\s+/g, ' ').trim());
  return line.length > LONGEST_FACT ? `${line.slice(0, LONGEST_FACT)}…` : line;
}

const colourOf: Record<Told['icon'], (colours: Story['colours']) => (text: string) => string> = {
  '✓': ({ green }) => green,
  '✗': ({ red }) => red,
  '?': ({ yellow }) => yellow,
  '!': ({ yellow }) => yellow,
  '·': ({ dim }) => dim,
};
