import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { OpenSession } from '../engine/open-session.ts';
import { conductSession } from '../engine/operations/sessions/conduct.ts';
import { deliverSession } from '../engine/operations/sessions/decide.ts';
import { readRunSettings } from '../engine/run-settings.ts';
import { ask } from './ask.ts';
import { askForTrust } from './commands/trust.ts';
import type { Context } from './context.ts';
import { type ExitCode, exitOf } from './exit.ts';
import { mayAsk } from './run-screen.ts';
import { endSession } from './session-ending.ts';
import {
  createJsonSessionReporter,
  createSessionReporter,
  nowOf,
  type SessionReporter,
  silentSessionReporter,
} from './session-reporter.ts';
import type { SessionNow } from './report/session-event.ts';
import type { SessionDesk } from './session-tools.ts';
import { jsonLine, visible } from './terminal/visible.ts';
import { wrap } from './terminal/width.ts';

export interface Conducting {
  readonly desk: SessionDesk;
  /** `--merge`: finished work goes to its base without another question. */
  readonly merges: boolean;
}

/** Conducts an open session before the person's eyes, closes it, and says how it ended. */
export function conductSessionOnScreen(
  context: Context,
  open: OpenSession,
  conducting: Conducting,
): Promise<Result<ExitCode, Failure>> {
  return context.finishing(conductToItsEnd(context, open, conducting));
}

async function conductToItsEnd(
  context: Context,
  open: OpenSession,
  { desk, merges }: Conducting,
): Promise<Result<ExitCode, Failure>> {
  const reporter = await reporterFor(context, open);
  const unwatch = [
    open.store.watch((recorded) => reporter.hear(recorded)),
    desk.watchProgress((progress) => reporter.hearProgress(progress)),
  ];
  let conducted: Result<void, Failure>;
  try {
    conducted = await conductAndAsk(context, open, { reporter, merges });
  } finally {
    for (const stop of unwatch) stop();
    reporter.close();
  }
  const ended = endSession(context, conductedIn(open), conducted);
  if (context.flags.json) sayEnd(context, open, ended);
  const closed = await open.close();
  return ended.ok && !closed.ok ? closed : ended;
}

/** As far as it goes, and, where that is wanted, home. */
async function conductAndAsk(
  context: Context,
  open: OpenSession,
  { reporter, merges }: { readonly reporter: SessionReporter; readonly merges: boolean },
): Promise<Result<void, Failure>> {
  for (;;) {
    const conducted = await conductSession(open, context.io.signal);
    reporter.pause();
    if (context.io.signal.aborted) return conducted;
    if (!conducted.ok) {
      if (conducted.error.code !== 'trust.needed' || !mayAsk(context)) return conducted;
      const trusted = await askForTrust(context, open.workshop.project);
      if (!trusted.ok || !trusted.value) return trusted.ok ? conducted : trusted;
      continue;
    }
    const { stage, delivery, base } = conductedIn(open);
    if (stage.at !== 'complete' || delivery !== null) return ok();
    const isWanted = merges || (mayAsk(context) && (await ask(context.words.session.mergeNow(base.branch), context)));
    if (!isWanted) return ok();
    const asked = await deliverSession(open);
    if (!asked.ok) return asked;
  }
}

async function reporterFor(context: Context, open: OpenSession): Promise<SessionReporter> {
  const { flags, words } = context;
  const { request_id, base, status } = conductedIn(open);
  if (flags.json) {
    const data = { request_id, folder: open.folder, base, status };
    context.io.stdout.write(`${jsonLine({ at: now(open), type: 'conducting', data })}\n`);
    return createJsonSessionReporter(context, open);
  }
  if (flags.quiet) return silentSessionReporter;
  const settings = await readRunSettings(open.workshop.project);
  const configured = settings.ok ? settings.value.global.log_level : 'info';
  const level = flags.verbose ? 'debug' : configured;
  if (level === 'debug' || level === 'info') {
    const story = context.story();
    const begins = words.session.begins(request_id, `${base.branch} (${base.commit.slice(0, 12)})`);
    for (const line of wrap(visible(begins), story.columns)) story.print(story.colours.bold(line));
  }
  return createSessionReporter(context, open, level);
}

/** Where it works is settled before a session is conducted. */
function conductedIn(open: OpenSession): SessionNow & { readonly base: NonNullable<SessionNow['base']> } {
  const session = nowOf(open);
  const { base } = session;
  if (base === null) throw new Error('a session is conducted that does not know where it works');
  return { ...session, base };
}

function sayEnd(context: Context, open: OpenSession, ended: Result<ExitCode, Failure>): void {
  const { request_id, status, delivery } = nowOf(open);
  const code = ended.ok ? ended.value : exitOf[ended.error.code];
  const data = { request_id, status, delivery: delivery?.at ?? null, exit: code };
  context.io.stdout.write(`${jsonLine({ at: now(open), type: 'end', data })}\n`);
}

function now({ workshop }: OpenSession): string {
  return workshop.clock.now().toISOString();
}
