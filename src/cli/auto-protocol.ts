import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { AutoContext } from '../engine/descriptors/auto.ts';
import type { ProtocolLine } from '../engine/operations/auto/protocol.ts';
import { type Catalogue, formatFailure } from '../i18n/catalogue.ts';
import { autoCliDeps } from './auto-tools.ts';
import type { Context } from './context.ts';
import { exit, type ExitCode, exitOf } from './exit.ts';
import { cut, flat } from './terminal/one-line.ts';
import { visible } from './terminal/visible.ts';

const LONGEST_REASON = 100;
const LONGEST_ERROR = 200;

/**
 * Answers an agent with exactly one line, also where it fails. Notices would cost it tokens at every call: they are for
 * `--verbose`.
 */
export async function sayLine(
  context: Context,
  step: (tools: AutoContext) => Promise<Result<ProtocolLine, Failure>>,
): Promise<Result<ExitCode, Failure>> {
  const { io, flags, words } = context;
  const desk = autoCliDeps(context);
  if (desk.ok && !flags.verbose) desk.value.limitNotices(0);
  const done = desk.ok ? await context.finishing(step(desk.value.tools)) : desk;
  const { line, code } = done.ok ? answered(done.value) : refused(done.error, words);
  io.stdout.write(`${visible(line)}\n`);
  return ok(code);
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
