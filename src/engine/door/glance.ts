import { readRestingStatus } from '../operations/resting-status.ts';
import type { ProjectStatus } from '../operations/status.ts';
import { requireOwnFolders } from '../own-folders.ts';
import { findProject } from '../project.ts';

/**
 * The status of the project around a folder, where it can be told at a glance: nothing is at work there, and nobody touched
 * a document. Undefined otherwise, and where anything is wrong: `openProject` says what. Loads next to nothing.
 */
export function glanceAt(cwd: string, env: Readonly<Record<string, string | undefined>>): ProjectStatus | undefined {
  const project = findProject({ cwd });
  if (!project.ok || !requireOwnFolders(project.value.root).ok) return undefined;
  const status = readRestingStatus(project.value, env);
  return status && { ...status, extended: [] };
}
