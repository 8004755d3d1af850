import { type SessionWanted, unwrap } from '../../../base/failure.ts';
import type { ProjectApi } from '../../../engine/door/open-project.ts';
import type { Context } from '../../context.ts';
import { ask, mayAsk } from '../../ask.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { nearPath } from '../../report/failure.ts';
import { sessionStatusLines } from '../../report/session-status.ts';
import { jsonText, visible } from '../../terminal/visible.ts';
import { waitForStop } from '../stop.ts';

/** What every command about sessions works with. */
export interface SessionInput {
  readonly project: ProjectApi;
  readonly args: readonly string[];
  /** `--reference`: other projects to look at. */
  readonly references: readonly string[];
  /** `--merge`: finished work goes to its base without another question. */
  readonly merges: boolean;
  /** `--allow-superseded`: old tests may contradict what is asked for. */
  readonly allowsSuperseded: boolean;
}

export type SessionCommand = (context: Context, input: SessionInput) => Promise<ExitCode | void>;

/* What can be done with the session that is meant when none is named. */

/** Where the session stands; with `--verbose` also what was measured for each gate. */
export const status: SessionCommand = async (context, { project: { sessions } }) => {
  const report = await sessions.status(unwrap(await sessions.present('status')));
  context.answer(context.flags.json ? jsonText(report) : sessionStatusLines(report, context).join('\n'));
};

/** Scans the contracts, and claude-mem, for what knowledge.yaml does not know yet. */
export const learn: SessionCommand = async ({ words, flags, answer, io, cwd }, { project }) => {
  const { knowledge } = unwrap(await project.sessions.learn(await presentHash(project, 'learn'), io.signal));
  if (flags.json) answer(jsonText({ knowledge }));
  else if (!flags.quiet) answer(words.session.knows(visible(nearPath(knowledge, cwd))));
};

/** Ends the session, so that a new one can begin; what it taught is kept. */
export const reset: SessionCommand = async (context, { project }) => {
  const { words, flags, answer, io } = context;
  const { project: folder, state, session } = unwrap(await project.sessions.present('reset'));
  const isHalfDone = session.status !== 'completed' && state !== null;
  if (isHalfDone && !flags.yes && mayAsk(context) && !(await ask(words.session.sureToEnd(state.request.id), context)))
    return exit.waiting;
  const { id } = unwrap(await project.sessions.reset(folder.hash, io.signal));
  if (flags.json) answer(jsonText({ request_id: id, status: 'completed' }));
  else if (!flags.quiet) answer(words.session.ended(id));
  return exit.done;
};

/** Whoever conducts the session sees the request, ends its agents and lets go; where nobody does, it only is recorded. */
export const stop: SessionCommand = async (context, { project }) => {
  const hash = await presentHash(project, 'stop');
  const { id, conductor } = unwrap(await project.sessions.stop(hash, context.io.signal));
  const { stopping, stopped, slow } = context.words.session;
  return waitForStop(context, project, {
    work: { workflow: 'session', id: hash },
    conductor,
    said: { waiting: (pid) => stopping(id, pid), stopped: stopped(id), slow: (pid) => slow(id, pid) },
    json: { request_id: id, stopped: true },
  });
};

async function presentHash({ sessions }: ProjectApi, wanted: SessionWanted): Promise<string> {
  return unwrap(await sessions.present(wanted)).project.hash;
}
