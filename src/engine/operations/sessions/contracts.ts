import fs from 'node:fs';
import path from 'node:path';
import { throwFailure, unwrap } from '../../../base/failure.ts';
import { decodeAny } from '../../../schema/codec-any.ts';
import type { DocumentName } from '../../../schema/documents.ts';
import { documentAt } from '../../../schema/places.ts';
import type { Problem } from '../../../base/document-problem.ts';
import { entriesIn } from '../../on-disk.ts';
import { readRegularFile } from '../../read-file.ts';

const KINDS = [
  'explored',
  'task-breakdown',
  'design-brief',
  'design-contract',
  'test-contract',
  'test-result',
] as const;

type ContractKind = (typeof KINDS)[number];

export interface ContractLine {
  /** What it is named by: `explored`, `T1.design-brief`, `T1-S2.test-contract`. */
  readonly contract: string;
  readonly kind: ContractKind;
  readonly task: string | null;
  readonly subtask: string | null;
  /** From the project. */
  readonly path: string;
  readonly size: number;
}

export interface ContractText extends ContractLine {
  readonly yaml: string;
  readonly value: unknown;
  readonly problems: readonly Problem[];
}

interface Place {
  readonly root: string;
  readonly session: string;
  readonly request: string;
}

const LARGEST = 1024 * 1024;

/** The contracts of a request that are there, from the whole to its parts. */
export function listContracts({ root, session, request }: Place): ContractLine[] {
  const below = path.join('.claude/orchestrator/sessions', session, 'contracts', request);
  const files = filesBelow(root, below, 2);
  return files.flatMap((file) => {
    const found = documentAt(file.split(path.sep).join('/'));
    const kind = KINDS.find((one) => one === found?.name);
    const stat = fs.lstatSync(path.join(root, file), { throwIfNoEntry: false });
    if (kind === undefined || stat?.isFile() !== true) return [];
    const { task = null, subtask = null } = found?.ids ?? {};
    const of = subtask ?? task;
    return [{ contract: of === null ? kind : `${of}.${kind}`, kind, task, subtask, path: file, size: stat.size }];
  });
}

/** By a name of the list: no path is made of what was asked for. */
export function readContract(place: Place, name: string): ContractText {
  const line = listContracts(place).find(({ contract }) => contract === name);
  if (line === undefined) return throwFailure('http.unknown', { name });
  const bytes = unwrap(readRegularFile(path.join(place.root, line.path), { limit: LARGEST, followLinks: false }));
  const document: DocumentName = line.kind;
  const decoded = decodeAny(document, bytes);
  return {
    ...line,
    yaml: new TextDecoder().decode(bytes),
    value: decoded.ok ? decoded.value : null,
    problems: decoded.ok ? [] : decoded.error,
  };
}

function filesBelow(root: string, folder: string, depth: number): string[] {
  const entries = entriesIn(path.join(root, folder)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => path.join(folder, name));
  const folders = depth === 0 ? [] : entries.filter((entry) => entry.isDirectory());
  return [...files, ...folders.flatMap(({ name }) => filesBelow(root, path.join(folder, name), depth - 1))];
}
