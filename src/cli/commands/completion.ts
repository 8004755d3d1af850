import { throwFailure } from '../../base/failure.ts';
import { type Commands, completionScript, shells } from '../completion.ts';
import type { Run } from '../context.ts';

/** The script that a shell reads to complete these commands and their options. */
export function createRun(commands: Commands): Run {
  return async ({ words, io }, { args: [value] }) => {
    if (value === undefined) return throwFailure('usage.argument_missing', { command: 'completion', missing: 'SHELL' });
    const shell = shells.find((one) => one === value);
    if (shell === undefined) return throwFailure('usage.not_a_choice', { option: 'SHELL', value, choices: shells });
    io.stdout.write(completionScript(shell, commands, words.commands));
  };
}
