import type { Failure, Holder } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { OpenSession } from '../../../engine/descriptors/session.ts';
import { stopSession } from '../../../engine/operations/sessions/decide.ts';
import { learnNow } from '../../../engine/operations/sessions/learn.ts';
import { findConductor } from '../../../engine/find-conductor.ts';
import type { Run } from '../../context.ts';
import { exit } from '../../exit.ts';
import { inPresentSession } from '../../in-session.ts';
import { waitForRelease } from '../../wait-for-release.ts';
import { nowOf } from '../../session-reporter.ts';
import { jsonText } from '../../terminal/visible.ts';

/** Whoever conducts the session sees the request, ends its agents and lets go; where nobody does, it only is recorded. */
export const run: Run = async (context, input) => {
  const { words, flags, tell, answer, io } = context;
  const stopped = await inPresentSession(context, input, { wanted: 'stop', act: (open) => stop(open, io.signal) });
  if (!stopped.ok) return stopped;
  const { session, came: holder } = stopped.value;
  const { request_id } = nowOf(session);
  if (holder !== null) tell(words.session.stopping(request_id, holder.pid));
  const still = holder === null ? null : await waitForRelease(session.folder, io.signal);
  if (flags.json) answer(jsonText({ request_id, stopped: true, conductor: still?.pid ?? null }));
  else if (!flags.quiet)
    answer(still === null ? words.session.stopped(request_id) : words.session.slow(request_id, still.pid));
  return ok(exit.done);
};

/** Who conducts it. What it taught is learned here where nobody does; a conductor does so itself. */
async function stop(open: OpenSession, signal: AbortSignal): Promise<Result<Holder | null, Failure>> {
  const stopped = await stopSession(open);
  if (!stopped.ok) return stopped;
  const holder = findConductor(open.folder);
  const learned = holder === null ? await learnNow(open, signal) : ok();
  return learned.ok ? ok(holder) : learned;
}
