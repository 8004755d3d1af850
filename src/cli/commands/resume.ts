import { openRun } from '../../engine/descriptors/run.ts';
import { resumeRun } from '../../engine/operations/runs/decide.ts';
import { findRun } from '../../engine/operations/runs/find.ts';
import type { Run } from '../context.ts';
import { conductOnScreen } from '../run-screen.ts';
import { runContext } from '../run-tools.ts';

export const run: Run = async (context, { args: [named] }) => {
  const tools = runContext(context);
  if (!tools.ok) return tools;
  const id = findRun(tools.value.project, named, 'resume');
  if (!id.ok) return id;
  const open = await openRun(id.value, tools.value);
  if (!open.ok) return open;
  const resumed = await resumeRun(open.value);
  if (resumed.ok) return conductOnScreen(context, open.value);
  await open.value.close();
  return resumed;
};
