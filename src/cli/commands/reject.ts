import { fail, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { askLine, canAsk } from '../ask.ts';
import type { Context, Run } from '../context.ts';
import { goOnWithRun } from '../go-on.ts';
import { projectOf } from '../project.ts';

/** Sends the work back; the next round begins right here. After the last round the run has failed, and says so. */
export const run: Run = async (context, { args, options }) => {
  const opened = projectOf(context);
  if (!opened.ok) return opened;
  const project = opened.value;
  const id = await project.runs.find(args[0], 'reject');
  if (!id.ok) return id;
  const reason = await reasonFrom(context, id.value, options['reason']);
  if (!reason.ok) return reason;
  const ready = await project.checkSettings();
  const requested = ready.ok ? await project.runs.reject(id.value, reason.value) : ready;
  if (!requested.ok) return requested;
  return goOnWithRun(context, project, { requested: requested.value, goesOn: context.words.reject.goesOn });
};

async function reasonFrom(
  context: Context,
  runId: string,
  given: string | undefined,
): Promise<Result<string, Failure>> {
  if (given !== undefined) return ok(given);
  const mayAsk = canAsk(context) && !context.flags.json;
  const said = mayAsk ? await askLine(context, { question: context.words.reject.question }) : undefined;
  return said === undefined ? fail('run.wants_reason', { run: runId }) : ok(said);
}
