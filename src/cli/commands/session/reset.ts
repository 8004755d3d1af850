import { ok } from '../../../base/result.ts';
import { endSession } from '../../../engine/operations/sessions/end.ts';
import type { Run } from '../../context.ts';
import { exit } from '../../exit.ts';
import { inPresentSession } from '../../in-session.ts';
import { nowOf } from '../../session-reporter.ts';
import { jsonText } from '../../terminal/visible.ts';

/** Ends the session, so that a new one can begin; what it taught is kept. */
export const run: Run = async (context, input) => {
  const { words, flags, answer, io } = context;
  const ended = await inPresentSession(context, input, { wanted: 'reset', act: (open) => endSession(open, io.signal) });
  if (!ended.ok) return ended;
  const { request_id } = nowOf(ended.value.session);
  if (flags.json) answer(jsonText({ request_id, status: 'completed' }));
  else if (!flags.quiet) answer(words.session.ended(request_id));
  return ok(exit.done);
};
