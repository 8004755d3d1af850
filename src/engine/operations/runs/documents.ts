import fs from 'node:fs';
import path from 'node:path';
import { throwFailure, unwrap } from '../../../base/failure.ts';
import { readRegularFile } from '../../read-file.ts';

/** What a person may want to read of a run. */
const documents = {
  briefing: ['briefing/raw.md', 'markdown', 'person'],
  refined: ['briefing/refined.md', 'markdown', 'agent'],
  clarifications: ['briefing/clarifications.json', 'json', 'agent'],
  'refiner-log': ['briefing/log.md', 'markdown', 'agent'],
  'builder-log': ['builder/log.md', 'markdown', 'agent'],
  'verifier-log': ['verifier/log.md', 'markdown', 'agent'],
  'gatekeeper-log': ['gatekeeper/log.md', 'markdown', 'agent'],
  results: ['verifier/results.json', 'json', 'orchestral'],
  verdict: ['gatekeeper/verdict.json', 'json', 'agent'],
  summary: ['mrp/summary.md', 'markdown', 'orchestral'],
  evidence: ['mrp/evidence.json', 'json', 'orchestral'],
  proof: ['mrp/proof.json', 'json', 'orchestral'],
} as const;

type DocumentId = keyof typeof documents;

export interface RunDocument {
  readonly document: DocumentId;
  /** From the folder of the run. */
  readonly path: string;
  readonly format: 'markdown' | 'json';
  readonly by: 'person' | 'agent' | 'orchestral';
  readonly size: number;
}

const MOST_BYTES = 1024 * 1024;

/** Those that are there. */
export function listDocuments(folder: string): RunDocument[] {
  return Object.keys(documents)
    .filter(isDocument)
    .flatMap((document) => {
      const [place, format, by] = documents[document];
      const stat = fs.lstatSync(path.join(folder, place), { throwIfNoEntry: false });
      return stat?.isFile() === true ? [{ document, path: place, format, by, size: stat.size }] : [];
    });
}

export function readRunDocument(folder: string, name: string): { readonly text: string; readonly is_cut: boolean } {
  if (!isDocument(name)) return throwFailure('http.unknown', { name });
  const file = path.join(folder, documents[name][0]);
  const bytes = unwrap(readRegularFile(file, { limit: 64 * MOST_BYTES, followLinks: false }));
  const text = new TextDecoder().decode(bytes.subarray(0, MOST_BYTES));
  return { text, is_cut: bytes.length > MOST_BYTES };
}

const LONGEST_TITLE = 200;

/** The first line of what was asked for. */
export function runTitle(folder: string): string {
  const read = readRegularFile(path.join(folder, documents.briefing[0]), { limit: MOST_BYTES, followLinks: false });
  if (!read.ok) return '';
  const lines = new TextDecoder().decode(read.value).split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== '') ?? '';
  return first
    .replace(/^#+\s*/, '')
    .trim()
    .slice(0, LONGEST_TITLE);
}

function isDocument(name: string): name is DocumentId {
  return Object.hasOwn(documents, name);
}
