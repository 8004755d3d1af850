import { ok } from '../../../base/result.ts';
import { learnNow } from '../../../engine/operations/sessions/learn.ts';
import type { Run } from '../../context.ts';
import { exit } from '../../exit.ts';
import { inPresentSession } from '../../in-session.ts';
import { nearPath } from '../../report/failure.ts';
import { jsonText, visible } from '../../terminal/visible.ts';

/** Scans the contracts, and claude-mem, for what knowledge.yaml does not know yet. */
export const run: Run = async (context, input) => {
  const { words, flags, answer, io, cwd } = context;
  const learned = await inPresentSession(context, input, { wanted: 'learn', act: (open) => learnNow(open, io.signal) });
  if (!learned.ok) return learned;
  const { knowledge } = learned.value.session.services;
  if (flags.json) answer(jsonText({ knowledge }));
  else if (!flags.quiet) answer(words.session.knows(visible(nearPath(knowledge, cwd))));
  return ok(exit.done);
};
