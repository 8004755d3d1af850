import { catchFailure, type Failure, throwFailure, unwrap } from '../../../base/failure.ts';
import { err } from '../../../base/result.ts';
import type { ProjectApi } from '../../../engine/door/open-project.ts';
import type { ShownSession } from '../../../engine/door/sessions.ts';
import { ask, askChoice, askLine, askNumber, mayAsk } from '../../ask.ts';
import type { Context } from '../../context.ts';
import { announceDashboard } from '../../dashboard/announce.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { conductSession } from '../../live-view/session.ts';
import { projectAt } from '../../project.ts';
import { sessionBox } from '../../report/session-status.ts';
import { jsonText, visible } from '../../terminal/visible.ts';
import type { SessionCommand, SessionInput } from './present.ts';

/** A new session, or the active one; with `--merge` and nothing to ask for, home with the one that is done. */
export const begin: SessionCommand = (context, input) => context.finishing(beginOrAsk(context, input));

async function beginOrAsk(context: Context, input: SessionInput): Promise<ExitCode> {
  const { project, args, merges } = input;
  const request = args.join(' ').trim();
  const settled = await catchFailure(() => settleDuplicates(context, project));
  if (!settled.ok && settled.error.code === 'session.lost') await setLostAside(context, input, settled.error);
  else unwrap(settled);
  const present = await project.sessions.current();
  if (present?.session.status === 'active') return withActive(context, input, { present, request });
  if (request !== '') return startNew(context, input, request);
  if (merges) return deliver(context, input, present);
  if (!mayAsk(context)) return throwFailure('session.no_request', {});
  const wanted = await askLine(context, { question: context.words.session.wanted });
  if (wanted === undefined) return without(context);
  return wanted === '' ? throwFailure('session.no_request', {}) : startNew(context, input, wanted);
}

/** A session that nothing tells of any more is not gone on with: a new one can begin where the person wants it. */
async function setLostAside(context: Context, { project, args }: SessionInput, lost: Failure): Promise<void> {
  const { words, flags, tell } = context;
  const isWanted =
    args.length > 0 && (flags.yes || (mayAsk(context) && (await ask(words.session.lostQuestion, context))));
  if (!isWanted) unwrap(err(lost));
  tell(words.session.lostAside(unwrap(await project.sessions.setLostAside()).length));
}

/** Of several active sessions one stays so; the person is told of the others. */
export async function settleDuplicates({ words, tell }: Context, { sessions }: ProjectApi): Promise<void> {
  for (const { project } of unwrap(await sessions.settleDuplicates())) tell(words.session.duplicate(project.hash));
}

/** Only the person knows what is to become of an active session. */
async function withActive(
  context: Context,
  input: SessionInput,
  { present, request }: { readonly present: ShownSession; readonly request: string },
): Promise<ExitCode> {
  const { words, tell } = context;
  const { project, references, merges } = input;
  await requireFree(project, present);
  const id = present.state?.request.id ?? present.project.hash;
  const choice = context.flags.yes ? 'resume' : await askWhat(context, present, id);
  if (choice === 'unasked') return throwFailure('session.active', { request: id });
  if (choice !== 'resume' && choice !== 'over') return without(context);
  const { hash } = present.project;
  if (choice === 'resume') {
    if (request !== '') tell(words.session.notTaken);
    const conductor = unwrap(await project.sessions.resume(hash, references));
    announceDashboard(context, project);
    return conductSession(context, project, { conductor, merges });
  }
  const wanted = request === '' ? await askLine(context, { question: words.session.wanted }) : request;
  if (wanted === undefined || wanted === '') return without(context);
  unwrap(await project.sessions.reset(hash, context.io.signal));
  return startNew(context, input, wanted);
}

/** Nobody conducts it. */
export async function requireFree({ sessions }: ProjectApi, shown: ShownSession): Promise<void> {
  const holder = await sessions.conductor(shown);
  if (holder !== null) throwFailure('owner.held', { owner: `${shown.folder}/events.log.owner`, holder });
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

async function startNew(context: Context, input: SessionInput, request: string): Promise<ExitCode> {
  const { project, references, merges, allowsSuperseded } = input;
  const conductor = unwrap(await project.sessions.start({ request, references, allowsSuperseded }));
  announceDashboard(context, project);
  return conductSession(context, project, { conductor, merges });
}

async function deliver(
  context: Context,
  { project, merges }: SessionInput,
  present: ShownSession | undefined,
): Promise<ExitCode> {
  if (present === undefined) return throwFailure('session.none', { wanted: 'merge' });
  const { hash } = present.project;
  unwrap(await project.sessions.deliver(hash));
  return conductSession(context, project, { conductor: unwrap(await project.sessions.conduct(hash)), merges });
}

/** Goes on with a session of this project or of any other that this person worked on. */
export const resume: SessionCommand = async (context, { project: here, args, references, merges }) => {
  await settleDuplicates(context, here);
  const chosen = await choose(context, unwrap(await here.sessions.list()), args[0]);
  if (chosen === undefined) return exit.waiting;
  const { root, hash } = chosen.project;
  const project = projectAt(context, root);
  if (root !== here.project.root) context.tell(context.words.session.inFolder(visible(root)));
  await requireFree(project, chosen);
  const conductor = unwrap(await project.sessions.resume(hash, references));
  announceDashboard(context, project);
  return conductSession(context, project, { conductor, merges });
};

/** Undefined: the person would rather not. */
async function choose(
  context: Context,
  sessions: readonly ShownSession[],
  named: string | undefined,
): Promise<ShownSession | undefined> {
  const { answer, flags } = context;
  if (named !== undefined) {
    const found = sessions.find(({ project }) => project.hash === named) ?? sessions[placeOf(named)];
    return found ?? throwFailure('session.unknown', { named });
  }
  if (sessions.length === 0) return throwFailure('session.none', { wanted: 'resume' });
  const box = sessionBox(sessions, context);
  if (mayAsk(context)) {
    const number = await askNumber(context, { most: sessions.length, question: box });
    return number === undefined ? undefined : sessions[number - 1];
  }
  // The only one is meant.
  const [only, another] = sessions;
  if (another === undefined) return only;
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
