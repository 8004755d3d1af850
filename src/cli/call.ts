import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { nearestOf } from '../schema/nearest.ts';
import { type Command, commandTable, globalOptions, helpOption, type Option, versionOption } from './command-table.ts';
import type { Input } from './context.ts';
import { cut, flat } from './terminal/layout.ts';

/** What the command line asks for, as data. */
export interface CommandLine {
  /** Also of a command line with mistakes: what is said of them heeds these. */
  readonly globals: Globals;
  readonly asked: Result<Call | Help | 'version', Failure>;
}

export interface Call {
  readonly command: Command;
  readonly input: Input;
}

interface Help {
  /** Undefined: of the program. */
  readonly helpOf: Command | undefined;
}

/** By name; true for flags. */
export type Globals = Readonly<Record<string, string | boolean>>;

/** Of what is shown of a text that was read as an option. */
const LONGEST_TEXT = 40;

export function readCommandLine(argv: readonly string[]): CommandLine {
  const scanned = scan(argv, [versionOption, ...globalOptions]);
  const globals = Object.fromEntries(scanned.given.map(({ option, value }) => [option.long.slice(2), value ?? true]));
  return { globals, asked: readAsked(argv, scanned) };
}

interface Scanned {
  readonly given: readonly Given[];
  readonly words: readonly string[];
  /** All from the first option on that is not known. */
  readonly unknown: readonly string[];
}

interface Given {
  readonly option: Option;
  /** Undefined for a flag, and where it is missing. */
  readonly value: string | undefined;
}

/** To the end, also behind an option that is not known. */
function scan(tokens: readonly string[], known: readonly Option[]): Scanned {
  const [given, words, unknown]: [Given[], string[], string[]] = [[], [], []];
  const left = [...tokens];
  for (let token = left.shift(); token !== undefined; token = left.shift()) {
    if (token === '--') {
      if (unknown.length > 0) unknown.push(token, ...left);
      else words.push(...left);
      break;
    }
    const [, name, joined] = /^(--[^=]+)=([\s\S]*)$/.exec(token) ?? [];
    const option = known.find(
      ({ long, short, takesValue }) => token === long || token === short || (takesValue && name === long),
    );
    if (option !== undefined) given.push({ option, value: option.takesValue ? (joined ?? left.shift()) : undefined });
    // `- an item` is text.
    else if (unknown.length > 0 || /^-[^\d\s]/.test(token)) unknown.push(token);
    else words.push(token);
  }
  return { given, words, unknown };
}

function readAsked(argv: readonly string[], { given, words, unknown }: Scanned): CommandLine['asked'] {
  if (given.some(({ option }) => option === versionOption)) return ok('version');
  const missing = missingValue(given);
  if (missing !== undefined) return missing;
  const [name, ...args] = words;
  const command = commandNamed(name);
  if (command !== undefined) return readCall(command, args, unknown);
  if (name === 'help') {
    const helpOf = commandNamed(args[0]);
    return args[0] === undefined || helpOf !== undefined ? ok({ helpOf }) : unknownCommand(args[0]);
  }
  if (argv.length === 0 || asksForHelp(unknown)) return ok({ helpOf: undefined });
  if (name !== undefined) return unknownCommand(name);
  const meant = argv.map(commandNamed).find((one) => one !== undefined);
  return unknown[0] === undefined ? ok({ helpOf: undefined }) : unknownOption(unknown[0], meant);
}

/** Options of a command stand behind its name. */
function readCall(command: Command, before: readonly string[], rest: readonly string[]): CommandLine['asked'] {
  const { given, words, unknown } = scan(rest, command.options);
  const missing = missingValue(given);
  if (missing !== undefined) return missing;
  if (asksForHelp(unknown)) return ok({ helpOf: command });
  if (unknown[0] !== undefined) return unknownOption(unknown[0], command);
  const args = [...before, ...words];
  const most = command.arguments.some(({ syntax }) => syntax.includes('...')) ? Infinity : command.arguments.length;
  if (args.length > most) return fail('usage.too_many_arguments', { command: command.name });
  const options: Record<string, string> = {};
  const lists: Record<string, string[]> = {};
  const flags = new Set<string>();
  for (const { option, value } of given) {
    if (value === undefined) flags.add(option.name);
    else if (option.repeats) (lists[option.name] ??= []).push(value);
    else options[option.name] = value;
  }
  return ok({ command, input: { args, options, lists, flags } });
}

function commandNamed(word: string | undefined): Command | undefined {
  return commandTable.find(({ name, alias }) => word !== undefined && (word === name || word === alias));
}

function asksForHelp(unknown: readonly string[]): boolean {
  return unknown.some((token) => token === helpOption.short || token === helpOption.long);
}

function missingValue(given: readonly Given[]): Result<never, Failure> | undefined {
  const missing = given.find(({ option, value }) => option.takesValue && value === undefined);
  return missing && fail('usage.value_missing', { option: missing.option.syntax });
}

function unknownCommand(command: string): Result<never, Failure> {
  const names = [...commandTable.flatMap(({ name, alias = [] }) => [name, alias].flat()), 'help', 'version'];
  const nearest = nearestOf(command, names);
  return fail('usage.unknown_command', {
    command,
    suggestion: nearest === 'version' ? '--version' : (nearest ?? null),
  });
}

function unknownOption(option: string, command: Command | undefined): Result<never, Failure> {
  const takesText = command?.arguments.some(({ name }) => name === 'briefing' || name === 'request') === true;
  if (takesText && /^[^=]*\s/.test(option))
    return fail('usage.dashed_text', { command: command.name, text: cut(flat(option), LONGEST_TEXT) });
  const known = [...(command?.options ?? []), ...globalOptions, helpOption, versionOption].map(({ long }) => long);
  return fail('usage.unknown_option', { option, suggestion: nearestOf(option, known) ?? null });
}
