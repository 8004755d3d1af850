import { failure, type Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import { decode } from '../schema/codec.ts';
import { type DocumentOf, type JsonDocumentName, kindOf } from '../schema/documents.ts';
import type { PlaceIds } from '../schema/places.ts';
import type { Problem } from '../base/document-problem.ts';
import type { Rehearsal } from '../schema/rehearsal.ts';
import { readRegularFile } from './read-file.ts';

/** What is wrong with a document: it cannot be read at all, or these places of it are not as they should be. */
export type Ailment =
  | { readonly kind: 'unreadable'; readonly failure: Failure }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

interface Wanted<N> {
  readonly path: string;
  readonly name: N;
  readonly ids?: PlaceIds | undefined;
}

/** A document as it stands on disk, with the ids its place names checked too. */
export function readDocument<N extends JsonDocumentName>({
  path,
  name,
  ids,
}: Wanted<N>): Result<DocumentOf<N>, Ailment> {
  const bytes = readRegularFile(path, { limit: kindOf(name).maxBytes, followLinks: false });
  if (!bytes.ok) return err({ kind: 'unreadable', failure: bytes.error });
  const decoded = decode(name, bytes.value, ids);
  return decoded.ok ? ok(decoded.value) : err({ kind: 'invalid', problems: decoded.error });
}

/** The script of a rehearsal. A person may name a link; what a repository names must be the file itself. */
export async function readScript(
  file: string,
  { followLinks }: { readonly followLinks: boolean },
): Promise<Result<Rehearsal, Failure>> {
  const bytes = readRegularFile(file, { limit: kindOf('rehearsal').maxBytes, followLinks });
  if (!bytes.ok) return bytes;
  const { decodeAny } = await import('../schema/codec-any.ts');
  const script = decodeAny('rehearsal', bytes.value);
  if (script.ok) return script;
  return err(documentFailure({ kind: 'invalid', problems: script.error }, { document: 'rehearsal', path: file }));
}

/** What is wrong with a document, for whoever cannot go on without it. */
export function documentFailure(ailment: Ailment, { document, path }: { document: string; path: string }): Failure {
  if (ailment.kind === 'unreadable') return ailment.failure;
  return failure('document.invalid', { document, problems: ailment.problems }, { path });
}
