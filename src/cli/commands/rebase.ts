import { type Failure, throwFailure, unwrap } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { Context, Run } from '../context.ts';
import { exit, type ExitCode } from '../exit.ts';
import { goOnWithRun } from '../live-view/run.ts';
import { conductSession } from '../live-view/session.ts';
import { projectOf } from '../project.ts';

/** Takes up the base as it is now, right here, or where the work is conducted. */
export const run: Run = async (context, input) => {
  const project = projectOf(context);
  const [named] = input.args;
  const rebaseAuto = async () => (await import('./auto/conduct.ts')).rebase(context, input);
  if (named === 'auto') return rebaseAuto();
  const found = /^R\d+$/.test(named ?? '') ? undefined : await project.runs.find(named, 'rebase');
  if (found === undefined || (named === undefined && (await isSessionMeant(project, found))))
    return rebaseSession(context, project, named);
  if (!found.ok && named === undefined && (await project.auto.isLeftAlone())) return rebaseAuto();
  const id = unwrap(found);
  unwrap(await project.checkSettings());
  const requested = unwrap(await project.runs.rebase(id));
  return goOnWithRun(context, project, { requested, goesOn: context.words.rebase.goesOn });
};

/** No run could, and there is a session. */
async function isSessionMeant({ sessions }: ProjectApi, found: Result<string, Failure>): Promise<boolean> {
  return !found.ok && (await sessions.current()) !== undefined;
}

async function rebaseSession(context: Context, project: ProjectApi, named: string | undefined): Promise<ExitCode> {
  const { sessions } = project;
  const { project: folder, state } = unwrap(await sessions.present('rebase'));
  const { hash } = folder;
  if (named !== undefined && state?.request.id !== named) throwFailure('session.unknown', { named });
  unwrap(await project.checkSettings());
  const { id, conductor } = unwrap(await sessions.rebase(hash));
  if (conductor === null)
    return conductSession(context, project, { conductor: unwrap(await sessions.conduct(hash)), merges: false });
  context.tell(context.words.rebase.goesOn(id, conductor.pid));
  return exit.done;
}
