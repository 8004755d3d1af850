import { fail, failure, type Failure } from '../../../base/failure.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { type OpenSession, openSession, type SessionContext } from '../../../engine/descriptors/session.ts';
import { deliverSession, resumeSession } from '../../../engine/operations/sessions/decide.ts';
import { endSession } from '../../../engine/operations/sessions/end.ts';
import { currentSession, type ShownSession } from '../../../engine/operations/sessions/list.ts';
import { settleDuplicates } from '../../../engine/operations/sessions/settle-duplicates.ts';
import { startSession } from '../../../engine/operations/sessions/start.ts';
import { findConductor } from '../../../engine/find-conductor.ts';
import { askChoice, askLine, mayAsk } from '../../ask.ts';
import type { Context, Run } from '../../context.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { inSession } from '../../in-session.ts';
import { conductSessionOnScreen, type Conducting } from '../../session-screen.ts';
import { sessionCliDeps } from '../../session-tools.ts';
import { visible } from '../../terminal/visible.ts';
import { askForTrust } from '../trust.ts';

/** A new session, or the active one; with `--merge` and nothing to ask for, home with the one that is done. */
export const run: Run = async (context, input) => {
  const desk = sessionCliDeps(context, input);
  if (!desk.ok) return desk;
  const conducting = { desk: desk.value, merges: input.flags.has('merge') };
  return context.finishing(begin(context, conducting, input.args.join(' ').trim()));
};

async function begin(context: Context, conducting: Conducting, request: string): Promise<Result<ExitCode, Failure>> {
  const { tools } = conducting.desk;
  const settled = await settleDuplicates(tools);
  if (!settled.ok) return settled;
  for (const { project } of settled.value) context.tell(context.words.session.duplicate(project.hash));
  const present = currentSession(tools.project);
  if (present?.session.status === 'active') return withActive(context, conducting, { present, request });
  if (request !== '') return startNew(context, conducting, request);
  if (conducting.merges) return bringHome(context, conducting, present);
  if (!mayAsk(context)) return fail('session.no_request', {});
  const wanted = await askLine(context, { question: context.words.session.wanted });
  if (wanted === undefined) return ok(without(context));
  return wanted === '' ? fail('session.no_request', {}) : startNew(context, conducting, wanted);
}

/** Only the person knows what is to become of an active session. */
async function withActive(
  context: Context,
  conducting: Conducting,
  { present, request }: { readonly present: ShownSession; readonly request: string },
): Promise<Result<ExitCode, Failure>> {
  const { words, tell } = context;
  const holder = findConductor(present.folder);
  if (holder !== null) return err(failure('owner.held', { owner: `${present.folder}/events.log.owner`, holder }));
  const id = present.state?.request.id ?? present.project.hash;
  const choice = context.flags.yes ? 'resume' : await askWhat(context, present, id);
  if (choice === 'unasked') return fail('session.active', { request: id });
  if (choice !== 'resume' && choice !== 'over') return ok(without(context));
  const tools = { ...conducting.desk.tools, project: present.project };
  if (choice === 'resume') {
    if (request !== '') tell(words.session.notTaken);
    return goOn(context, conducting, { tools, decide: resumeSession });
  }
  const wanted = request === '' ? await askLine(context, { question: words.session.wanted }) : request;
  if (wanted === undefined || wanted === '') return ok(without(context));
  const ended = await inSession(tools, (open) => endSession(open, context.io.signal));
  return ended.ok ? startNew(context, conducting, wanted) : ended;
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

async function startNew(context: Context, conducting: Conducting, request: string): Promise<Result<ExitCode, Failure>> {
  const { tools } = conducting.desk;
  const started = await startSession(request, tools);
  if (started.ok) return conductSessionOnScreen(context, started.value, conducting);
  const trusted = await askForTrust(context, tools.project, started.error);
  if (!trusted.ok) return trusted;
  const again = await startSession(request, tools);
  return again.ok ? conductSessionOnScreen(context, again.value, conducting) : again;
}

async function bringHome(
  context: Context,
  conducting: Conducting,
  present: ShownSession | undefined,
): Promise<Result<ExitCode, Failure>> {
  if (present === undefined) return fail('session.none', { wanted: 'merge' });
  const tools = { ...conducting.desk.tools, project: present.project };
  return goOn(context, conducting, { tools, decide: deliverSession });
}

type Decide = (open: OpenSession) => Promise<Result<void, Failure>>;

/** Opens a session, records what was decided, and conducts it. */
export async function goOn(
  context: Context,
  conducting: Conducting,
  { tools, decide }: { readonly tools: SessionContext; readonly decide: Decide },
): Promise<Result<ExitCode, Failure>> {
  const open = await openSession(tools);
  if (!open.ok) return open;
  const recorded = await decide(open.value);
  if (recorded.ok) return conductSessionOnScreen(context, open.value, conducting);
  await open.value.close();
  return recorded;
}
