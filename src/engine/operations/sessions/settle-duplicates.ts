import fs from 'node:fs';
import path from 'node:path';
import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { realDisk } from '../../../files/disk.ts';
import { decodeAny, encodeAny } from '../../../schema/codec-any.ts';
import { updateFile } from '../../../store/update-file.ts';
import { openSession, type SessionContext } from '../../descriptors/session.ts';
import { stopSession } from './decide.ts';
import { sessionsIn, type ShownSession } from './list.ts';
import { mendSessions } from './present.ts';

/** Of several active sessions for one project path the latest stays active; the others, which are given back, are stopped. */
export async function settleDuplicates(tools: SessionContext): Promise<Result<readonly ShownSession[], Failure>> {
  const mended = await mendSessions(tools);
  if (!mended.ok) return mended;
  const { root } = tools.project;
  const active = sessionsIn(root).filter(({ session }) => session.status === 'active' && session.project.path === root);
  const others = active.slice(1);
  for (const other of others) {
    const stopped = fs.existsSync(path.join(other.folder, 'events.log'))
      ? await stopRecorded(other, tools)
      : await stopInDocuments(other, tools);
    if (!stopped.ok) return stopped;
  }
  return ok(others);
}

async function stopRecorded({ project }: ShownSession, tools: SessionContext): Promise<Result<void, Failure>> {
  const open = await openSession({ ...tools, project });
  if (!open.ok) return open;
  const stopped = await stopSession(open.value);
  const closed = await open.value.close();
  // It may have come to its end meanwhile, which settles it as well.
  if (!stopped.ok && stopped.error.code !== 'session.not_now') return stopped;
  return closed;
}

/** Another tool's: there is nothing but its documents. */
async function stopInDocuments({ folder }: ShownSession, { onNotice }: SessionContext): Promise<Result<void, Failure>> {
  const options = { disk: realDisk, command: 'session', onNotice };
  const session = await updateFile(path.join(folder, 'session.json'), options, (before) => {
    const read = before === undefined ? undefined : decodeAny('session', before);
    if (read?.ok !== true) return ok(undefined);
    return ok(Buffer.from(encodeAny('session', { ...read.value, status: 'stopped' })));
  });
  if (!session.ok) return session;
  return updateFile(path.join(folder, 'state.json'), options, (before) => {
    const read = before === undefined ? undefined : decodeAny('session-state', before);
    if (read?.ok !== true) return ok(undefined);
    const request = { ...read.value.request, status: 'stopped' as const };
    return ok(Buffer.from(encodeAny('session-state', { ...read.value, request })));
  });
}
