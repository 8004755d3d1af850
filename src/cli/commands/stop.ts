import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { type OpenRun, openRun } from '../../engine/descriptors/run.ts';
import { stopRun } from '../../engine/operations/runs/decide.ts';
import { findRun } from '../../engine/operations/runs/find.ts';
import { findConductor } from '../../engine/find-conductor.ts';
import type { Context, Run } from '../context.ts';
import { exit, type ExitCode } from '../exit.ts';
import { waitForRelease } from '../wait-for-release.ts';
import { runContext } from '../run-tools.ts';
import { jsonText } from '../terminal/visible.ts';

/** Whoever conducts the run sees the request, ends its agents and lets go; where nobody does, it only is recorded. */
export const run: Run = async (context, { args: [named] }) => {
  const tools = runContext(context);
  if (!tools.ok) return tools;
  const id = findRun(tools.value.project, named, 'stop');
  if (!id.ok) return id;
  const open = await openRun(id.value, tools.value);
  if (!open.ok) return open;
  const stopped = await stopRun(open.value);
  const closed = await open.value.close();
  if (!stopped.ok) return stopped;
  if (!closed.ok) return closed;
  return untilLetGo(context, open.value);
};

async function untilLetGo(context: Context, { id, folder }: OpenRun): Promise<Result<ExitCode, Failure>> {
  const { words, flags, tell, answer, io } = context;
  const holder = findConductor(folder);
  if (holder !== null) tell(words.stop.waiting(id, holder.pid));
  const still = holder === null ? null : await waitForRelease(folder, io.signal);
  if (flags.json) answer(jsonText({ run_id: id, stopped: true, conductor: still?.pid ?? null }));
  else if (!flags.quiet) answer(still === null ? words.stop.stopped(id) : words.stop.slow(id, still.pid));
  return ok(exit.done);
}
