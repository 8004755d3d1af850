import { ok } from '../../../base/result.ts';
import { applyAuto, isDelivery } from '../../../engine/operations/auto/apply.ts';
import { isAutoThere } from '../../../engine/operations/auto/read-graph.ts';
import { nowOf } from '../../auto-reporter.ts';
import { conductAutoOnScreen } from '../../auto-screen.ts';
import { autoCliDeps } from '../../auto-tools.ts';
import type { Run } from '../../context.ts';
import { exit } from '../../exit.ts';

/** Brings finished phases into the person's checkout; a conductor elsewhere does it itself. */
export const run: Run = async (context) => {
  const desk = autoCliDeps(context);
  if (!desk.ok) return desk;
  const there = isAutoThere(desk.value.tools);
  if (!there.ok) return there;
  const applying = await applyAuto(desk.value.tools);
  if (!applying.ok && applying.error.code === 'owner.held') {
    context.tell(context.words.auto.appliedElsewhere(applying.error.params.holder?.pid ?? 0));
    return ok(exit.done);
  }
  if (!applying.ok) return applying;
  const { open, plan } = applying.value;
  const { project, base } = nowOf(open);
  return conductAutoOnScreen(context, open, {
    desk: desk.value,
    conducting: { plan, isMine: isDelivery },
    opening: [],
    openingJson: { project, base },
    applies: true,
  });
};
