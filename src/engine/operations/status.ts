import fs from 'node:fs';
import path from 'node:path';
import type { DocumentOf, JsonDocumentName } from '../../schema/documents.ts';
import { documentAt } from '../../schema/places.ts';
import type { Project } from '../project.ts';
import { type Ailment, readDocument } from '../read-document.ts';
import { type AutoStatus, autoStatus } from './status/auto.ts';
import { type RunStatus, runStatus } from './status/run.ts';
import { type SessionStatus, sessionStatus } from './status/session.ts';

/** Everything in a project at a glance. This is what `status --json` prints, so its fields are named as documents are. */
export interface ProjectStatus {
  /** `prepared`: `orchestral init` was here. */
  readonly project: { readonly path: string; readonly hash: string; readonly prepared: boolean };
  /** Latest change first. */
  readonly runs: readonly RunStatus[];
  readonly sessions: readonly SessionStatus[];
  readonly auto: AutoStatus | null;
  readonly broken: readonly BrokenDocument[];
}

export interface BrokenDocument {
  readonly path: string;
  readonly document: JsonDocumentName;
  readonly ailment: Ailment;
}

/** Reads what there is, whoever wrote it. A broken document is told of and hides nothing else. */
export function readStatus({ root, hash }: Project): ProjectStatus {
  const broken: BrokenDocument[] = [];
  const read: Read = (place, document) => {
    const file = path.join(root, place);
    const result = readDocument({ path: file, name: document, ids: documentAt(place)?.ids });
    if (result.ok) return result.value;
    const { error } = result;
    const absent = error.kind === 'unreadable' && error.failure.code === 'file.missing';
    if (!absent) broken.push({ path: file, document, ailment: error });
    return undefined;
  };
  const sessions = foldersIn(root, '.claude/orchestrator/sessions').map((folder) => sessionStatus(folder, read));
  const runs = foldersIn(root, '.orchestral/runs').map((folder) => runStatus(folder, read));
  return {
    project: { path: root, hash, prepared: fs.existsSync(path.join(root, '.orchestral/config')) },
    runs: latestFirst(runs),
    sessions: latestFirst(sessions),
    auto: autoStatus(read) ?? null,
    broken,
  };
}

/** The document at a place below the project; undefined when there is none, or none that can be used. */
export type Read = <N extends JsonDocumentName>(place: string, document: N) => DocumentOf<N> | undefined;

function foldersIn(root: string, place: string): string[] {
  try {
    return fs
      .readdirSync(path.join(root, place), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${place}/${entry.name}`);
  } catch {
    return [];
  }
}

function latestFirst<T extends { readonly updated_at: string }>(found: readonly (T | undefined)[]): T[] {
  const present = found.filter((one) => one !== undefined);
  return present.toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1));
}
