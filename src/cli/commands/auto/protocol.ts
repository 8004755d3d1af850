import { catchFailure, type Failure, unwrap } from '../../../base/failure.ts';
import type { Result } from '../../../base/result.ts';
import type { AutoApi, DrivenOptions, ProtocolLine } from '../../../engine/door/auto.ts';
import { type Catalogue, formatFailure } from '../../../i18n/catalogue.ts';
import type { Context, Input, Run } from '../../context.ts';
import { exit, type ExitCode, exitOf } from '../../exit.ts';
import { projectOf } from '../../project.ts';
import { cut, flat } from '../../terminal/layout.ts';
import { visible } from '../../terminal/visible.ts';
import { readAutoOptions } from './options.ts';

const LONGEST_REASON = 100;
const LONGEST_ERROR = 200;

/** For agents: what comes next, in one line. */
export const next: Run = (context, input) => sayLine(context, (auto) => auto.next(drivenBy(context, input)));

/** For agents: carries out one task, and says in one line what came of it. */
export const execute: Run = (context, input) =>
  sayLine(context, (auto) => auto.execute(input.args[0] ?? '', drivenBy(context, input)));

function drivenBy(context: Context, input: Input): DrivenOptions {
  return { ...readAutoOptions(context, input), signal: context.io.signal };
}

/**
 * Answers an agent with exactly one line, also where it fails. Notices would cost it tokens at every call: they are for
 * `--verbose`.
 */
async function sayLine(
  context: Context,
  step: (auto: AutoApi) => Promise<Result<ProtocolLine, Failure>>,
): Promise<ExitCode> {
  const { io, flags, words } = context;
  const done = await catchFailure(async () => {
    const { auto } = projectOf(context, flags.verbose ? {} : { onNotice: () => undefined });
    return unwrap(await context.finishing(step(auto)));
  });
  const { line, code } = done.ok ? answered(done.value) : refused(done.error, words);
  io.stdout.write(`${visible(line)}\n`);
  return code;
}

interface Line {
  readonly line: string;
  readonly code: ExitCode;
}

function answered(answer: ProtocolLine): Line {
  switch (answer.kind) {
    case 'ready':
      return { line: `READY:${answer.tasks.join(',')}`, code: exit.done };
    case 'phase_done':
      return { line: `PHASE_DONE:${answer.phase}`, code: exit.done };
    case 'all_done':
      return { line: 'ALL_DONE', code: exit.done };
    case 'incomplete': {
      const { failed, blocked, open } = answer;
      const parts = Object.entries({ failed, blocked, open }).filter(([, count]) => count > 0);
      return { line: `ERROR:INCOMPLETE:${parts.map(([what, n]) => `${n} ${what}`).join(', ')}`, code: exit.failed };
    }
    case 'phase_waits':
      return { line: `ERROR:WAITING:phase ${answer.phase}`, code: exit.waiting };
    case 'waiting':
      return { line: `ERROR:WAITING:${answer.held} held`, code: exit.waiting };
    case 'held':
      return { line: `HELD:${answer.task}`, code: exit.waiting };
    case 'done':
      return { line: `DONE:${answer.task}`, code: exit.done };
    case 'failed':
      return { line: `FAIL:${answer.task}:${cut(flat(answer.reason), LONGEST_REASON)}`, code: exit.failed };
    default:
      return answer satisfies never;
  }
}

/** A list of tasks that cannot be worked on has a code of its own for what is wrong with it. */
function refused(failure: Failure, words: Catalogue): Line {
  const [problem] = failure.code === 'plan.bad' ? failure.params.problems : [];
  const code = problem?.code ?? failure.code.replaceAll('.', '_');
  const { message } = formatFailure(words, failure);
  return { line: `ERROR:${code.toUpperCase()}:${cut(flat(message), LONGEST_ERROR)}`, code: exitOf[failure.code] };
}
