import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { OpenSession } from '../engine/descriptors/session.ts';
import { conductSession } from '../engine/operations/sessions/conduct.ts';
import { deliverSession } from '../engine/operations/sessions/decide.ts';
import { ask, mayAsk } from './ask.ts';
import { askForTrust } from './commands/trust.ts';
import type { Context } from './context.ts';
import { codeOf, type ExitCode } from './exit.ts';
import { openProgressView, withReporter, writeJsonEvent } from './on-screen.ts';
import { createJsonReporter, silentReporter } from './reporter.ts';
import { endSession } from './session-ending.ts';
import { createSessionReporter, nowOf, type SessionReporter } from './session-reporter.ts';
import type { SessionNow } from './report/session-event.ts';
import type { SessionProgress } from './report/session-stage.ts';
import type { SessionCliDeps } from './session-tools.ts';
import { visible } from './terminal/visible.ts';
import { wrap } from './terminal/width.ts';

export interface Conducting {
  readonly desk: SessionCliDeps;
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
  const heard = { store: open.store, watchProgress: desk.watchProgress };
  const conducted = await withReporter(reporter, heard, () => conductAndAsk(context, open, { reporter, merges }));
  const ended = endSession(context, conductedIn(open), conducted);
  const { request_id, status, delivery } = nowOf(open);
  const { clock } = open.services;
  const data = { request_id, status, delivery: delivery?.at ?? null, exit: codeOf(ended) };
  if (context.flags.json) writeJsonEvent(context, { clock, type: 'end', data });
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
      const trusted = await askForTrust(context, open.services.project, conducted.error);
      if (!trusted.ok) return trusted;
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
    writeJsonEvent(context, { clock: open.services.clock, type: 'conducting', data });
    return createJsonReporter(context, open.services, progressEvent);
  }
  if (flags.quiet) return silentReporter;
  const begins = words.session.begins(request_id, `${base.branch} (${base.commit.slice(0, 12)})`);
  const level = await openProgressView(context, open.services.project, ({ columns, colours }) =>
    wrap(visible(begins), columns).map(colours.bold),
  );
  return createSessionReporter(context, open, level);
}

/** Where it works is settled before a session is conducted. */
function conductedIn(open: OpenSession): SessionNow & { readonly base: NonNullable<SessionNow['base']> } {
  const session = nowOf(open);
  const { base } = session;
  if (base === null) throw new Error('a session is conducted that does not know where it works');
  return { ...session, base };
}

function progressEvent({ effect, role, event }: SessionProgress) {
  return { type: 'agent', data: { effect, role, event } };
}
