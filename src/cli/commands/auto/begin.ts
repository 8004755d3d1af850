import type { Failure } from '../../../base/failure.ts';
import type { Result } from '../../../base/result.ts';
import { phaseProgress } from '../../../engine/operations/auto/phase-progress.ts';
import { type AutoStarted, startAuto } from '../../../engine/operations/auto/start.ts';
import { nowOf } from '../../auto-reporter.ts';
import { conductAutoOnScreen, isThin } from '../../auto-screen.ts';
import { type AutoCliDeps, autoCliDeps } from '../../auto-tools.ts';
import { type AutoCliOptions, readAutoOptions } from '../../auto-options.ts';
import type { Context, Run } from '../../context.ts';
import type { ExitCode } from '../../exit.ts';
import { openingLines } from '../../report/auto-opening.ts';
import { askForTrust } from '../trust.ts';

/** Begins with TASKS.md, or goes on with it. */
export const run: Run = async (context, input) => {
  const asked = readAutoOptions(context, input);
  if (!asked.ok) return asked;
  const desk = autoCliDeps(context);
  if (!desk.ok) return desk;
  return context.finishing(begin(context, desk.value, asked.value));
};

async function begin(context: Context, desk: AutoCliDeps, asked: AutoCliOptions): Promise<Result<ExitCode, Failure>> {
  const started = await start(context, desk, asked);
  if (!started.ok) return started;
  const { open, plan, changes, isNew } = started.value;
  const graph = nowOf(open);
  const { iterations, options } = asked;
  const { phase } = options;
  const { project, base, mode, order } = graph;
  const { columns } = context.io.stderr.isTTY ? context : { columns: Infinity };
  return conductAutoOnScreen(context, open, {
    desk,
    conducting: { plan, phase, iterations },
    opening: openingLines({ graph, changes, isNew }, { words: context.words, columns, isThin: isThin(context, graph) }),
    openingJson: {
      project,
      base,
      mode,
      tasks: order.length,
      phases: phaseProgress(graph).length,
      resumed: !isNew,
      changes,
    },
  });
}

/** What the repository would run is asked for while the person is still there. */
async function start(
  context: Context,
  { tools }: AutoCliDeps,
  { options }: AutoCliOptions,
): Promise<Result<AutoStarted, Failure>> {
  const started = await startAuto(options, tools);
  if (started.ok) return started;
  const trusted = await askForTrust(context, tools.project, started.error);
  return trusted.ok ? startAuto(options, tools) : trusted;
}
