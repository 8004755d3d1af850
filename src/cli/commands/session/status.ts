import { fail } from '../../../base/failure.ts';
import { ok } from '../../../base/result.ts';
import { currentSession } from '../../../engine/operations/sessions/list.ts';
import { readSession } from '../../../engine/operations/sessions/status.ts';
import type { Run } from '../../context.ts';
import { exit } from '../../exit.ts';
import { projectOf } from '../../project.ts';
import { sessionStatusLines } from '../../report/session-status.ts';
import { jsonText } from '../../terminal/visible.ts';

/** Where the session stands; with `--verbose` also what was measured for each gate. */
export const run: Run = async (context) => {
  const project = projectOf(context);
  if (!project.ok) return project;
  const present = currentSession(project.value);
  if (present === undefined) return fail('session.none', { wanted: 'status' });
  const report = readSession(present, context.io.env);
  if (context.flags.json) context.answer(jsonText(report));
  else context.answer(sessionStatusLines(report, context).join('\n'));
  return ok(exit.done);
};
