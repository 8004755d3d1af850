import { ok } from '../../../base/result.ts';
import { presentSession } from '../../../engine/operations/sessions/present.ts';
import { readSession } from '../../../engine/operations/sessions/status.ts';
import type { Run } from '../../context.ts';
import { exit } from '../../exit.ts';
import { sessionStatusLines } from '../../report/session-status.ts';
import { sessionCliDeps } from '../../session-tools.ts';
import { jsonText } from '../../terminal/visible.ts';

/** Where the session stands; with `--verbose` also what was measured for each gate. */
export const run: Run = async (context, input) => {
  const desk = sessionCliDeps(context, input);
  if (!desk.ok) return desk;
  const present = await presentSession(desk.value.tools, 'status');
  if (!present.ok) return present;
  const report = readSession(present.value, context.io.env);
  if (context.flags.json) context.answer(jsonText(report));
  else context.answer(sessionStatusLines(report, context).join('\n'));
  return ok(exit.done);
};
