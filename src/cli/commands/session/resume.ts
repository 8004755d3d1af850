import { fail, failure, type Failure } from '../../../base/failure.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { resumeSession } from '../../../engine/operations/sessions/decide.ts';
import { listSessions, type ShownSession } from '../../../engine/operations/sessions/list.ts';
import { settleDuplicates } from '../../../engine/operations/sessions/settle-duplicates.ts';
import { findConductor } from '../../../engine/find-conductor.ts';
import { askNumber, mayAsk } from '../../ask.ts';
import type { Context, Run } from '../../context.ts';
import { exit } from '../../exit.ts';
import { sessionBox } from '../../report/session-box.ts';
import { sessionCliDeps } from '../../session-tools.ts';
import { jsonText } from '../../terminal/visible.ts';
import { goOn } from './begin.ts';

/** Goes on with a session of this project or of any other that this person worked on. */
export const run: Run = async (context, input) => {
  const desk = sessionCliDeps(context, input);
  if (!desk.ok) return desk;
  const { tools } = desk.value;
  const settled = await settleDuplicates(tools);
  if (!settled.ok) return settled;
  for (const { project } of settled.value) context.tell(context.words.session.duplicate(project.hash));
  const listed = listSessions(tools);
  if (!listed.ok) return listed;
  const chosen = await choose(context, listed.value, input.args[0]);
  if (!chosen.ok) return chosen;
  if (chosen.value === undefined) return ok(exit.waiting);
  const { project, folder } = chosen.value;
  const holder = findConductor(folder);
  if (holder !== null) return err(failure('owner.held', { owner: `${folder}/events.log.owner`, holder }));
  const conducting = { desk: desk.value, merges: input.flags.has('merge') };
  return goOn(context, conducting, { tools: { ...tools, project }, decide: resumeSession });
};

/** Undefined: the person would rather not. */
async function choose(
  context: Context,
  sessions: readonly ShownSession[],
  named: string | undefined,
): Promise<Result<ShownSession | undefined, Failure>> {
  const { answer, flags, io } = context;
  if (named !== undefined) {
    const found = sessions.find(({ project }) => project.hash === named) ?? sessions[placeOf(named)];
    return found === undefined ? fail('session.unknown', { named }) : ok(found);
  }
  if (sessions.length === 0) return fail('session.none', { wanted: 'resume' });
  const box = sessionBox(sessions, context);
  if (mayAsk(context)) {
    io.stderr.write(`${box.join('\n')}\n`);
    const number = await askNumber(context, sessions.length);
    return ok(number === undefined ? undefined : sessions[number - 1]);
  }
  if (flags.json) answer(jsonText({ sessions: sessions.map(lineOf) }));
  else if (!flags.quiet) answer(box.join('\n'));
  return fail('session.choose', {});
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
