import { throwFailure, unwrap } from '../../base/failure.ts';
import { askLine, canAsk } from '../ask.ts';
import type { Context, Run } from '../context.ts';
import { goOnWithRun } from '../live-view/run.ts';
import { projectOf } from '../project.ts';

/** Sends the work back; the next round begins right here. After the last round the run has failed, and says so. */
export const run: Run = async (context, { args, options }) => {
  const project = projectOf(context);
  const id = unwrap(await project.runs.find(args[0], 'reject'));
  const reason = options['reason'] ?? (await askReason(context, id));
  unwrap(await project.checkSettings());
  const requested = unwrap(await project.runs.reject(id, reason));
  const { branch, new_commits } = unwrap(await project.runs.base(id));
  if (branch !== null && new_commits > 0) context.tell(context.words.reject.baseMoved(id, branch, new_commits));
  return goOnWithRun(context, project, { requested, goesOn: context.words.reject.goesOn });
};

async function askReason(context: Context, run: string): Promise<string> {
  const mayAsk = canAsk(context) && !context.flags.json;
  const said = mayAsk ? await askLine(context, { question: context.words.reject.question }) : undefined;
  return said ?? throwFailure('run.wants_reason', { run });
}
