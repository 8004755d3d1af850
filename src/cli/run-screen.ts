import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { OpenRun } from '../engine/open-run.ts';
import { tellPerson } from '../engine/operations/runs/tell-person.ts';
import { readRunSettings } from '../engine/run-settings.ts';
import { canAsk } from './ask.ts';
import { askForTrust } from './commands/trust.ts';
import type { Context } from './context.ts';
import { type ExitCode, exitOf } from './exit.ts';
import type { Weight } from './report/run-event.ts';
import { endRun } from './run-ending.ts';
import { settleQuestion } from './run-question.ts';
import { createJsonReporter, createRunReporter, type RunReporter, silentReporter } from './run-reporter.ts';
import { jsonLine, visible } from './terminal/visible.ts';
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
  const unwatch = [
    open.store.watch((recorded) => reporter.hear(recorded)),
    open.watchProgress((progress) => reporter.hearProgress(progress)),
  ];
  const told: Promise<void>[] = [];
  const bell = () => context.io.stderr.isTTY && context.io.stderr.write('\u0007');
  const tell = () => void told.push(tellPerson(open, bell));
  let conducted: Result<void, Failure>;
  try {
    conducted = await conductAndAsk(context, open, { reporter, tell, decideHere });
  } finally {
    for (const stop of unwatch) stop();
    reporter.close();
  }
  const isOver = conducted.ok && !context.io.signal.aborted && open.state().step.at !== 'waiting';
  if (isOver) tell();
  await Promise.all(told);
  const ended = endRun(context, open, conducted);
  if (context.flags.json) sayEnd(context, open, ended);
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
      if (conducted.error.code !== 'trust.needed' || !mayAsk(context)) return conducted;
      const trusted = await askForTrust(context, open.workshop.project);
      if (!trusted.ok || !trusted.value) return trusted.ok ? conducted : trusted;
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

export function mayAsk(context: Context): boolean {
  return canAsk(context) && !context.flags.json && !context.flags.quiet;
}

async function reporterFor(context: Context, open: OpenRun): Promise<RunReporter> {
  const { flags, words } = context;
  const { run_id, base, iteration, max_iterations } = open.state();
  if (flags.json) {
    const data = { run_id, folder: open.folder, base, iteration, max_iterations };
    context.io.stdout.write(`${jsonLine({ at: now(open), type: 'conducting', data })}\n`);
    return createJsonReporter(context, open);
  }
  if (flags.quiet) return silentReporter;
  const settings = await readRunSettings(open.workshop.project);
  const configured: Weight = settings.ok ? settings.value.global.log_level : 'info';
  const level = flags.verbose ? 'debug' : configured;
  if (level === 'debug' || level === 'info') {
    const story = context.story();
    const where = base.branch === null ? null : `${base.branch} (${base.commit.slice(0, 12)})`;
    for (const line of wrap(visible(words.runScreen.begins(run_id, where)), story.columns))
      story.print(story.colours.bold(line));
  }
  return createRunReporter(context, open, level);
}

function sayEnd(context: Context, open: OpenRun, ended: Result<ExitCode, Failure>): void {
  const { run_id, step } = open.state();
  const code = ended.ok ? ended.value : exitOf[ended.error.code];
  const data = { run_id, step: step.at, exit: code };
  context.io.stdout.write(`${jsonLine({ at: now(open), type: 'end', data })}\n`);
}

function now({ workshop }: OpenRun): string {
  return workshop.clock.now().toISOString();
}
