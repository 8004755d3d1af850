import fs from 'node:fs';
import path from 'node:path';
import { catchFailure, type SessionWanted, throwFailure, unwrap } from '../../../base/failure.ts';
import { systemClock } from '../../../base/clock.ts';
import { ok } from '../../../base/result.ts';
import { realDisk } from '../../../files/disk.ts';
import { decodeAny, encodeAny } from '../../../schema/codec-any.ts';
import { quarantineName } from '../../../store/quarantine.ts';
import { updateFile } from '../../../store/update-file.ts';
import { namesIn, onDisk } from '../../on-disk.ts';
import { thenClose } from '../../conductor/open-workflow.ts';
import { openSession, type SessionContext, sessionPaths } from '../../descriptors/session.ts';
import { stopSession } from './decide.ts';
import { currentSession, sessionFolders, sessionsIn, type ShownSession, shownSession } from './list.ts';

/** The session that is meant when none is named. */
export async function presentSession(tools: SessionContext, wanted: SessionWanted): Promise<ShownSession> {
  await mendSessions(tools);
  const present = currentSession(tools.project);
  return present ?? throwFailure('session.none', { wanted });
}

/** A session whose documents are broken, or were never written, is not none: its log shows them again. */
export async function mendSessions(tools: SessionContext): Promise<void> {
  const { root, hash: own } = tools.project;
  for (const hash of sessionFolders(root)) {
    const project = { root, hash };
    const shown = shownSession(project);
    if (shown !== undefined && shown.state !== null) continue;
    const { folder, log } = sessionPaths({ project, env: tools.env });
    const isOurs = fs.existsSync(log) || (hash === own && fs.existsSync(path.join(folder, 'session.json')));
    if (!isOurs) continue;
    const opened = await catchFailure(() => openSession({ ...tools, project }));
    if (!opened.ok && opened.error.code === 'document.lost') throwFailure('session.lost', opened.error.params);
    unwrap(await unwrap(opened).close());
  }
}

/** What neither log nor document nor backup tells of is kept under other names, so that a new session can begin. */
export async function setLostAside(tools: SessionContext): Promise<readonly string[]> {
  const { root } = tools.project;
  const kept: string[] = [];
  for (const hash of sessionFolders(root)) {
    const opened = await catchFailure(() => openSession({ ...tools, project: { root, hash } }));
    if (opened.ok) unwrap(await opened.value.close());
    else if (opened.error.code === 'document.lost') {
      const { folder } = sessionPaths({ project: { root, hash }, env: tools.env });
      for (const name of namesIn(folder).filter((one) => RECORDS.test(one))) {
        const file = path.join(folder, name);
        const aside = quarantineName(file, 'corrupt', systemClock);
        onDisk('rename', file, () => realDisk.rename(file, aside));
        kept.push(aside);
      }
    }
  }
  return kept;
}

/** Not contracts: the next request counts on from them. */
const RECORDS = /^(?:session\.json|state\.json)(?:\.bak)?$|^events(?:-\d+)?\.log$/;

/** Of several active sessions for one project path the latest stays active; the others, which are given back, are stopped. */
export async function settleDuplicates(tools: SessionContext): Promise<readonly ShownSession[]> {
  await mendSessions(tools);
  const { root } = tools.project;
  const active = sessionsIn(root).filter(({ session }) => session.status === 'active' && session.project.path === root);
  const others = active.slice(1);
  for (const other of others) {
    const isRecorded = fs.existsSync(path.join(other.folder, 'events.log'));
    await (isRecorded ? stopRecorded(other, tools) : stopInDocuments(other, tools));
  }
  return others;
}

async function stopRecorded({ project }: ShownSession, tools: SessionContext): Promise<void> {
  await thenClose(await openSession({ ...tools, project }), async (open) => {
    const stopped = await catchFailure(() => stopSession(open));
    // It may have come to its end meanwhile, which settles it as well.
    if (!stopped.ok && stopped.error.code !== 'session.not_now') unwrap(stopped);
  });
}

/** Another tool's: there is nothing but its documents. */
async function stopInDocuments({ folder }: ShownSession, { onNotice }: SessionContext): Promise<void> {
  const options = { disk: realDisk, command: 'session', onNotice };
  const session = await updateFile(path.join(folder, 'session.json'), options, (before) => {
    const read = before === undefined ? undefined : decodeAny('session', before);
    if (read?.ok !== true) return ok(undefined);
    return ok(Buffer.from(encodeAny('session', { ...read.value, status: 'stopped' })));
  });
  unwrap(session);
  const state = await updateFile(path.join(folder, 'state.json'), options, (before) => {
    const read = before === undefined ? undefined : decodeAny('session-state', before);
    if (read?.ok !== true) return ok(undefined);
    const request = { ...read.value.request, status: 'stopped' as const };
    return ok(Buffer.from(encodeAny('session-state', { ...read.value, request })));
  });
  unwrap(state);
}
