import type { Catalogue } from '../i18n/catalogue.ts';
import { type Command, commandTable, globalOptions, helpOption, type Option, versionOption } from './command-table.ts';
import type { Screen } from './context.ts';
import { indentedAsIs, itemLines } from './terminal/layout.ts';
import { widthOf, wrap } from './terminal/width.ts';

interface CommandWords {
  readonly summary: string;
  readonly arguments?: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, string>>;
  readonly examples: readonly (readonly string[])[];
}

type Item = readonly [term: string, meaning: string];

/** Of a command, or of the program; readable in a narrow terminal. */
export function helpText(command: Command | undefined, { words, columns }: Pick<Screen, 'words' | 'columns'>): string {
  const said: CommandWords = words.commands[command?.name ?? 'program'];
  const sections = (command === undefined ? programSections(words) : commandSections(command, words)).filter(
    ([, items]) => items.length > 0,
  );
  const termWidth = Math.max(...sections.flatMap(([, items]) => items).map(([term]) => widthOf(term)));
  const blocks = sections.map(([title, items]) => [
    title,
    ...items.flatMap(([term, description]) => itemLines({ term, termWidth, description, columns, indent: 2 })),
  ]);
  // Command lines are never cut, because people copy them.
  const examples = said.examples.flatMap(([line = '', meaning = '']) => [
    `  ${line}`,
    ...indentedAsIs(meaning, columns, 6),
  ]);
  const everywhere = command === undefined ? [] : [wrap(`${words.help.titles.everywhere} orchestral --help`, columns)];
  return [
    wrap(usageOf(command, words), columns),
    wrap(said.summary, columns),
    ...blocks,
    [words.help.examples, ...examples],
    ...everywhere,
  ]
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

function usageOf(command: Command | undefined, { help }: Catalogue): string {
  if (command === undefined) return `${help.titles.usage} orchestral ${help.usage.program}`;
  const { name, alias } = command;
  const places = command.arguments.map(({ syntax }) => syntax);
  const names = alias === undefined ? name : `${name}|${alias}`;
  return [help.titles.usage, 'orchestral', names, help.usage.options, ...places].join(' ');
}

/** Whoever asks what the program can do looks for the commands; the flags come after. */
function programSections({ help, commands }: Catalogue): [title: string, items: Item[]][] {
  const { options } = commands.program;
  return [
    [
      help.titles.commands,
      [...commandTable.map(({ name }) => name), 'help' as const].map((name) => [name, commands[name].summary]),
    ],
    [help.titles.options, optionItems([versionOption, ...globalOptions, helpOption], options)],
  ];
}

function commandSections(command: Command, { help, commands }: Catalogue): [title: string, items: Item[]][] {
  const said: CommandWords = commands[command.name];
  const { options } = commands.program;
  const places = command.arguments.map(({ name, syntax }): Item => [
    syntax.replaceAll(/[[\].]/g, ''),
    said.arguments?.[name] ?? '',
  ]);
  return [
    [help.titles.arguments, places],
    [help.titles.options, [...optionItems(command.options, said.options), ...optionItems([helpOption], options)]],
  ];
}

function optionItems(options: readonly Option[], meanings: Readonly<Record<string, string>> = {}): Item[] {
  return options.map(({ name, syntax }) => [syntax, meanings[name] ?? '']);
}
