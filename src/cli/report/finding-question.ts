import { proofFindingText } from '../../engine/door/event-verdicts.ts';
import type { OpenQuestion, QuestionItem } from '../../engine/door/questions.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import type { Screen } from '../context.ts';
import { indented, indentedText, oneLine } from '../terminal/layout.ts';
import { visible } from '../terminal/visible.ts';
import { padTo, widthOf, wrap } from '../terminal/width.ts';

/** What was found about some work, each with the old demand and the new one. */
export function findingQuestionLines(question: OpenQuestion, screen: Screen): string[] {
  const { words, colours, columns } = screen;
  const { head, says } = words.questions;
  return [
    ...wrap(oneLine(head(question.id, question.title)), columns).map(colours.bold),
    ...question.items.flatMap((item) => itemLines(item, screen)),
    ...question.quotes.flatMap((quote) => indented(says(quote), columns)),
  ];
}

function itemLines(item: QuestionItem, screen: Screen): string[] {
  const { words, columns } = screen;
  const number = `${item.number}  `;
  const [first = '', ...rest] = indented(proofFindingText(item.finding, words), columns, 2 + number.length);
  return [`  ${number}${first.trimStart()}`, ...rest, ...demandLines(item, screen)];
}

const LEAST_BESIDE = 60;
const MARGIN = 5;
const MOST_LINES = 40;

/** Beside each other where there is room, else one under the other. */
function demandLines({ was, now }: QuestionItem, { words, colours, columns }: Screen): string[] {
  if (was === null && now === null) return [];
  const said = words.questions;
  const [old, new_] = [was ?? said.nothing, now ?? said.nothing];
  if (columns < LEAST_BESIDE)
    return [
      ...indented(said.was, columns, 2).map(colours.dim),
      ...clip(indentedText(old, columns, 2), words).map(colours.red),
      ...indented(said.now, columns, 2).map(colours.dim),
      ...clip(indentedText(new_, columns, 2), words).map(colours.green),
    ];
  const width = Math.floor((columns - MARGIN - 3) / 2);
  const [left, right] = [linesIn(old, width), linesIn(new_, width)];
  const rows = Math.max(left.length, right.length);
  const cell = (lines: readonly string[], n: number): string => padTo(lines[n] ?? '', width);
  const margin = ' '.repeat(MARGIN);
  const table = Array.from(
    { length: rows },
    (_, n) => `${margin}${colours.red(cell(left, n))} │ ${colours.green((right[n] ?? '').trimEnd())}`,
  );
  return [colours.dim(`${margin}${padTo(said.was, width)} │ ${said.now}`), ...clip(table, words)];
}

function linesIn(text: string, width: number): string[] {
  return text
    .trim()
    .split('\n')
    .flatMap((line) => wrap(visible(line.normalize('NFC')), width))
    .filter((line) => widthOf(line) > 0);
}

function clip(lines: readonly string[], { auto }: Catalogue): string[] {
  const more = lines.length - MOST_LINES;
  return more > 0 ? [...lines.slice(0, MOST_LINES), `     ${auto.more(more)}`] : [...lines];
}

export function findingQuestionJson(question: OpenQuestion, words: Catalogue): object {
  const { workflow, id, title, items, quotes, conductor } = question;
  return {
    workflow,
    id,
    title,
    items: items.map(({ finding, ...item }) => ({ ...item, text: proofFindingText(finding, words) })),
    quotes,
    conductor: conductor === null ? null : { pid: conductor.pid, host: conductor.host },
  };
}
