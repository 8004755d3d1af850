import { ok } from '../../../base/result.ts';
import type { Run } from '../../context.ts';
import { exit } from '../../exit.ts';
import { projectOf } from '../../project.ts';
import { jsonText } from '../../terminal/visible.ts';

/** Whoever conducts sees the request, ends its agents and lets go; where nobody does, it only is recorded. */
export const run: Run = async (context) => {
  const project = projectOf(context);
  if (!project.ok) return project;
  const { auto, waitForRelease } = project.value;
  const { words, flags, tell, answer, io } = context;
  const there = await auto.exists();
  const stopped = there.ok ? await auto.stop() : there;
  if (!stopped.ok) return stopped;
  const { id, conductor } = stopped.value;
  if (conductor !== null) tell(words.auto.stopping(conductor.pid));
  const still = conductor === null ? null : await waitForRelease({ workflow: 'auto', id }, io.signal);
  const said =
    conductor === null ? words.auto.stoppedNobody : still === null ? words.auto.stopped : words.auto.slow(still.pid);
  if (flags.json) answer(jsonText({ stopped: true, was_conducted: conductor !== null, conductor: still?.pid ?? null }));
  else if (!flags.quiet) answer(said);
  return ok(exit.done);
};
