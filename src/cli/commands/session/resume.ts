import { fail, type Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { ShownSession } from '../../../engine/door/sessions.ts';
import { askNumber, mayAsk } from '../../ask.ts';
import type { Context, Run } from '../../context.ts';
import { exit } from '../../exit.ts';
import { conductSession } from '../../live-view/session.ts';
import { projectAt, projectOf } from '../../project.ts';
import { sessionBox } from '../../report/session-box.ts';
import { jsonText } from '../../terminal/visible.ts';
import { requireFree, settleDuplicates } from './begin.ts';
import { referencesIn } from './references.ts';

/** Goes on with a session of this project or of any other that this person worked on. */
export const run: Run = async (context, input) => {
  const references = referencesIn(context, input);
  if (!references.ok) return references;
  const here = projectOf(context);
  if (!here.ok) return here;
  const settled = await settleDuplicates(context, here.value);
  const listed = settled.ok ? await here.value.sessions.list() : settled;
  if (!listed.ok) return listed;
  const chosen = await choose(context, listed.value, input.args[0]);
  if (!chosen.ok) return chosen;
  if (chosen.value === undefined) return ok(exit.waiting);
  const { root, hash } = chosen.value.project;
  const project = projectAt(context, root);
  if (!project.ok) return project;
  const free = await requireFree(project.value, chosen.value);
  const resumed = free.ok ? await project.value.sessions.resume(hash, references.value) : free;
  if (!resumed.ok) return resumed;
  return conductSession(context, project.value, { conductor: resumed.value, merges: input.flags.has('merge') });
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
