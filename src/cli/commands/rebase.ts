import { unwrap } from '../../base/failure.ts';
import type { Run } from '../context.ts';
import { goOnWithRun } from '../live-view/run.ts';
import { projectOf } from '../project.ts';

/** Takes up the base as it is now, right here, or where the work is conducted. */
export const run: Run = async (context, { args: [named] }) => {
  const project = projectOf(context);
  const id = unwrap(await project.runs.find(named, 'rebase'));
  unwrap(await project.checkSettings());
  const requested = unwrap(await project.runs.rebase(id));
  return goOnWithRun(context, project, { requested, goesOn: context.words.rebase.goesOn });
};
