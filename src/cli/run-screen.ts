import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { OpenRun } from '../engine/descriptors/run.ts';
import { notifyRun } from '../engine/operations/runs/notify.ts';
import type { RunProgress } from '../engine/performers/run/job.ts';
import { mayAsk } from './ask.ts';
import { askForTrust } from './commands/trust.ts';
import type { Context } from './context.ts';
import { codeOf, type ExitCode } from './exit.ts';
import { openProgressView, withReporter, writeJsonEvent } from './on-screen.ts';
import { createJsonReporter, silentReporter } from './reporter.ts';
import { endRun } from './run-ending.ts';
import { settleQuestion } from './run-question.ts';
import { createRunReporter, type RunReporter } from './run-reporter.ts';
import { visible } from './terminal/visible.ts';
import { wrap } from './terminal/width.ts';

/**
 * Conducts an open run before the person's eyes, asks what only they may answer, closes it, and says how it ended. An
 * interruption is recorded like everything else. `decideHere`: what else is decided where the run waits for a person;
 * whether it goes on after that.
 */
export function conductOnScreen(
  context: Context,
  open: OpenRun,
  decideHere: DecideHere = () => Promise.resolve(ok(false)),
): Promise<Result<ExitCode, Failure>> {
  return context.finishing(conductToItsEnd(context, open, decideHere));
}

type DecideHere = () => Promise<Result<boolean, Failure>>;

async function conductToItsEnd(
  context: Context,
  open: OpenRun,
  decideHere: DecideHere,
): Promise<Result<ExitCode, Failure>> {
  const reporter = await reporterFor(context, open);
  const told: Promise<void>[] = [];
  const bell = () => context.io.stderr.isTTY && context.io.stderr.write('\u0007');
  const tell = () => void told.push(notifyRun(open, bell));
  const conducted = await withReporter(reporter, open, () =>
    conductAndAsk(context, open, { reporter, tell, decideHere }),
  );
  const isOver = conducted.ok && !context.io.signal.aborted && open.state().step.at !== 'waiting';
  if (isOver) tell();
  await Promise.all(told);
  const ended = endRun(context, open, conducted);
  const { run_id, step } = open.state();
  const { clock } = open.services;
  const data = { run_id, step: step.at, exit: codeOf(ended) };
  if (context.flags.json) writeJsonEvent(context, { clock, type: 'end', data });
  const closed = await open.close();
  return ended.ok && !closed.ok ? closed : ended;
}

interface Screen {
  readonly reporter: RunReporter;
  readonly tell: () => void;
  readonly decideHere: DecideHere;
}

/** As far as it goes without a person, and on with what they say. */
async function conductAndAsk(
  context: Context,
  open: OpenRun,
  { reporter, tell, decideHere }: Screen,
): Promise<Result<void, Failure>> {
  for (;;) {
    const conducted = await open.conduct(context.io.signal);
    reporter.pause();
    if (context.io.signal.aborted) return conducted;
    if (!conducted.ok) {
      const trusted = await askForTrust(context, open.services.project, conducted.error);
      if (!trusted.ok) return trusted;
      continue;
    }
    const settled =
      open.state().step.at === 'waiting'
        ? await settleQuestion(context, open, { mayAsk: mayAsk(context), onAsk: tell })
        : ok(false);
    const goesOn = settled.ok && !settled.value ? await decideHere() : settled;
    if (!goesOn.ok || !goesOn.value) return goesOn.ok ? ok() : goesOn;
  }
}

async function reporterFor(context: Context, open: OpenRun): Promise<RunReporter> {
  const { flags, words } = context;
  const { run_id, base, iteration, max_iterations } = open.state();
  if (flags.json) {
    const data = { run_id, folder: open.folder, base, iteration, max_iterations };
    writeJsonEvent(context, { clock: open.services.clock, type: 'conducting', data });
    return createJsonReporter(context, open.services, progressEvent);
  }
  if (flags.quiet) return silentReporter;
  const where = base.branch === null ? null : `${base.branch} (${base.commit.slice(0, 12)})`;
  const level = await openProgressView(context, open.services.project, ({ columns, colours }) =>
    wrap(visible(words.runScreen.begins(run_id, where)), columns).map(colours.bold),
  );
  return createRunReporter(context, open, level);
}

function progressEvent(progress: RunProgress) {
  const { role } = progress;
  return progress.kind === 'overtime'
    ? { type: 'overtime', data: { role, after_ms: progress.afterMs } }
    : { type: 'agent', data: { role, event: progress.event } };
}
