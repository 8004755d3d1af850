import type { Failure } from '../base/failure.ts';
import { fail } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { type AutoConducting, conductAuto } from '../engine/descriptors/conduct-auto.ts';
import type { OpenAuto } from '../engine/descriptors/auto.ts';
import { allowPhase } from '../engine/operations/auto/decide.ts';
import { phaseProgress } from '../engine/operations/auto/phase-progress.ts';
import { reportOf } from '../engine/operations/auto/report.ts';
import { notifyWhileConducting } from '../engine/operations/auto/notify.ts';
import { ask, mayAsk } from './ask.ts';
import { createDigest } from './auto-digest.ts';
import { endAuto } from './auto-ending.ts';
import { type AutoReporter, createAutoReporter, nowOf, redactorOf } from './auto-reporter.ts';
import type { AutoCliDeps } from './auto-tools.ts';
import { askForTrust } from './commands/trust.ts';
import type { Context } from './context.ts';
import { codeOf, type ExitCode } from './exit.ts';
import { openProgressView, withReporter, writeJsonEvent } from './on-screen.ts';
import type { AutoNow } from './report/auto-event.ts';
import type { AutoProgress } from './report/auto-stage.ts';
import { createJsonReporter, silentReporter } from './reporter.ts';

/** What may still come on stderr where every word costs. */
const THIN_NOTICES = 3;

export interface OnScreen {
  readonly desk: AutoCliDeps;
  readonly conducting: Omit<AutoConducting, 'signal'>;
  /** Said first. */
  readonly opening: readonly string[];
  /** The same for programs. */
  readonly openingJson: object;
  /** Only the delivery is wanted. */
  readonly applies?: boolean;
}

/** Conducts an open graph before the person's eyes, closes it, and says how it ended. */
export function conductAutoOnScreen(
  context: Context,
  open: OpenAuto,
  onScreen: OnScreen,
): Promise<Result<ExitCode, Failure>> {
  return context.finishing(conductToItsEnd(context, open, onScreen));
}

async function conductToItsEnd(
  context: Context,
  open: OpenAuto,
  onScreen: OnScreen,
): Promise<Result<ExitCode, Failure>> {
  const { desk, conducting, applies = false } = onScreen;
  const began = performance.now();
  const { reporter, told } = await reporterFor(context, open, onScreen);
  const telling = notifyWhileConducting(open);
  const heard = { store: open.store, watchProgress: desk.watchProgress };
  let conducted: Result<void, Failure>;
  try {
    conducted = await withReporter(reporter, heard, () => conductAndAsk(context, open, { reporter, conducting }));
  } finally {
    await telling.stop();
  }
  const graph = nowOf(open);
  const wallMs = performance.now() - began;
  const { phase } = conducting;
  const redact = redactorOf(open);
  const ended = endAuto(context, { graph, conducted, wallMs, phase, applies, told, redact });
  const data = { ...reportOf(graph), wall_seconds: Math.round(wallMs / 1000), exit: codeOf(ended) };
  const { clock } = open.shared.services;
  if (context.flags.json) writeJsonEvent(context, { clock, type: 'end', data, redact });
  const closed = await open.close();
  return ended.ok && !closed.ok ? closed : ended;
}

/** As far as it goes, and on with each phase that the person allows. */
async function conductAndAsk(
  context: Context,
  open: OpenAuto,
  { reporter, conducting }: { readonly reporter: AutoReporter; readonly conducting: OnScreen['conducting'] },
): Promise<Result<void, Failure>> {
  const { signal } = context.io;
  for (;;) {
    const conducted = await conductAuto(open, { ...conducting, signal });
    reporter.pause();
    if (signal.aborted) return conducted;
    if (!conducted.ok) {
      const trusted = await askForTrust(context, open.context.project, conducted.error);
      if (!trusted.ok) return trusted;
      continue;
    }
    const { asks } = reportOf(nowOf(open));
    const looksLikeAnswer = conducting.phase === undefined || conducting.phase === asks;
    if (asks === null || !looksLikeAnswer || conducting.isMine !== undefined) return ok();
    if (!(await mayEnter(context, open, asks))) return signal.aborted ? fail('work.cancelled', {}) : ok();
    const allowed = await allowPhase(open, asks);
    if (!allowed.ok) return allowed;
  }
}

async function mayEnter(context: Context, open: OpenAuto, phase: number): Promise<boolean> {
  if (context.flags.yes) return true;
  if (!mayAsk(context)) return false;
  const own = phaseProgress(nowOf(open)).find((one) => one.phase === phase);
  const { total = 0, completed = 0, failed = 0, blocked = 0 } = own ?? {};
  return ask(context.words.auto.nextPhase(phase, total - completed - failed - blocked, blocked), context);
}

async function reporterFor(
  context: Context,
  open: OpenAuto,
  { desk, opening, openingJson }: OnScreen,
): Promise<{ readonly reporter: AutoReporter; readonly told: ReadonlySet<string> | null }> {
  const { flags } = context;
  if (flags.json) {
    const { clock } = open.shared.services;
    writeJsonEvent(context, { clock, type: 'conducting', data: openingJson });
    const reporter = createJsonReporter(context, { clock, redact: redactorOf(open) }, progressEvent);
    return { reporter, told: null };
  }
  if (flags.quiet) return { reporter: silentReporter, told: null };
  if (isThin(context, nowOf(open))) {
    desk.limitNotices(THIN_NOTICES);
    if (opening.length > 0) context.answer(opening.join('\n'));
    const digest = createDigest(context, open);
    return { reporter: digest, told: digest.told };
  }
  const level = await openProgressView(context, open.context.project, ({ colours }) =>
    opening.map((line, nth) => (nth === 0 ? colours.bold(line) : line)),
  );
  return { reporter: createAutoReporter(context, open, level), told: null };
}

/** Nobody looks on but an agent, who pays for every word. */
export function isThin({ io, flags }: Pick<Context, 'io' | 'flags'>, { mode }: Pick<AutoNow, 'mode'>): boolean {
  return mode === 'ultra-thin' && !io.stderr.isTTY && !flags.verbose;
}

function progressEvent({ effect, task, role, event }: AutoProgress) {
  return { type: 'agent', data: { effect, task, role, event } };
}
