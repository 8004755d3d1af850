import { ok } from '../../../base/result.ts';
import { readAuto } from '../../../engine/operations/auto/status.ts';
import type { Run } from '../../context.ts';
import { exit } from '../../exit.ts';
import { projectOf } from '../../project.ts';
import { autoStatusLines } from '../../report/auto-status.ts';
import { jsonText } from '../../terminal/visible.ts';

/** Where the graph stands, and how to go on. */
export const run: Run = async (context) => {
  const project = projectOf(context);
  if (!project.ok) return project;
  const standing = await readAuto({ project: project.value, env: context.io.env });
  if (!standing.ok) return standing;
  if (context.flags.json) context.answer(jsonText(standing.value));
  else context.answer(autoStatusLines(standing.value, context).join('\n'));
  return ok(exit.done);
};
