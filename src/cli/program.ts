import { Command as Commander, CommanderError, Help } from 'commander';
import { failure, type Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Call } from './call.ts';
import { type Command, commandTable, globalOptions } from './command-table.ts';
import type { Input } from './context.ts';
import { indentedAsIs, itemLines } from './terminal/layout.ts';
import { widthOf, wrap } from './terminal/width.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import { nearestOf } from '../schema/nearest.ts';

interface ProgramOptions {
  readonly words: Catalogue;
  readonly version: string;
  readonly columns: number;
  readonly write: (text: string) => void;
  readonly called: (call: Call) => void;
}

/** What the command line asks for: a call; `answered` when it was help or the version; else what is wrong with it. */
export function understand(
  argv: readonly string[],
  options: Omit<ProgramOptions, 'called'>,
): Result<Call | 'answered', Failure> {
  let call: Call | undefined;
  const program = createProgram({
    ...options,
    called: (made) => {
      call = made;
    },
  });
  try {
    program.parse(argv, { from: 'user' });
    return ok(call ?? 'answered');
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const wrong = usageFailure(error, argv);
    if (wrong !== undefined) return err(wrong);
    // Help that was not asked for is commander's way to say that something is missing.
    if (error.code !== 'commander.help' || error.exitCode === 0) return ok('answered');
    const [first, asked] = program.args;
    if (first === 'help' && asked !== undefined) return err(unknownCommand(asked));
    program.outputHelp();
    return ok('answered');
  }
}

/** The tree as a commander program. It throws a CommanderError where it would end the process. */
function createProgram({ words, version, columns, write, called }: ProgramOptions): Commander {
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
  const meanings: Readonly<Record<string, string>> = own.options;
  for (const { name, syntax } of globalOptions) program.option(syntax, meanings[name]);
  for (const command of commandTable) addCommand(program, command);
  return program;

  function addCommand(parent: Commander, command: Command): void {
    const said: CommandWords = words.commands[command.name];
    const { arguments: own } = command;
    const added = parent
      .command(command.name)
      .summary(said.summary)
      .description(said.summary)
      .usage([words.help.usage.options, ...own.map(({ syntax }) => syntax)].join(' '))
      .allowExcessArguments(false)
      .addHelpText('after', examplesOf(words, said.examples, columns));
    for (const { name, syntax } of own) added.argument(syntax, said.arguments?.[name]);
    if (command.alias !== undefined) added.alias(command.alias);
    for (const { name, syntax, repeats } of command.options) {
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

/** What commander has against the command line, in our words. Undefined: it is no error of the person's. */
function usageFailure(error: CommanderError, argv: readonly string[]): Failure | undefined {
  const quoted = /'([\s\S]*)'/.exec(error.message)?.[1] ?? '';
  const named = commandTable.find(({ name, alias = name }) => argv.includes(name) || argv.includes(alias))?.name;
  switch (error.code) {
    case 'commander.unknownCommand':
      return unknownCommand(quoted);
    case 'commander.unknownOption':
      return failure('usage.unknown_option', {
        option: quoted,
        suggestion: nearestOf(quoted, optionsOf(named)) ?? null,
      });
    case 'commander.optionMissingArgument':
      return failure('usage.value_missing', { option: quoted });
    case 'commander.excessArguments':
      return failure('usage.too_many_arguments', { command: quoted });
    default:
      return undefined;
  }
}

function unknownCommand(command: string): Failure {
  const names = [...commandTable.flatMap(({ name, alias = [] }) => [name, alias].flat()), 'help'];
  return failure('usage.unknown_command', { command, suggestion: nearestOf(command, names) ?? null });
}

function optionsOf(command: string | undefined): string[] {
  const own = commandTable.find(({ name }) => name === command)?.options ?? [];
  return [...[...own, ...globalOptions].map(({ long }) => long), '--help', '--version'];
}

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
  const lines = examples.flatMap(([line = '', meaning = '']) => [`  ${line}`, ...indentedAsIs(meaning, columns, 6)]);
  return ['', words.help.examples, ...lines].join('\n');
}
