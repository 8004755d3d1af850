import path from 'node:path';
import { systemClock } from '../../base/clock.ts';
import type { Project } from '../project.ts';
import { AT_WORK, type Environment, ownFolder, readAllAsShown, type ShownStatus, statusOf } from './resting-status.ts';
import type { AutoStatus, BrokenDocument, DocumentsStatus, RunStatus, SessionStatus } from './status-documents.ts';
import type { ProviderWait } from './waiting-limits.ts';

export type { AutoStatus, BrokenDocument, RunStatus, SessionStatus };

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
  const { root } = project;
  const own = ownFolder(project, env);
  const asShown = own === undefined ? undefined : readAllAsShown(root, own);
  const found = asShown ?? (await import('./status-checked.ts')).readAllChecked(root);
  const owners = ownersIn(found);
  return statusOf(project, found, {
    limits: own === undefined || owners.length === 0 ? [] : await limitsOf(own, owners),
    interrupted: await interruptedIn(root, found.runs),
  });
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
