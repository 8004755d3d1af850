import type { Command as Commander } from 'commander';
import type { Catalogue } from '../i18n/catalogue.ts';
import { itemLines } from './terminal/item.ts';
import { widthOf, wrap } from './terminal/width.ts';

/** Help in the person's language, aligned for wide letters, and readable in a narrow terminal. */
export function configureHelp(program: Commander, { words, columns }: { words: Catalogue; columns: number }): void {
  program.configureHelp({
    showGlobalOptions: true,
    helpWidth: columns,
    displayWidth: widthOf,
    styleTitle: (title) => words.help.titles[title] ?? title,
    boxWrap: (text, width) => wrap(text, width).join('\n'),
    optionDescription: (option) => option.description,
    subcommandTerm: (command) => command.name(),
    formatItem: (term, termWidth, description) =>
      itemLines({ term, termWidth, description, columns, indent: 2 }).join('\n'),
  });
}

/** Command lines, each with what it does; never cut, because people copy them. */
export function examplesOf(words: Catalogue, examples: readonly (readonly string[])[], columns: number): string {
  const lines = examples.flatMap(([line = '', meaning = '']) => [
    `  ${line}`,
    ...wrap(meaning, Math.max(10, columns - 6)).map((part) => `      ${part}`),
  ]);
  return ['', words.help.examples, ...lines].join('\n');
}
