import { ok } from '../../../base/result.ts';
import type { Run } from '../../context.ts';
import { exit } from '../../exit.ts';
import { projectOf } from '../../project.ts';
import { forecastLines } from '../../report/auto-forecast.ts';
import { autoStatusLines } from '../../report/auto-status.ts';
import { jsonText } from '../../terminal/visible.ts';
import { readAutoOptions } from './options.ts';

/** Where the graph stands, and how to go on. */
export const status: Run = async (context) => {
  const project = projectOf(context);
  const standing = project.ok ? await project.value.auto.status() : project;
  if (!standing.ok) return standing;
  const { flags, answer } = context;
  answer(flags.json ? jsonText(standing.value) : autoStatusLines(standing.value, context).join('\n'));
  return ok(exit.done);
};

/** What would be done, in which order. Writes nothing. */
export const dryRun: Run = async (context, input) => {
  const options = readAutoOptions(context, input);
  if (!options.ok) return options;
  const project = projectOf(context);
  const forecast = project.ok ? await project.value.auto.forecast(options.value) : project;
  if (!forecast.ok) return forecast;
  const { flags, answer } = context;
  answer(flags.json ? jsonText(forecast.value) : forecastLines(forecast.value, context).join('\n'));
  return ok(exit.done);
};
