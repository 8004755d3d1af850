import type { Catalogue } from '../../i18n/catalogue.ts';
import type { Crp } from '../../schema/run/consultation.ts';
import { visible } from '../terminal/visible.ts';
import { padTo, widthOf, wrap } from '../terminal/width.ts';

interface Screen {
  readonly words: Catalogue;
  readonly columns: number;
}

/** A question with its options: everything a person needs to answer it. */
export function crpLines(crp: Crp, { words, columns }: Screen): string[] {
  const width = Math.max(1, ...crp.options.map(({ id }) => widthOf(visible(id))));
  const margin = width + 6;
  const options = crp.options.flatMap((option) => {
    const heading = option.id === crp.recommendation ? `${option.label} (${words.status.recommended})` : option.label;
    const text = [heading, optionText(option, words)].filter((part) => part !== '').join('\n');
    const [first = '', ...rest] = indented(text, margin, columns);
    return [`    ${padTo(visible(option.id), width)}  ${first.slice(margin)}`, ...rest];
  });
  const context = crp.context.trim() === '' ? [] : indented(crp.context, 2, columns);
  return [...indented(crp.question, 2, columns), ...context, ...options];
}

/** What stands below the label of an option. */
export function optionText({ description, risk }: Crp['options'][number], { answer }: Catalogue): string {
  return [description, risk.trim() === '' ? '' : answer.risk(risk)].filter((part) => part.trim() !== '').join('\n');
}

/** Text of others: its lines stay lines, wrapped, and nothing in it reaches the terminal as a command. */
export function indented(text: string, by: number, columns: number): string[] {
  return text
    .trim()
    .split('\n')
    .flatMap((line) => wrap(visible(line.normalize('NFC')), Math.max(10, columns - by)))
    .map((line) => ' '.repeat(by) + line);
}
