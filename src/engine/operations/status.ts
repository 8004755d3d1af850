import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../base/clock.ts';
import { parseJson } from '../../base/json.ts';
import { privateFolder } from '../../store/private-folder.ts';
import { readAsShown, readShownFiles } from '../../store/shown-record.ts';
import type { Project } from '../project.ts';
import {
  type AutoStatus,
  type BrokenDocument,
  type DocumentsStatus,
  readDocumentsStatus,
  type RunStatus,
  type SessionStatus,
  type StatusReader,
} from './status-documents.ts';
import type { ProviderWait } from './waiting-limits.ts';

export type { AutoStatus, BrokenDocument, RunStatus, SessionStatus };

/** Everything in a project at a glance. This is what `status --json` prints, so its fields are named as documents are. */
export interface ShownStatus extends DocumentsStatus {
  /** `prepared`: `orchestral init` was here. */
  readonly project: { readonly path: string; readonly hash: string; readonly prepared: boolean };
  /** What agents wait for, by provider. */
  readonly limits: readonly ProviderWait[];
  /** Runs in the middle of a step that no process conducts. */
  readonly interrupted: readonly string[];
}

/** The same, with what only logs tell. */
export interface ProjectStatus extends ShownStatus {
  /** Agents at work that a person gave more time. */
  readonly extended: readonly { readonly effect: string; readonly extra_ms: number }[];
}

/**
 * Reads what there is, whoever wrote it. A broken document is told of and hides nothing else. Where every document is the
 * file that its log left, nothing is checked again.
 */
export async function readStatus(project: Project, env: Environment): Promise<ShownStatus> {
  const home = privateFolder(env);
  const own = home.ok ? path.join(home.value, project.hash) : undefined;
  const asShown = own === undefined ? undefined : readAllAsShown(project.root, own);
  const found = asShown ?? (await import('./status-checked.ts')).readAllChecked(project.root);
  const { root, hash } = project;
  const owners = ownersIn(found);
  return {
    project: { path: root, hash, prepared: fs.existsSync(path.join(root, '.orchestral/config')) },
    runs: found.runs,
    sessions: found.sessions,
    auto: found.auto,
    limits: own === undefined || owners.length === 0 ? [] : await limitsOf(own, owners),
    interrupted: await interruptedIn(root, found.runs),
    broken: found.broken,
  };
}

/** Undefined where a document is not the file that was shown. */
function readAllAsShown(root: string, own: string): DocumentsStatus | undefined {
  const shown = readShownFiles(path.join(own, 'shown'));
  let isAllKnown = true;
  const read: StatusReader['read'] = (place) => {
    const file = path.join(root, place);
    if (!isAllKnown || isAbsent(file)) return undefined;
    const value = parseJson(readAsShown(file, shown.get(file)) ?? '');
    if (value === undefined) isAllKnown = false;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was checked, or made by us, when it was shown
    return value as never;
  };
  const found = readDocumentsStatus(root, { read, recorded: (_, state) => state });
  return isAllKnown ? { ...found, broken: [] } : undefined;
}

function isAbsent(file: string): boolean {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** Whose agents may wait for a provider. */
function ownersIn({ runs, sessions, auto }: DocumentsStatus): string[] {
  return [
    ...runs.flatMap(({ phase, run_id }) => (AT_WORK.has(phase) ? [run_id] : [])),
    ...sessions.flatMap(({ status, request }) => (status === 'active' && request !== null ? [request.id] : [])),
    ...(auto?.in_progress ?? []).map((id) => `auto/${id}`),
  ];
}

async function interruptedIn(root: string, runs: readonly RunStatus[]): Promise<string[]> {
  const working = runs.filter(({ phase }) => AT_WORK.has(phase));
  if (working.length === 0) return [];
  const { findConductor } = await import('../find-conductor.ts');
  return working.flatMap(({ run_id }) =>
    findConductor(path.join(root, '.orchestral/runs', run_id)) === null ? [run_id] : [],
  );
}

async function limitsOf(own: string, owners: readonly string[]): Promise<ProviderWait[]> {
  const { waitingLimits } = await import('./waiting-limits.ts');
  return waitingLimits(own, owners, systemClock.now());
}

/** Whether somebody may be conducting something. */
export function isAtWork({ runs, sessions, auto }: ShownStatus): boolean {
  const isActive = sessions.some(({ status }) => status === 'active') || (auto?.in_progress ?? []).length > 0;
  return isActive || runs.some(({ phase }) => AT_WORK.has(phase));
}

const AT_WORK: ReadonlySet<RunStatus['phase']> = new Set(['refine', 'build', 'verify', 'gate']);

type Environment = Readonly<Record<string, string | undefined>>;
