import fs from 'node:fs';
import path from 'node:path';
import { catchFailure, type Failure } from '../../../src/base/failure.ts';
import { ok, type Result } from '../../../src/base/result.ts';
import { type OpenSession, openSession, sessionPaths } from '../../../src/engine/descriptors/session.ts';
import { startSession } from '../../../src/engine/operations/sessions/start.ts';
import { sessionContext } from '../conduct-session.ts';
import { readDriverOptions, printLine, printEvent, okOrExit } from './driver-options.ts';

/*
 * A face for a session: starts it, or takes up the one that is there, prints every event, wants the finished work
 * merged, and ends with what became of it.
 */
const { project, given } = readDriverOptions();
const tools = sessionContext(project, given);
const session =
  (await present()) ?? okOrExit(await catchFailure(() => startSession({ request: 'Make one and two.' }, tools)));
session.store.watch(printEvent);
const ended = await conductAll();
const { state } = session.store;
okOrExit(await session.close());
printLine(
  ended.ok && state.kind === 'session'
    ? `end ${state.status} ${state.delivery?.at}`
    : `failed ${JSON.stringify(ended)}`,
);

async function conductAll(): Promise<Result<unknown, Failure>> {
  const { signal } = new AbortController();
  const worked = await catchFailure(() => session.conduct(signal));
  if (!worked.ok) return worked;
  const wanted = await session.store.commit((now) =>
    ok(now.kind === 'session' && now.delivery === null ? [{ type: 'delivery_requested', data: { asked: false } }] : []),
  );
  return wanted.ok ? catchFailure(() => session.conduct(signal)) : wanted;
}

/** One that was killed before it was recorded never was. */
async function present(): Promise<OpenSession | undefined> {
  const { log } = okOrExit(await catchFailure(async () => sessionPaths(tools)));
  if (!fs.existsSync(path.resolve(log))) return undefined;
  const open = okOrExit(await catchFailure(() => openSession(tools)));
  if (open.store.state.kind === 'session') return open;
  okOrExit(await open.close());
  return undefined;
}
