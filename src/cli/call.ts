import { parseArgs } from 'node:util';
import type { Input } from './context.ts';
import { type Command, globalOptions, commandTable } from './command-table.ts';

/** What the command line asks for, as data. */
export interface Call {
  readonly command: Command;
  readonly input: Input;
  readonly globals: Readonly<Record<string, string | boolean>>;
}

/**
 * A command line without mistakes, understood without loading commander, which costs a tenth of a short command's time.
 * Undefined for everything else: help, versions and mistakes are commander's.
 */
export function plainCall(argv: readonly string[]): Call | undefined {
  const parsed = parse(argv);
  const [name, ...args] = parsed?.positionals ?? [];
  const command = commandTable.find((one) => name !== undefined && (one.name === name || one.alias === name));
  if (parsed === undefined || command === undefined || args.length > mostArguments(command)) return undefined;
  const options: Record<string, string> = {};
  const lists: Record<string, readonly string[]> = {};
  const flags = new Set<string>();
  const globals: Record<string, string | boolean> = {};
  for (const [flag, value = false] of Object.entries(parsed.values)) {
    if (Array.isArray(value)) {
      if (!command.options?.some((option) => option.name === flag)) return undefined;
      lists[flag] = value.map(String);
    } else if (globalOptions.some(({ syntax }) => declared({ syntax })[0] === flag)) globals[flag] = value;
    else if (!command.options?.some((option) => option.name === flag)) return undefined;
    else if (typeof value === 'string') options[flag] = value;
    else flags.add(flag);
  }
  return { command, input: { args, options, lists, flags }, globals };
}

function parse(
  argv: readonly string[],
): { positionals: string[]; values: Record<string, string | boolean | (string | boolean)[] | undefined> } | undefined {
  const all: Parameters<typeof declared>[0][] = [
    ...globalOptions,
    ...commandTable.flatMap(({ options }) => options ?? []),
  ];
  const options = Object.fromEntries(all.map(declared));
  try {
    const { positionals, values } = parseArgs({ args: [...argv], options, allowPositionals: true });
    return { positionals, values };
  } catch {
    return undefined;
  }
}

interface Declared {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: true;
}

/** `--as <NAME>` takes a value, `--json` does not, `-f, --follow` has a short name. */
function declared({ syntax, repeats }: { readonly syntax: string; readonly repeats?: true }): [string, Declared] {
  const [, short, flag = '', value] = /^(?:-(\w), )?--(\S+)( .*)?$/.exec(syntax) ?? [];
  const type = value === undefined ? 'boolean' : 'string';
  return [flag, { type, ...(short !== undefined && { short }), ...(repeats && { multiple: repeats }) }];
}

function mostArguments({ arguments: own = [] }: Command): number {
  return own.some(({ syntax }) => syntax.includes('...')) ? Infinity : own.length;
}
