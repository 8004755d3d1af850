import { fail, failure, type Failure } from '../../../base/failure.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { ProjectApi } from '../../../engine/door/open-project.ts';
import type { SessionConductor, ShownSession } from '../../../engine/door/sessions.ts';
import { askChoice, askLine, mayAsk } from '../../ask.ts';
import type { Context, Run } from '../../context.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { conductSession } from '../../live-view/session.ts';
import { projectOf } from '../../project.ts';
import { visible } from '../../terminal/visible.ts';
import { referencesIn } from './references.ts';

/** What a command on sessions works with. */
interface Beginning {
  readonly project: ProjectApi;
  readonly references: readonly string[];
  /** `--merge`: finished work goes to its base without another question. */
  readonly merges: boolean;
}

/** A new session, or the active one; with `--merge` and nothing to ask for, home with the one that is done. */
export const run: Run = async (context, input) => {
  const references = referencesIn(context, input);
  if (!references.ok) return references;
  const project = projectOf(context);
  if (!project.ok) return project;
  const beginning = { project: project.value, references: references.value, merges: input.flags.has('merge') };
  return context.finishing(begin(context, beginning, input.args.join(' ').trim()));
};

async function begin(context: Context, beginning: Beginning, request: string): Promise<Result<ExitCode, Failure>> {
  const { project, merges } = beginning;
  const settled = await settleDuplicates(context, project);
  if (!settled.ok) return settled;
  const present = await project.sessions.current();
  if (present?.session.status === 'active') return withActive(context, beginning, { present, request });
  if (request !== '') return startNew(context, beginning, request);
  if (merges) return deliver(context, beginning, present);
  if (!mayAsk(context)) return fail('session.no_request', {});
  const wanted = await askLine(context, { question: context.words.session.wanted });
  if (wanted === undefined) return ok(without(context));
  return wanted === '' ? fail('session.no_request', {}) : startNew(context, beginning, wanted);
}

/** Of several active sessions one stays so; the person is told of the others. */
export async function settleDuplicates(
  { words, tell }: Context,
  { sessions }: ProjectApi,
): Promise<Result<void, Failure>> {
  const settled = await sessions.settleDuplicates();
  if (!settled.ok) return settled;
  for (const { project } of settled.value) tell(words.session.duplicate(project.hash));
  return ok();
}

/** Only the person knows what is to become of an active session. */
async function withActive(
  context: Context,
  beginning: Beginning,
  { present, request }: { readonly present: ShownSession; readonly request: string },
): Promise<Result<ExitCode, Failure>> {
  const { words, tell } = context;
  const { sessions } = beginning.project;
  const free = await requireFree(beginning.project, present);
  if (!free.ok) return free;
  const id = present.state?.request.id ?? present.project.hash;
  const choice = context.flags.yes ? 'resume' : await askWhat(context, present, id);
  if (choice === 'unasked') return fail('session.active', { request: id });
  if (choice !== 'resume' && choice !== 'over') return ok(without(context));
  const { hash } = present.project;
  if (choice === 'resume') {
    if (request !== '') tell(words.session.notTaken);
    return conduct(context, beginning, await sessions.resume(hash, beginning.references));
  }
  const wanted = request === '' ? await askLine(context, { question: words.session.wanted }) : request;
  if (wanted === undefined || wanted === '') return ok(without(context));
  const ended = await sessions.reset(hash, context.io.signal);
  return ended.ok ? startNew(context, beginning, wanted) : ended;
}

/** Nobody conducts it. */
export async function requireFree({ sessions }: ProjectApi, shown: ShownSession): Promise<Result<void, Failure>> {
  const holder = await sessions.conductor(shown);
  return holder === null ? ok() : err(failure('owner.held', { owner: `${shown.folder}/events.log.owner`, holder }));
}

/** Nothing was done: the person did not want to, or did not want to go on at all. */
function without({ io }: Context): ExitCode {
  return io.signal.aborted ? exit.interrupted : exit.waiting;
}

async function askWhat(context: Context, { state }: ShownSession, id: string): Promise<string | undefined> {
  if (!mayAsk(context)) return 'unasked';
  const { active, choices } = context.words.session;
  return askChoice(context, {
    question: active(id, visible((state?.request.original_request ?? '').replaceAll(/\s+/g, ' '))),
    options: (['resume', 'over', 'cancel'] as const).map((choice) => ({ id: choice, ...choices[choice] })),
    preselected: 'resume',
  });
}

async function startNew(context: Context, beginning: Beginning, request: string): Promise<Result<ExitCode, Failure>> {
  const { project, references } = beginning;
  return conduct(context, beginning, await project.sessions.start({ request, references }));
}

async function deliver(
  context: Context,
  beginning: Beginning,
  present: ShownSession | undefined,
): Promise<Result<ExitCode, Failure>> {
  if (present === undefined) return fail('session.none', { wanted: 'merge' });
  const { sessions } = beginning.project;
  const asked = await sessions.deliver(present.project.hash);
  return asked.ok ? conduct(context, beginning, await sessions.conduct(present.project.hash)) : asked;
}

async function conduct(
  context: Context,
  { project, merges }: Beginning,
  opened: Result<SessionConductor, Failure>,
): Promise<Result<ExitCode, Failure>> {
  return opened.ok ? conductSession(context, project, { conductor: opened.value, merges }) : opened;
}
