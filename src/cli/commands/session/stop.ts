import { ok } from '../../../base/result.ts';
import { openSession } from '../../../engine/open-session.ts';
import { stopSession } from '../../../engine/operations/sessions/decide.ts';
import { learnNow } from '../../../engine/operations/sessions/learn.ts';
import { presentSession } from '../../../engine/operations/sessions/present.ts';
import { conductorOf } from '../../../engine/run-conductor.ts';
import type { Run } from '../../context.ts';
import { exit } from '../../exit.ts';
import { holderAfterAWhile } from '../../let-go.ts';
import { nowOf } from '../../session-reporter.ts';
import { sessionDesk } from '../../session-tools.ts';
import { jsonText } from '../../terminal/visible.ts';

/** Whoever conducts the session sees the request, ends its agents and lets go; where nobody does, it only is recorded. */
export const run: Run = async (context, input) => {
  const desk = sessionDesk(context, input);
  if (!desk.ok) return desk;
  const { words, flags, tell, answer, io } = context;
  const present = await presentSession(desk.value.tools, 'stop');
  if (!present.ok) return present;
  const open = await openSession({ ...desk.value.tools, project: present.value.project });
  if (!open.ok) return open;
  const stopped = await stopSession(open.value);
  const holder = conductorOf(present.value.folder);
  // A conductor does so itself.
  const learned = stopped.ok && holder === null ? await learnNow(open.value, io.signal) : ok();
  const closed = await open.value.close();
  if (!stopped.ok) return stopped;
  if (!learned.ok) return learned;
  if (!closed.ok) return closed;
  const { request_id } = nowOf(open.value);
  if (holder !== null) tell(words.session.stopping(request_id, holder.pid));
  const still = holder === null ? null : await holderAfterAWhile(present.value.folder, io.signal);
  if (flags.json) answer(jsonText({ request_id, stopped: true, conductor: still?.pid ?? null }));
  else if (!flags.quiet)
    answer(still === null ? words.session.stopped(request_id) : words.session.slow(request_id, still.pid));
  return ok(exit.done);
};
