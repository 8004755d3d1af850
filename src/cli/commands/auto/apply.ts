import { ok } from '../../../base/result.ts';
import type { Run } from '../../context.ts';
import { exit } from '../../exit.ts';
import { conductAuto } from '../../live-view/auto.ts';
import { projectWithLimit } from './begin.ts';

/** Brings finished phases into the person's checkout; a conductor elsewhere does it itself. */
export const run: Run = async (context) => {
  const opened = projectWithLimit(context);
  if (!opened.ok) return opened;
  const { project, limitNotices } = opened.value;
  const there = await project.auto.exists();
  const applying = there.ok ? await project.auto.apply() : there;
  if (!applying.ok && applying.error.code === 'owner.held') {
    context.tell(context.words.auto.appliedElsewhere(applying.error.params.holder?.pid ?? 0));
    return ok(exit.done);
  }
  if (!applying.ok) return applying;
  const conductor = applying.value;
  const { project: name, base } = conductor.view();
  const openingJson = { project: name, base };
  return conductAuto(context, project, { conductor, opening: [], openingJson, applies: true, limitNotices });
};
