import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { type DocumentName, documentNames, isDocumentName } from '../schema/documents.ts';
import { nearestOf } from '../schema/nearest.ts';

/** The name of a document as a person wrote it. */
export function documentName(name: string | undefined): Result<DocumentName | undefined, Failure> {
  if (name === undefined || isDocumentName(name)) return ok(name);
  return fail('usage.unknown_document', { name, suggestion: nearestOf(name, documentNames) ?? null });
}
