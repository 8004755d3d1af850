import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { Context, Run } from '../context.ts';
import { goOnWithRun } from '../go-on.ts';
import { projectOf } from '../project.ts';

/** Brings work that was merged and left alone into the checkout, because the person says so. */
export const run: Run = async (context, input) => {
  const opened = projectOf(context);
  if (!opened.ok) return opened;
  const project = opened.value;
  const [named] = input.args;
  if (named === 'auto') return (await import('./auto/apply.ts')).run(context, input);
  const isAutoWaiting = named === undefined && (await project.auto.isLeftAlone());
  const id = await wanted(context, project, named);
  const hasNone = named === undefined && !id.ok && id.error.code === 'run.none';
  const hasOnlyAuto = hasNone && (await project.auto.exists()).ok;
  if (!id.ok && (isAutoWaiting || hasOnlyAuto)) return (await import('./auto/apply.ts')).run(context, input);
  if (!id.ok) return id;
  if (isAutoWaiting) context.tell(context.words.auto.alsoWaits);
  const ready = await project.checkSettings();
  const requested = ready.ok ? await project.runs.apply(id.value) : ready;
  if (!requested.ok) return requested;
  return goOnWithRun(context, project, { requested: requested.value, goesOn: context.words.apply.goesOn });
};

async function wanted(
  { words, tell }: Context,
  { runs }: ProjectApi,
  named: string | undefined,
): Promise<Result<string, Failure>> {
  if (named !== undefined) return runs.find(named, 'apply');
  const waiting = await runs.undelivered();
  if (!waiting.ok) return waiting;
  const [latest = '', ...others] = waiting.value;
  if (others.length > 0) tell(words.apply.latest(latest, others.length));
  return ok(latest);
}
