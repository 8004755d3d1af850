import { type Command, commandTable, globalOptions, type Option } from './command-table.ts';
import type { Input } from './context.ts';

/** What the command line asks for, as data. */
export interface Call {
  readonly command: Command;
  readonly input: Input;
  readonly globals: Readonly<Record<string, string | boolean>>;
}

export interface CommandLine {
  /** What must be known before the command line is understood: how to say that it is not. */
  readonly early: EarlyFlags;
  /** Undefined for everything that is not plain: help, versions and mistakes are commander's. */
  readonly call: Call | undefined;
}

export interface EarlyFlags {
  readonly lang: string | undefined;
  readonly json: boolean;
  readonly verbose: boolean;
  readonly color: boolean;
}

/** Understands a command line without mistakes, without commander: that costs a tenth of a short command's time. */
export function readCommandLine(argv: readonly string[]): CommandLine {
  const { given, words, isPlain } = scan(argv);
  const value = (name: string) => given.findLast((option) => option.name === name)?.value;
  const has = (name: string) => given.some((option) => option.name === name);
  const early = {
    lang: value('lang'),
    json: has('json'),
    verbose: has('verbose'),
    color: !has('no-color'),
  };
  return { early, call: isPlain ? callOf(given, words) : undefined };
}

interface Given {
  readonly name: string;
  /** Undefined for a flag, and where it is missing. */
  readonly value: string | undefined;
}

interface Scanned {
  readonly given: readonly Given[];
  readonly words: readonly string[];
  /** Every option is one of ours, and has its value. */
  readonly isPlain: boolean;
}

/** To the end, also behind a mistake: what is said of that heeds the flags. */
function scan(argv: readonly string[]): Scanned {
  const end = argv.indexOf('--');
  const tokens = end === -1 ? argv : argv.slice(0, end);
  const [given, words]: [Given[], string[]] = [[], []];
  let isPlain = true;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? '';
    if (!token.startsWith('-') || token === '-') {
      words.push(token);
      continue;
    }
    const [, name = '', joined] = /^(--?[^=]+)(?:=([\s\S]*))?$/.exec(token) ?? [];
    const option = declared.find(({ long, short }) => name === long || name === short);
    if (option === undefined || (!option.takesValue && joined !== undefined)) {
      isPlain = false;
      continue;
    }
    const next = tokens[at + 1];
    const hasNext = option.takesValue && joined === undefined && next !== undefined && !/^-./.test(next);
    const value = option.takesValue ? (joined ?? (hasNext ? next : undefined)) : undefined;
    if (option.takesValue && value === undefined) isPlain = false;
    if (hasNext) at += 1;
    given.push({ name: option.long.slice(2), value });
  }
  if (end !== -1) words.push(...argv.slice(end + 1));
  return { given, words, isPlain };
}

function callOf(given: readonly Given[], words: readonly string[]): Call | undefined {
  const [name, ...args] = words;
  const command = commandTable.find((one) => name !== undefined && (one.name === name || one.alias === name));
  if (command === undefined || args.length > mostArguments(command)) return undefined;
  const options: Record<string, string> = {};
  const lists: Record<string, string[]> = {};
  const flags = new Set<string>();
  const globals: Record<string, string | boolean> = {};
  for (const option of given) {
    const own = command.options.find((one) => one.name === option.name);
    if (globalOptions.some(({ long }) => long === `--${option.name}`)) globals[option.name] = option.value ?? true;
    else if (own === undefined) return undefined;
    else if (option.value === undefined) flags.add(option.name);
    else if (own.repeats) (lists[option.name] ??= []).push(option.value);
    else options[option.name] = option.value;
  }
  return { command, input: { args, options, lists, flags }, globals };
}

const declared: readonly Option[] = [...globalOptions, ...commandTable.flatMap(({ options }) => options)];

function mostArguments({ arguments: own }: Command): number {
  return own.some(({ syntax }) => syntax.includes('...')) ? Infinity : own.length;
}
