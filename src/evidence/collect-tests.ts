import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { formatEnding } from '../base/run-ending.ts';
import { cannotRunCause, type CannotRunCause } from '../languages/cannot-run.ts';
import { quote, simpleCommand } from '../languages/shell-words.ts';
import type { CheckContext } from './check-context.ts';
import { withCheckEnvironment } from './check-environment.ts';
import { outputTail, printedText } from './output-tail.ts';
import type { ProjectCommands } from './project-commands.ts';

export interface CollectRequest {
  /** Set up already. */
  readonly folder: string;
  readonly commands: ProjectCommands;
}

export type CollectOutcome =
  | {
      readonly status: 'collected';
      /** Whether the runner itself was asked; otherwise only whether there is such a program. */
      readonly asked: 'runner' | 'program' | 'nothing';
      readonly ending: string;
      readonly tail: string;
      /** Why the tests cannot be run at all; undefined: nothing speaks against it. */
      readonly cause: CannotRunCause | undefined;
    }
  | { readonly status: 'cancelled' };

/** Has the runner look for its tests without running them: cheap enough to be done before any agent is called. */
export async function collectTests(
  context: CheckContext,
  { folder, commands: { tests, folder: cwd } }: CollectRequest,
): Promise<Result<CollectOutcome, Failure>> {
  const program = tests === undefined ? undefined : simpleCommand(tests.detected.line)?.[0];
  const collect = tests?.detected.takesArguments === true ? tests.runner.collect?.(tests.detected.line) : undefined;
  const line = collect ?? (program === undefined ? undefined : lookForProgram(quote(program)));
  if (line === undefined)
    return ok({ status: 'collected', asked: 'nothing', ending: 'not_run', tail: '', cause: undefined });
  return withCheckEnvironment(
    context,
    { folder, cwd, purpose: 'tests' },
    async (environment): Promise<Result<CollectOutcome, Failure>> => {
      const ran = await environment.run(line);
      if (!ran.ok) return ran;
      if (ran.value.status === 'cancelled') return ok({ status: 'cancelled' });
      const tail = outputTail(ran.value, context.redact);
      const cause = cannotRunCause({ ...ran.value, output_tail: printedText(ran.value, context.redact) });
      const asked = collect === undefined ? 'program' : 'runner';
      return ok({ status: 'collected', asked, ending: formatEnding(ran.value), tail, cause });
    },
  );
}

/** A shell says of a program that it cannot start what it would say when it is to run it. */
function lookForProgram(program: string): string {
  return `${program.includes('/') ? `[ -x ${program} ]` : `command -v ${program}`} || ${program}`;
}
