import { CommanderError } from 'commander';
import type { Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Call } from './call.ts';
import { createProgram, type ProgramOptions } from './program.ts';
import { unknownCommand, usageFailure } from './usage.ts';

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
