import { ok } from '../../base/result.ts';
import type { Run } from '../context.ts';
import { exit } from '../exit.ts';
import { projectOf } from '../project.ts';
import { jsonText } from '../terminal/visible.ts';

/** Whoever conducts the run sees the request, ends its agents and lets go; where nobody does, it only is recorded. */
export const run: Run = async (context, { args: [named] }) => {
  const project = projectOf(context);
  if (!project.ok) return project;
  const { runs, waitForRelease } = project.value;
  const found = await runs.find(named, 'stop');
  const stopped = found.ok ? await runs.stop(found.value) : found;
  if (!stopped.ok) return stopped;
  const { words, flags, tell, answer, io } = context;
  const { id, conductor } = stopped.value;
  if (conductor !== null) tell(words.stop.waiting(id, conductor.pid));
  const still = conductor === null ? null : await waitForRelease({ workflow: 'run', id }, io.signal);
  if (flags.json) answer(jsonText({ run_id: id, stopped: true, conductor: still?.pid ?? null }));
  else if (!flags.quiet) answer(still === null ? words.stop.stopped(id) : words.stop.slow(id, still.pid));
  return ok(exit.done);
};
