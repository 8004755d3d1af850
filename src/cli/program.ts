import { Command as Commander } from 'commander';
import type { Catalogue } from '../i18n/catalogue.ts';
import type { Call } from './call.ts';
import type { Input } from './context.ts';
import { configureHelp, examplesOf } from './help.ts';
import { globalOptions, commandTable, type Command } from './command-table.ts';

export interface ProgramOptions {
  readonly words: Catalogue;
  readonly version: string;
  readonly columns: number;
  readonly write: (text: string) => void;
  readonly called: (call: Call) => void;
}

/** The tree as a commander program. It throws a CommanderError where it would end the process. */
export function createProgram({ words, version, columns, write, called }: ProgramOptions): Commander {
  const own = words.commands.program;
  const program = new Commander('orchestral');
  configureHelp(program, { words, columns });
  program
    .description(own.summary)
    .usage(words.help.usage.program)
    .version(version, '-V, --version', own.options.version)
    .helpOption('-h, --help', own.options.help)
    .helpCommand('help [command]', words.commands.help.summary)
    .addHelpText('after', examplesOf(words, own.examples, columns))
    .showSuggestionAfterError(false)
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: () => undefined });
  for (const { name, syntax } of globalOptions) program.option(syntax, own.options[name]);
  for (const command of commandTable) addCommand(program, command);
  return program;

  function addCommand(parent: Commander, command: Command): void {
    const said: CommandWords = words.commands[command.name];
    const { arguments: own = [] } = command;
    const added = parent
      .command(command.name)
      .summary(said.summary)
      .description(said.summary)
      .usage([words.help.usage.options, ...own.map(({ syntax }) => syntax)].join(' '))
      .allowExcessArguments(false)
      .addHelpText('after', examplesOf(words, said.examples, columns));
    for (const { name, syntax } of own) added.argument(syntax, said.arguments?.[name]);
    if (command.alias !== undefined) added.alias(command.alias);
    for (const { name, syntax, repeats } of command.options ?? []) {
      const meaning = said.options?.[name] ?? '';
      if (repeats) added.option(syntax, meaning, (value: string, before: readonly string[]) => [...before, value], []);
      else added.option(syntax, meaning);
    }
    added.action(() =>
      called({ command, input: { args: added.args, ...givenOptions(added) }, globals: program.opts() }),
    );
  }
}

function givenOptions(command: Commander): Pick<Input, 'options' | 'lists' | 'flags'> {
  const options: Record<string, string> = {};
  const lists: Record<string, string[]> = {};
  const flags = new Set<string>();
  for (const option of command.options) {
    const value: unknown = command.getOptionValue(option.attributeName());
    if (typeof value === 'string') options[option.name()] = value;
    else if (Array.isArray(value) && value.length > 0) lists[option.name()] = value.map(String);
    else if (value === true) flags.add(option.name());
  }
  return { options, lists, flags };
}

interface CommandWords {
  readonly summary: string;
  readonly arguments?: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, string>>;
  readonly examples: readonly (readonly string[])[];
}
