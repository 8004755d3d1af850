import path from 'node:path';
import { unwrap } from '../../../base/failure.ts';
import { isId } from '../../../base/ids.ts';
import type { SessionDocument, SessionStateDocument } from '../../../schema/session-state.ts';
import { privateFolder } from '../../../store/private-folder.ts';
import { knownProjects } from '../../../store/projects.ts';
import { namesIn } from '../../on-disk.ts';
import type { Project } from '../../project.ts';
import { readDocument } from '../../read-document.ts';

const SESSIONS = '.claude/orchestrator/sessions';

/** A session as its documents show it. */
export interface ShownSession {
  /** Where it lies; `hash` is the name of its folder. */
  readonly project: Project;
  readonly folder: string;
  readonly session: SessionDocument;
  /** Null when state.json is absent or broken. */
  readonly state: SessionStateDocument | null;
}

interface Surroundings {
  readonly project: Project;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Of this project and of every other one that this person worked on, most recent first. */
export function listSessions({ project, env }: Surroundings): readonly ShownSession[] {
  const home = unwrap(privateFolder(env));
  const known = unwrap(knownProjects(home));
  const roots = new Set([project.root, ...known.map((one) => one.path)]);
  return [...roots].flatMap(sessionsIn).toSorted(latestFirst);
}

/** The sessions of one project, most recent first. What cannot be read is not among them: `validate` tells of it. */
export function sessionsIn(root: string): ShownSession[] {
  return sessionFolders(root)
    .flatMap((hash) => shownSession({ root, hash }) ?? [])
    .toSorted(latestFirst);
}

/** The one that is meant when none is named: the active one, else the latest. */
export function currentSession({ root }: Project): ShownSession | undefined {
  const all = sessionsIn(root);
  return all.find(({ session }) => session.status === 'active') ?? all[0];
}

/** Undefined when session.json is absent or broken. */
export function shownSession(project: Project): ShownSession | undefined {
  const folder = path.join(project.root, SESSIONS, project.hash);
  const ids = { hash: project.hash };
  const session = readDocument({ path: path.join(folder, 'session.json'), name: 'session', ids });
  if (!session.ok) return undefined;
  const state = readDocument({ path: path.join(folder, 'state.json'), name: 'session-state', ids });
  return { project, folder, session: session.value, state: state.ok ? state.value : null };
}

/** Their names, which are hashes. */
export function sessionFolders(root: string): string[] {
  return namesIn(path.join(root, SESSIONS)).filter((name) => isId('project-hash', name));
}

function latestFirst(a: ShownSession, b: ShownSession): number {
  return Date.parse(b.session.updated_at) - Date.parse(a.session.updated_at);
}
