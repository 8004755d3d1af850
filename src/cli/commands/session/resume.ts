import { throwFailure, unwrap } from '../../../base/failure.ts';
import type { ShownSession } from '../../../engine/door/sessions.ts';
import { askNumber, mayAsk } from '../../ask.ts';
import type { Context } from '../../context.ts';
import { exit } from '../../exit.ts';
import { conductSession } from '../../live-view/session.ts';
import { projectAt } from '../../project.ts';
import { sessionBox } from '../../report/session-status.ts';
import { jsonText } from '../../terminal/visible.ts';
import type { SessionCommand } from '../session.ts';
import { requireFree, settleDuplicates } from './begin.ts';

/** Goes on with a session of this project or of any other that this person worked on. */
export const resume: SessionCommand = async (context, { project: here, args, references, merges }) => {
  await settleDuplicates(context, here);
  const chosen = await choose(context, unwrap(await here.sessions.list()), args[0]);
  if (chosen === undefined) return exit.waiting;
  const { root, hash } = chosen.project;
  const project = projectAt(context, root);
  await requireFree(project, chosen);
  const conductor = unwrap(await project.sessions.resume(hash, references));
  return conductSession(context, project, { conductor, merges });
};

/** Undefined: the person would rather not. */
async function choose(
  context: Context,
  sessions: readonly ShownSession[],
  named: string | undefined,
): Promise<ShownSession | undefined> {
  const { answer, flags, io } = context;
  if (named !== undefined) {
    const found = sessions.find(({ project }) => project.hash === named) ?? sessions[placeOf(named)];
    return found ?? throwFailure('session.unknown', { named });
  }
  if (sessions.length === 0) return throwFailure('session.none', { wanted: 'resume' });
  const box = sessionBox(sessions, context);
  if (mayAsk(context)) {
    io.stderr.write(`${box.join('\n')}\n`);
    const number = await askNumber(context, sessions.length);
    return number === undefined ? undefined : sessions[number - 1];
  }
  if (flags.json) answer(jsonText({ sessions: sessions.map(lineOf) }));
  else if (!flags.quiet) answer(box.join('\n'));
  return throwFailure('session.choose', {});
}

/** `1` is the first. Eight digits are a hash. */
function placeOf(named: string): number {
  return /^\d{1,7}$/.test(named) ? Number(named) - 1 : -1;
}

function lineOf({ project, session, state }: ShownSession): object {
  return {
    hash: project.hash,
    project: { path: project.root, name: session.project.name },
    status: session.status,
    request: state === null ? null : { id: state.request.id, text: state.request.original_request },
    updated_at: session.updated_at,
  };
}
