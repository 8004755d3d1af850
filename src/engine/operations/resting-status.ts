import fs from 'node:fs';
import path from 'node:path';
import { parseJson } from '../../base/json.ts';
import { privateFolder } from '../../store/private-folder.ts';
import { readAsShown, readShownFiles } from '../../store/shown-record.ts';
import type { Project } from '../project.ts';
import { type DocumentsStatus, readDocumentsStatus, type RunStatus, type StatusReader } from './status-documents.ts';
import type { ProviderWait } from './waiting-limits.ts';

/** Everything in a project at a glance. This is what `status --json` prints, so its fields are named as documents are. */
export interface ShownStatus extends DocumentsStatus {
  /** `prepared`: `orchestral init` was here. */
  readonly project: { readonly path: string; readonly hash: string; readonly prepared: boolean };
  /** What agents wait for, by provider. */
  readonly limits: readonly ProviderWait[];
  /** Runs in the middle of a step that no process conducts. */
  readonly interrupted: readonly string[];
}

/**
 * Where every document is the file that its log left, and nothing is at work: then nothing needs to be checked, and little
 * to be loaded. Undefined otherwise.
 */
export function readRestingStatus(project: Project, env: Environment): ShownStatus | undefined {
  const own = ownFolder(project, env);
  const found = own === undefined ? undefined : readAllAsShown(project.root, own);
  if (found === undefined || isAtWork(found)) return undefined;
  return statusOf(project, found, { limits: [], interrupted: [] });
}

/** Undefined where a document is not the file that was shown. */
export function readAllAsShown(root: string, own: string): DocumentsStatus | undefined {
  const shown = readShownFiles(path.join(own, 'shown'));
  let isAllKnown = true;
  const read: StatusReader['read'] = (place) => {
    if (!isAllKnown) return undefined;
    const file = `${root}/${place}`;
    const text = readAsShown(file, shown.get(file));
    if (text === null) return undefined;
    const value = parseJson(text ?? '');
    if (value === undefined) isAllKnown = false;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was checked, or made by us, when it was shown
    return value as never;
  };
  const found = readDocumentsStatus(root, { read, recorded: (_, state) => state });
  return isAllKnown ? { ...found, broken: [] } : undefined;
}

/** Whether somebody may be conducting something. */
export function isAtWork({ runs, sessions, auto }: DocumentsStatus): boolean {
  const isActive = sessions.some(({ status }) => status === 'active') || (auto?.in_progress ?? []).length > 0;
  return isActive || runs.some(({ phase }) => AT_WORK.has(phase));
}

export const AT_WORK: ReadonlySet<RunStatus['phase']> = new Set(['refine', 'build', 'verify', 'gate']);

/** Its fields in the order in which they are printed. */
export function statusOf(
  { root, hash }: Project,
  { runs, sessions, auto, broken }: DocumentsStatus,
  { limits, interrupted }: Pick<ShownStatus, 'limits' | 'interrupted'>,
): ShownStatus {
  const prepared = fs.existsSync(path.join(root, '.orchestral/config'));
  return { project: { path: root, hash, prepared }, runs, sessions, auto, limits, interrupted, broken };
}

/** What is kept of a project outside it; undefined where nobody can say. */
export function ownFolder({ hash }: Project, env: Environment): string | undefined {
  const home = privateFolder(env);
  return home.ok ? path.join(home.value, hash) : undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;
