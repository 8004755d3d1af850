import { err, ok, type Result } from '../base/result.ts';
import { checkDocument } from './check.ts';
import { kindOf, type DocumentName, type DocumentOf, type JsonDocumentName } from './documents.ts';
import { faultProblems, toProblems } from './finding.ts';
import { locateJson, scanJson } from './json-scan.ts';
import type { PlaceIds } from './places.ts';
import type { Problem } from './problem.ts';
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

/** How every JSON document is laid out. */
export function encodeJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
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
  const fault = scanJson(text);
  return fault === undefined ? ok(JSON.parse(text)) : err(faultProblems(fault, text));
}
