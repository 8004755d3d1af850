import path from 'node:path';
import { ok } from '../../../base/result.ts';
import { openAuto } from '../../../engine/descriptors/auto.ts';
import { stopAuto } from '../../../engine/operations/auto/decide.ts';
import { AUTO_LOG, isAutoThere } from '../../../engine/operations/auto/read-graph.ts';
import { findConductor } from '../../../engine/find-conductor.ts';
import { autoCliDeps } from '../../auto-tools.ts';
import type { Run } from '../../context.ts';
import { exit } from '../../exit.ts';
import { waitForRelease } from '../../wait-for-release.ts';
import { jsonText } from '../../terminal/visible.ts';

/** Whoever conducts sees the request, ends its agents and lets go; where nobody does, it only is recorded. */
export const run: Run = async (context) => {
  const desk = autoCliDeps(context);
  if (!desk.ok) return desk;
  const { words, flags, tell, answer, io } = context;
  const there = isAutoThere(desk.value.tools);
  if (!there.ok) return there;
  const open = await openAuto(desk.value.tools);
  if (!open.ok) return open;
  const folder = path.dirname(open.value.paths.log);
  const holder = findConductor(folder, AUTO_LOG);
  const stopped = await stopAuto(open.value);
  const closed = await open.value.close();
  if (!stopped.ok) return stopped;
  if (!closed.ok) return closed;
  if (holder !== null) tell(words.auto.stopping(holder.pid));
  const still = holder === null ? null : await waitForRelease(folder, io.signal, AUTO_LOG);
  const said =
    holder === null ? words.auto.stoppedNobody : still === null ? words.auto.stopped : words.auto.slow(still.pid);
  if (flags.json) answer(jsonText({ stopped: true, was_conducted: holder !== null, conductor: still?.pid ?? null }));
  else if (!flags.quiet) answer(said);
  return ok(exit.done);
};
