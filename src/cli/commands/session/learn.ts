import { ok } from '../../../base/result.ts';
import { openSession } from '../../../engine/open-session.ts';
import { learnNow } from '../../../engine/operations/sessions/learn.ts';
import { presentSession } from '../../../engine/operations/sessions/present.ts';
import type { Run } from '../../context.ts';
import { exit } from '../../exit.ts';
import { nearPath } from '../../report/failure.ts';
import { sessionDesk } from '../../session-tools.ts';
import { jsonText, visible } from '../../terminal/visible.ts';

/** Scans the contracts, and claude-mem, for what knowledge.yaml does not know yet. */
export const run: Run = async (context, input) => {
  const desk = sessionDesk(context, input);
  if (!desk.ok) return desk;
  const { words, flags, answer, io, cwd } = context;
  const present = await presentSession(desk.value.tools, 'learn');
  if (!present.ok) return present;
  const open = await openSession({ ...desk.value.tools, project: present.value.project });
  if (!open.ok) return open;
  const learned = await learnNow(open.value, io.signal);
  const closed = await open.value.close();
  if (!learned.ok) return learned;
  if (!closed.ok) return closed;
  const { knowledge } = open.value.workshop;
  if (flags.json) answer(jsonText({ knowledge }));
  else if (!flags.quiet) answer(words.session.knows(visible(nearPath(knowledge, cwd))));
  return ok(exit.done);
};
