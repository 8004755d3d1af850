import type { Failure, SessionWanted } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { type OpenSession, openSession, type SessionContext } from '../engine/descriptors/session.ts';
import { presentSession } from '../engine/operations/sessions/present.ts';
import type { Context, Input } from './context.ts';
import { sessionCliDeps } from './session-tools.ts';

/** What came of it, and the session, which is closed again. */
interface Acted<T> {
  readonly session: OpenSession;
  readonly came: T;
}

type Act<T> = (open: OpenSession) => Promise<Result<T, Failure>>;

/** Acts on the session that is meant when none is named. */
export async function inPresentSession<T>(
  context: Context,
  input: Input,
  { wanted, act }: { readonly wanted: SessionWanted; readonly act: Act<T> },
): Promise<Result<Acted<T>, Failure>> {
  const desk = sessionCliDeps(context, input);
  if (!desk.ok) return desk;
  const { tools } = desk.value;
  const present = await presentSession(tools, wanted);
  if (!present.ok) return present;
  return inSession({ ...tools, project: present.value.project }, act);
}

export async function inSession<T>(tools: SessionContext, act: Act<T>): Promise<Result<Acted<T>, Failure>> {
  const open = await openSession(tools);
  if (!open.ok) return open;
  const acted = await act(open.value);
  const closed = await open.value.close();
  if (!acted.ok) return acted;
  return closed.ok ? ok({ session: open.value, came: acted.value }) : closed;
}
