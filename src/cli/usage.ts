import type { CommanderError } from 'commander';
import { failure, type Failure } from '../base/failure.ts';
import { nearestOf } from '../schema/nearest.ts';
import { globalOptions, commandTable } from './command-table.ts';

/** What commander has against the command line, in our words. Undefined: it is no error of the person's. */
export function usageFailure(error: CommanderError, argv: readonly string[]): Failure | undefined {
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

export function unknownCommand(command: string): Failure {
  const names = [...commandTable.flatMap(({ name, alias = [] }) => [name, alias].flat()), 'help'];
  return failure('usage.unknown_command', { command, suggestion: nearestOf(command, names) ?? null });
}

function optionsOf(command: string | undefined): string[] {
  const own = commandTable.find(({ name }) => name === command)?.options ?? [];
  const flags = [...own, ...globalOptions].map(({ syntax }) => /--\S+/.exec(syntax)?.[0] ?? syntax);
  return [...flags, '--help', '--version'];
}
