import { unwrap } from '../../base/failure.ts';
import type { Run } from '../context.ts';
import { conductRun } from '../live-view/run.ts';
import { projectOf } from '../project.ts';

export const run: Run = async (context, { args: [named] }) => {
  const project = projectOf(context);
  const id = unwrap(await project.runs.find(named, 'resume'));
  const conductor = unwrap(await project.runs.resume(id));
  const { branch, new_commits } = unwrap(await project.runs.base(id));
  if (branch !== null && new_commits > 0) context.tell(context.words.reject.baseMoved(id, branch, new_commits));
  return conductRun(context, project, { conductor });
};
