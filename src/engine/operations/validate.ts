import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { failure, throwFailure, unwrap } from '../../base/failure.ts';
import { decodeAny } from '../../schema/codec-any.ts';
import { type DocumentName, kindOf } from '../../schema/documents.ts';
import { documentAt, leadsToDocuments, type PlaceIds, placeRoots } from '../../schema/places.ts';
import { entriesIn, isOnDisk } from '../on-disk.ts';
import { findProject, type Project } from '../project.ts';
import type { Ailment } from '../read-document.ts';
import { readRegularFile } from '../read-file.ts';
import { type Environment, userConfigFile } from '../user-config.ts';

export interface ValidateOptions {
  readonly project: Project;
  readonly env: Environment;
  readonly cwd: string;
  /** Files and folders; none means the whole project, and the person's own settings. */
  readonly paths: readonly string[];
  /** What the named files are, whatever their place says. */
  readonly as: DocumentName | undefined;
  readonly signal: AbortSignal;
}

export interface Checked {
  readonly path: string;
  /** Null when it is not there, or nothing that could be read. */
  readonly document: DocumentName | null;
  readonly ailment: Ailment | null;
}

/** Checks every document of the project with the person's own settings, or those that were named. */
export async function validate(options: ValidateOptions): Promise<Checked[]> {
  const { project, env, paths, cwd, as, signal } = options;
  const named = paths.flatMap((given) => subjectsAt(path.resolve(cwd, given), as));
  const subjects = paths.length === 0 ? [...documentsBelow(project.root), ...ownSettings(env)] : named;
  const checked: Checked[] = [];
  for (const subject of subjects) {
    if (signal.aborted) break;
    checked.push('ailment' in subject ? subject : check(subject));
    // Lets a signal be heard between two documents.
    await nextTurn();
  }
  return checked;
}

/** A file that is, or should be, a document. */
export interface Subject {
  readonly path: string;
  readonly name: DocumentName;
  /** What its place says it holds; undefined for a file that lies elsewhere. */
  readonly ids?: PlaceIds;
  /** The person named it: a link they put there themselves is followed. */
  readonly named?: boolean;
}

function check({ path: file, name, ids, named: followLinks = false }: Subject): Checked {
  const bytes = readRegularFile(file, { limit: kindOf(name).maxBytes, followLinks });
  if (!bytes.ok) return { path: file, document: name, ailment: { kind: 'unreadable', failure: bytes.error } };
  const decoded = decodeAny(name, bytes.value, ids);
  return { path: file, document: name, ailment: decoded.ok ? null : { kind: 'invalid', problems: decoded.error } };
}

/** No project works while they are broken. */
function ownSettings(env: Environment): Subject[] {
  const file = userConfigFile(env);
  return file !== undefined && isOnDisk(file) ? [{ path: file, name: 'config-user', named: true }] : [];
}

function subjectsAt(file: string, as: DocumentName | undefined): readonly (Subject | Checked)[] {
  const kind = kindAt(file);
  if (kind === 'neither') return [{ path: file, document: as ?? null, ailment: unreadable(file) }];
  const real = fs.realpathSync(file);
  const { root } = unwrap(findProject({ cwd: kind === 'folder' ? real : path.dirname(real) }));
  if (kind === 'folder') return documentsBelow(root, real);
  if (as !== undefined) return [{ path: file, name: as, named: true }];
  const known = documentAt(path.relative(root, real).split(path.sep).join('/'));
  if (known === undefined) throwFailure('usage.place_unknown', { file }, { path: file });
  return [{ path: file, ...known, named: true }];
}

function kindAt(file: string): 'file' | 'folder' | 'neither' {
  try {
    const stat = fs.statSync(file);
    if (stat.isDirectory()) return 'folder';
    return stat.isFile() ? 'file' : 'neither';
  } catch {
    return 'neither';
  }
}

function unreadable(file: string): Ailment {
  const read = readRegularFile(file, { limit: 0, followLinks: true });
  return { kind: 'unreadable', failure: read.ok ? failure('file.unreadable', { errno: 'EAGAIN' }) : read.error };
}

/** Documents of a project by their place, in the order of their paths. Links are not followed: they may lead out. */
export function documentsBelow(root: string, folder: string = root): Subject[] {
  const within = path.relative(root, folder);
  const found = placeRoots.flatMap((place) => collect(root, place));
  return found.filter((one) => within === '' || one.path.startsWith(folder + path.sep));
}

function collect(root: string, place: string): Subject[] {
  const file = path.join(root, place);
  const document = documentAt(place);
  if (document !== undefined) return isOnDisk(file) ? [{ path: file, ...document }] : [];
  const entries = entriesIn(file).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const inside = `${place}/${entry.name}`;
    if (entry.isDirectory() && leadsToDocuments(inside)) return collect(root, inside);
    const known = documentAt(inside);
    return known === undefined ? [] : [{ path: path.join(root, inside), ...known }];
  });
}
