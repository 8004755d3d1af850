import { ok } from '../../../base/result.ts';
import { openSession } from '../../../engine/open-session.ts';
import { endSession } from '../../../engine/operations/sessions/end.ts';
import { presentSession } from '../../../engine/operations/sessions/present.ts';
import type { Run } from '../../context.ts';
import { exit } from '../../exit.ts';
import { nowOf } from '../../session-reporter.ts';
import { sessionDesk } from '../../session-tools.ts';
import { jsonText } from '../../terminal/visible.ts';

/** Ends the session, so that a new one can begin; what it taught is kept. */
export const run: Run = async (context, input) => {
  const desk = sessionDesk(context, input);
  if (!desk.ok) return desk;
  const { words, flags, answer, io } = context;
  const present = await presentSession(desk.value.tools, 'reset');
  if (!present.ok) return present;
  const open = await openSession({ ...desk.value.tools, project: present.value.project });
  if (!open.ok) return open;
  const ended = await endSession(open.value, io.signal);
  const closed = await open.value.close();
  if (!ended.ok) return ended;
  if (!closed.ok) return closed;
  const { request_id } = nowOf(open.value);
  if (flags.json) answer(jsonText({ request_id, status: 'completed' }));
  else if (!flags.quiet) answer(words.session.ended(request_id));
  return ok(exit.done);
};
