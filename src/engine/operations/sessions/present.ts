import fs from 'node:fs';
import path from 'node:path';
import { fail, type Failure, type SessionWanted } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { openSession, sessionPaths, type SessionContext } from '../../descriptors/session.ts';
import { currentSession, sessionFolders, type ShownSession, shownSession } from './list.ts';

/** The session that is meant when none is named. */
export async function presentSession(
  tools: SessionContext,
  wanted: SessionWanted,
): Promise<Result<ShownSession, Failure>> {
  const mended = await mendSessions(tools);
  if (!mended.ok) return mended;
  const present = currentSession(tools.project);
  return present === undefined ? fail('session.none', { wanted }) : ok(present);
}

/** A session whose documents are broken, or were never written, is not none: its log shows them again. */
export async function mendSessions(tools: SessionContext): Promise<Result<void, Failure>> {
  const { root, hash: own } = tools.project;
  for (const hash of sessionFolders(root)) {
    const project = { root, hash };
    const shown = shownSession(project);
    if (shown !== undefined && shown.state !== null) continue;
    const place = sessionPaths({ project, env: tools.env });
    if (!place.ok) return place;
    const { folder, log } = place.value;
    const isOurs = fs.existsSync(log) || (hash === own && fs.existsSync(path.join(folder, 'session.json')));
    if (!isOurs) continue;
    const open = await openSession({ ...tools, project });
    if (!open.ok) return open;
    const closed = await open.value.close();
    if (!closed.ok) return closed;
  }
  return ok();
}
