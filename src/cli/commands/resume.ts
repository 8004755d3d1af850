import type { Run } from '../context.ts';
import { conductRun } from '../live-view/run.ts';
import { projectOf } from '../project.ts';

export const run: Run = async (context, { args: [named] }) => {
  const project = projectOf(context);
  if (!project.ok) return project;
  const { runs } = project.value;
  const id = await runs.find(named, 'resume');
  if (!id.ok) return id;
  const resumed = await runs.resume(id.value);
  return resumed.ok ? conductRun(context, project.value, { conductor: resumed.value }) : resumed;
};
