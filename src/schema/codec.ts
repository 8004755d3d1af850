import { err, ok, type Result } from '../base/result.ts';
import { conforms } from './conform.ts';
import { type DocumentName, type DocumentOf, type JsonDocumentName, kindOf } from './documents.ts';
import { faultProblems, type Finding, firstFindings, toProblems } from './finding.ts';
import { encodeJson, parseOwnLayout } from './own-layout.ts';
import { locateJson, scanJson } from './json-scan.ts';
import { placeFindings, type PlaceIds } from './places.ts';
import type { Problem } from '../base/document-problem.ts';
import { textOf } from './text.ts';

/*
 * Documents from and to text. This file knows JSON only, so that reading state never loads a YAML parser;
 * `codec-any.ts` reads and writes every document.
 */

/** Reads a document. The input may be anything at all: whatever is wrong with it comes back as problems. */
export function decode<N extends JsonDocumentName>(
  name: N,
  input: string | Uint8Array,
  place?: PlaceIds,
): Result<DocumentOf<N>, Problem[]> {
  const text = textOf(input, kindOf(name).maxBytes);
  return text.ok ? decodeJson(name, text.value, place) : text;
}

export function encode<N extends JsonDocumentName>(_name: N, value: DocumentOf<N>): string {
  return encodeJson(value);
}

export function decodeJson<N extends DocumentName>(
  name: N,
  text: string,
  place?: PlaceIds,
): Result<DocumentOf<N>, Problem[]> {
  const value = jsonValue(text);
  if (!value.ok) return value;
  const checked = checkDocument(name, value.value, place);
  if (checked.ok) return checked;
  return err(toProblems(checked.error, { text, locate: (paths) => locateJson(text, paths) }));
}

/** A value of any shape, out of text that may be anything at all. */
export function jsonValue(text: string): Result<unknown, Problem[]> {
  const own = parseOwnLayout(text);
  if (own !== undefined) return own;
  const fault = scanJson(text);
  return fault === undefined ? ok(JSON.parse(text)) : err(faultProblems(fault, text));
}

/** Whether a parsed value is a document of this name: version, then shape, then the rules between fields. */
export function checkDocument<N extends DocumentName>(
  name: N,
  value: unknown,
  place?: PlaceIds,
): Result<DocumentOf<N>, Finding[]> {
  const kind = kindOf(name);
  const newer = newerVersion(value, kind.newestVersion);
  if (newer !== undefined) return err([newer]);
  const findings: Finding[] = [];
  if (!conforms(kind.schema, value, findings)) return err(findings);
  findings.push(...firstFindings(kind.rules?.(value) ?? []));
  if (place !== undefined) findings.push(...placeFindings(name, value, place));
  return findings.length > 0 ? err(findings) : ok(value);
}

/** Nothing else is said about a newer document: what looks wrong in it may be right there. */
function newerVersion(value: unknown, newest: number | undefined): Finding | undefined {
  if (newest === undefined || typeof value !== 'object' || value === null || !('version' in value)) return undefined;
  const { version } = value;
  const number = typeof version === 'string' && /^\d+\.\d+$/.test(version) ? Number.parseInt(version, 10) : version;
  if (typeof number !== 'number' || !(number > newest)) return undefined;
  return { at: ['version'], expected: { kind: 'version', newest: String(newest) }, got: version };
}
