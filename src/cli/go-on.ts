import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { ProjectApi } from '../engine/door/open-project.ts';
import type { Requested } from '../engine/door/runs.ts';
import type { Context } from './context.ts';
import { exit, type ExitCode } from './exit.ts';
import { conductRun } from './live-view/run.ts';

/** Goes on right here with a run that a person decided something about, unless somebody conducts it elsewhere. */
export async function goOnWithRun(
  context: Context,
  project: ProjectApi,
  { requested, goesOn }: { readonly requested: Requested; readonly goesOn: (run: string, pid: number) => string },
): Promise<Result<ExitCode, Failure>> {
  const { id, conductor } = requested;
  if (conductor !== null) {
    context.tell(goesOn(id, conductor.pid));
    return ok(exit.done);
  }
  const conducting = await project.runs.conduct(id);
  return conducting.ok ? conductRun(context, project, { conductor: conducting.value }) : conducting;
}
