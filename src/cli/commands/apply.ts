import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { openRun, type RunContext } from '../../engine/descriptors/run.ts';
import { isAutoLeftAlone } from '../../engine/operations/auto/apply.ts';
import { isAutoThere } from '../../engine/operations/auto/read-graph.ts';
import { applyRun } from '../../engine/operations/runs/decide.ts';
import { findRun } from '../../engine/operations/runs/find.ts';
import { undeliveredRuns } from '../../engine/operations/runs/undelivered.ts';
import type { Context, Run } from '../context.ts';
import { decideOnScreen } from '../decide-on-screen.ts';
import { exit } from '../exit.ts';
import { runContext } from '../run-tools.ts';

/** Brings work that was merged and left alone into the checkout, because the person says so. */
export const run: Run = async (context, input) => {
  const tools = runContext(context);
  if (!tools.ok) return tools;
  const [named] = input.args;
  if (named === 'auto') return (await import('./auto/apply.ts')).run(context, input);
  const isAutoWaiting = named === undefined && isAutoLeftAlone(tools.value);
  const id = await wanted(context, tools.value, named);
  const hasOnlyAuto = named === undefined && !id.ok && id.error.code === 'run.none' && isAutoThere(tools.value).ok;
  if (!id.ok && (isAutoWaiting || hasOnlyAuto)) return (await import('./auto/apply.ts')).run(context, input);
  if (!id.ok) return id;
  if (isAutoWaiting) context.tell(context.words.auto.alsoWaits);
  const open = await openRun(id.value, tools.value);
  if (!open.ok) return open;
  return decideOnScreen(context, open.value, {
    decide: async () => {
      const asked = await applyRun(open.value);
      return asked.ok ? ok('goes_on') : asked;
    },
    goesOn: context.words.apply.goesOn,
    otherwise: exit.waiting,
  });
};

async function wanted(
  { words, tell }: Context,
  tools: RunContext,
  named: string | undefined,
): Promise<Result<string, Failure>> {
  if (named !== undefined) return findRun(tools.project, named, 'apply');
  const waiting = await undeliveredRuns(tools);
  if (!waiting.ok) return waiting;
  const [latest = '', ...others] = waiting.value;
  if (others.length > 0) tell(words.apply.latest(latest, others.length));
  return ok(latest);
}
