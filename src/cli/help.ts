import { type Command as Commander, Help } from 'commander';
import type { Catalogue } from '../i18n/catalogue.ts';
import { itemLines } from './terminal/item.ts';
import { widthOf, wrap } from './terminal/width.ts';

/** Help in the person's language, aligned for wide letters, and readable in a narrow terminal. */
export function configureHelp(program: Commander, { words, columns }: { words: Catalogue; columns: number }): void {
  program.configureHelp({
    showGlobalOptions: true,
    helpWidth: columns,
    formatHelp: (command, helper) => commandsFirst(Help.prototype.formatHelp.call(helper, command, helper), words),
    displayWidth: widthOf,
    styleTitle: (title) => words.help.titles[title] ?? title,
    boxWrap: (text, width) => wrap(text, width).join('\n'),
    optionDescription: (option) => option.description,
    subcommandTerm: (command) => command.name(),
    formatItem: (term, termWidth, description) =>
      itemLines({ term, termWidth, description, columns, indent: 2 }).join('\n'),
  });
}

/** Whoever asks what the program can do looks for the commands; the flags come after. */
function commandsFirst(help: string, words: Catalogue): string {
  const [usage = '', summary = '', ...blocks] = help.trimEnd().split('\n\n');
  const isCommands = (block: string) => block.startsWith(words.help.titles['Commands:'] ?? '');
  const ordered = [...blocks.filter(isCommands), ...blocks.filter((block) => !isCommands(block))];
  return `${[usage, summary, ...ordered].join('\n\n')}\n`;
}

/** Command lines, each with what it does; never cut, because people copy them. */
export function examplesOf(words: Catalogue, examples: readonly (readonly string[])[], columns: number): string {
  const lines = examples.flatMap(([line = '', meaning = '']) => [
    `  ${line}`,
    ...wrap(meaning, Math.max(10, columns - 6)).map((part) => `      ${part}`),
  ]);
  return ['', words.help.examples, ...lines].join('\n');
}
