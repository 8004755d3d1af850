import { fail, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { openRun } from '../../engine/descriptors/run.ts';
import { rejectRun } from '../../engine/operations/runs/decide.ts';
import { findRun } from '../../engine/operations/runs/find.ts';
import { askLine, canAsk } from '../ask.ts';
import type { Context, Run } from '../context.ts';
import { decideOnScreen } from '../decide-on-screen.ts';
import { exit } from '../exit.ts';
import { runContext } from '../run-tools.ts';

/** Sends the work back; the next round begins right here. After the last round the run has failed, and says so. */
export const run: Run = async (context, { args, options }) => {
  const tools = runContext(context);
  if (!tools.ok) return tools;
  const id = findRun(tools.value.project, args[0], 'reject');
  if (!id.ok) return id;
  const reason = await reasonFrom(context, id.value, options['reason']);
  if (!reason.ok) return reason;
  const open = await openRun(id.value, tools.value);
  if (!open.ok) return open;
  return decideOnScreen(context, open.value, {
    decide: async () => {
      const rejected = await rejectRun(open.value, reason.value);
      return rejected.ok ? ok('goes_on') : rejected;
    },
    goesOn: context.words.reject.goesOn,
    otherwise: exit.waiting,
  });
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
