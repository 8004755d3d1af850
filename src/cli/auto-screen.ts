import type { Failure } from '../base/failure.ts';
import { fail } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { type AutoConducting, conductAuto } from '../engine/conduct-auto.ts';
import type { OpenAuto } from '../engine/open-auto.ts';
import { allowPhase } from '../engine/operations/auto/decide.ts';
import { type AutoReport, reportOf } from '../engine/operations/auto/report.ts';
import { tellPerson } from '../engine/operations/auto/tell-person.ts';
import { readRunSettings } from '../engine/run-settings.ts';
import { ask } from './ask.ts';
import { createDigest } from './auto-digest.ts';
import { endAuto } from './auto-ending.ts';
import {
  type AutoReporter,
  createAutoReporter,
  createJsonAutoReporter,
  nowOf,
  redactorOf,
  silentAutoReporter,
} from './auto-reporter.ts';
import type { AutoDesk } from './auto-tools.ts';
import { askForTrust } from './commands/trust.ts';
import type { Context } from './context.ts';
import { type ExitCode, exitOf } from './exit.ts';
import type { AutoNow } from './report/auto-event.ts';
import { mayAsk } from './run-screen.ts';
import { jsonLine } from './terminal/visible.ts';

/** What may still come on stderr where every word costs. */
const THIN_NOTICES = 3;

export interface OnScreen {
  readonly desk: AutoDesk;
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
  const unwatch = [
    open.store.watch((recorded) => reporter.hear(recorded)),
    desk.watchProgress((progress) => reporter.hearProgress(progress)),
  ];
  const telling = tellPerson(open);
  let conducted: Result<void, Failure>;
  try {
    conducted = await conductAndAsk(context, open, { reporter, conducting });
  } finally {
    for (const stop of unwatch) stop();
    reporter.close();
    await telling.stop();
  }
  const graph = nowOf(open);
  const wallMs = performance.now() - began;
  const { phase } = conducting;
  const ended = endAuto(context, { graph, conducted, wallMs, phase, applies, told, redact: redactorOf(open) });
  if (context.flags.json) sayEnd(context, open, { ended, report: reportOf(graph), wallMs });
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
      if (conducted.error.code !== 'trust.needed' || !mayAsk(context)) return conducted;
      const trusted = await askForTrust(context, open.tools.project);
      if (!trusted.ok || !trusted.value) return trusted.ok ? conducted : trusted;
      continue;
    }
    const { asks } = reportOf(nowOf(open));
    const isMeant = conducting.phase === undefined || conducting.phase === asks;
    if (asks === null || !isMeant || conducting.isMine !== undefined) return ok();
    if (!(await mayEnter(context, open, asks))) return signal.aborted ? fail('work.cancelled', {}) : ok();
    const allowed = await allowPhase(open, asks);
    if (!allowed.ok) return allowed;
  }
}

async function mayEnter(context: Context, open: OpenAuto, phase: number): Promise<boolean> {
  if (context.flags.yes) return true;
  if (!mayAsk(context)) return false;
  const { order, tasks } = nowOf(open);
  const count = order.filter((id) => tasks[id]?.phase === phase && tasks[id].status !== 'completed').length;
  return ask(context.words.auto.nextPhase(phase, count), context);
}

async function reporterFor(
  context: Context,
  open: OpenAuto,
  { desk, opening, openingJson }: OnScreen,
): Promise<{ readonly reporter: AutoReporter; readonly told: ReadonlySet<string> | null }> {
  const { flags } = context;
  if (flags.json) {
    context.io.stdout.write(`${jsonLine({ at: now(open), type: 'conducting', data: openingJson })}\n`);
    return { reporter: createJsonAutoReporter(context, open), told: null };
  }
  if (flags.quiet) return { reporter: silentAutoReporter, told: null };
  if (isThin(context, nowOf(open))) {
    desk.limitNotices(THIN_NOTICES);
    if (opening.length > 0) context.answer(opening.join('\n'));
    const digest = createDigest(context, open);
    return { reporter: digest, told: digest.told };
  }
  const settings = await readRunSettings(open.tools.project);
  const level = flags.verbose ? 'debug' : settings.ok ? settings.value.global.log_level : 'info';
  if (level === 'debug' || level === 'info') {
    const story = context.story();
    for (const [nth, line] of opening.entries()) story.print(nth === 0 ? story.colours.bold(line) : line);
  }
  return { reporter: createAutoReporter(context, open, level), told: null };
}

/** Nobody looks on but an agent, who pays for every word. */
export function isThin({ io, flags }: Pick<Context, 'io' | 'flags'>, { mode }: Pick<AutoNow, 'mode'>): boolean {
  return mode === 'ultra-thin' && !io.stderr.isTTY && !flags.verbose;
}

function sayEnd(
  context: Context,
  open: OpenAuto,
  { ended, report, wallMs }: { ended: Result<ExitCode, Failure>; report: AutoReport; wallMs: number },
): void {
  const code = ended.ok ? ended.value : exitOf[ended.error.code];
  const data = { ...report, wall_seconds: Math.round(wallMs / 1000), exit: code };
  context.io.stdout.write(`${redactorOf(open)(jsonLine({ at: now(open), type: 'end', data }))}\n`);
}

function now({ tooling }: OpenAuto): string {
  return tooling.tools.clock.now().toISOString();
}
