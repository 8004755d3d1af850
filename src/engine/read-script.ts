import { failure, type Failure } from '../base/failure.ts';
import { err, type Result } from '../base/result.ts';
import { type DocumentName, kindOf } from '../schema/documents.ts';
import type { Problem } from '../schema/problem.ts';
import type { Rehearsal } from '../schema/rehearsal.ts';
import { readRegularFile } from './read-file.ts';

/** The script of a rehearsal. A person may name a link; what a repository names must be the file itself. */
export async function readScript(
  file: string,
  { followLinks }: { readonly followLinks: boolean },
): Promise<Result<Rehearsal, Failure>> {
  const bytes = readRegularFile(file, { limit: kindOf('rehearsal').maxBytes, followLinks });
  if (!bytes.ok) return bytes;
  const { decodeAny } = await import('../schema/codec-any.ts');
  const script = decodeAny('rehearsal', bytes.value);
  return script.ok ? script : err(invalidDocument('rehearsal', file, script.error));
}

export function invalidDocument(document: DocumentName, file: string, problems: readonly Problem[]): Failure {
  const [first] = problems;
  return failure('document.invalid', { document, place: first?.path ?? '', count: problems.length }, { path: file });
}
