import { type Holder, unwrap } from '../../base/failure.ts';
import type { ProjectApi, ReleaseOf } from '../../engine/door/open-project.ts';
import type { Context, Run } from '../context.ts';
import { projectOf } from '../project.ts';
import { jsonText } from '../terminal/visible.ts';

/** Whoever conducts the run sees the request, ends its agents and lets go; where nobody does, it only is recorded. */
export const run: Run = async (context, { args: [named] }) => {
  const project = projectOf(context);
  const { runs } = project;
  const { id, conductor } = unwrap(await runs.stop(unwrap(await runs.find(named, 'stop'))));
  const { waiting, stopped, slow } = context.words.stop;
  return waitForStop(context, project, {
    work: { workflow: 'run', id },
    conductor,
    said: { waiting: (pid) => waiting(id, pid), stopped: stopped(id), slow: (pid) => slow(id, pid) },
    json: { run_id: id, stopped: true },
  });
};

interface Stopped {
  readonly work: ReleaseOf;
  /** Who conducts it; null: nobody. */
  readonly conductor: Holder | null;
  readonly said: {
    readonly waiting: (pid: number) => string;
    readonly stopped: string;
    readonly slow: (pid: number) => string;
  };
  /** The same for programs. */
  readonly json: object;
}

/** Waits a while for whoever conducts what was stopped, and says whether they let go. */
export async function waitForStop(
  { flags, tell, answer, io }: Context,
  project: ProjectApi,
  { work, conductor, said, json }: Stopped,
): Promise<void> {
  if (conductor !== null) tell(said.waiting(conductor.pid));
  const still = conductor === null ? null : await project.waitForRelease(work, io.signal);
  if (flags.json) answer(jsonText({ ...json, conductor: still?.pid ?? null }));
  else if (!flags.quiet) answer(still === null ? said.stopped : said.slow(still.pid));
}
