import { catchFailure, unwrap } from '../../base/failure.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { Context, Run } from '../context.ts';
import { goOnWithRun } from '../live-view/run.ts';
import { projectOf } from '../project.ts';

/** Brings work that was merged and left alone into the checkout, because the person says so. */
export const run: Run = async (context, input) => {
  const project = projectOf(context);
  const [named] = input.args;
  const applyAuto = async () => (await import('./auto/conduct.ts')).apply(context, input);
  if (named === 'auto') return applyAuto();
  const isAutoWaiting = named === undefined && (await project.auto.isLeftAlone());
  const found = await catchFailure(() => wanted(context, project, named));
  const hasNone = named === undefined && !found.ok && found.error.code === 'run.none';
  const hasOnlyAuto = hasNone && (await project.auto.exists()).ok;
  if (!found.ok && (isAutoWaiting || hasOnlyAuto)) return applyAuto();
  const id = unwrap(found);
  if (isAutoWaiting) context.tell(context.words.auto.alsoWaits);
  unwrap(await project.checkSettings());
  const requested = unwrap(await project.runs.apply(id));
  return goOnWithRun(context, project, { requested, goesOn: context.words.apply.goesOn });
};

async function wanted({ words, tell }: Context, { runs }: ProjectApi, named: string | undefined): Promise<string> {
  if (named !== undefined) return unwrap(await runs.find(named, 'apply'));
  const [latest = '', ...others] = unwrap(await runs.undelivered());
  if (others.length > 0) tell(words.apply.latest(latest, others.length));
  return latest;
}
