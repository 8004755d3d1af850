import { ok } from '../../../base/result.ts';
import { foreseeAuto } from '../../../engine/operations/auto/foresee.ts';
import { readAutoOptions } from '../../auto-options.ts';
import type { Run } from '../../context.ts';
import { exit } from '../../exit.ts';
import { projectOf } from '../../project.ts';
import { forecastLines } from '../../report/auto-forecast.ts';
import { jsonText } from '../../terminal/visible.ts';

/** What would be done, in which order. Writes nothing. */
export const run: Run = async (context, input) => {
  const asked = readAutoOptions(context, input);
  if (!asked.ok) return asked;
  const project = projectOf(context);
  if (!project.ok) return project;
  const { options } = asked.value;
  const forecast = foreseeAuto(options, { project: project.value, env: context.io.env });
  if (!forecast.ok) return forecast;
  if (context.flags.json) context.answer(jsonText(forecast.value));
  else context.answer(forecastLines(forecast.value, context).join('\n'));
  return ok(exit.done);
};
