import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { OpenRun } from '../engine/descriptors/run.ts';
import { findConductor } from '../engine/find-conductor.ts';
import { canAsk } from './ask.ts';
import type { Context } from './context.ts';
import { exit, type ExitCode } from './exit.ts';
import { conductOnScreen } from './run-screen.ts';

interface Decision {
  /** Records what the person decided. */
  readonly decide: () => Promise<Result<'goes_on' | 'nothing', Failure>>;
  /** Said when another process has the run, and goes on with it. */
  readonly goesOn: (run: string, pid: number) => string;
  /** The exit code when nothing was decided. */
  readonly otherwise: ExitCode;
}

/** Records a decision about a run and goes on with the run right here, unless somebody conducts it elsewhere. */
export async function decideOnScreen(
  context: Context,
  open: OpenRun,
  { decide, goesOn, otherwise }: Decision,
): Promise<Result<ExitCode, Failure>> {
  const ready = await readyToGoOn(context, open);
  const decided = ready.ok ? await decide() : ready;
  const conductor = findConductor(open.folder);
  if (decided.ok && decided.value === 'goes_on' && conductor === null) return conductOnScreen(context, open);
  const closed = await open.close();
  if (!decided.ok) return decided;
  if (!closed.ok) return closed;
  if (decided.value === 'nothing' || conductor === null) return ok(otherwise);
  context.tell(goesOn(open.id, conductor.pid));
  return ok(exit.done);
}

/** Nothing is recorded that could then not be done; what may be run is asked for when it is needed. */
async function readyToGoOn(context: Context, { services }: OpenRun): Promise<Result<void, Failure>> {
  const settings = await services.settings();
  if (settings.ok || (settings.error.code === 'trust.needed' && canAsk(context) && !context.flags.json)) return ok();
  return settings;
}
