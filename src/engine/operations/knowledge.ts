import { createHash } from 'node:crypto';
import path from 'node:path';
import { systemClock, toTheSecond } from '../../base/clock.ts';
import { fail, type Failure, failure, unwrap } from '../../base/failure.ts';
import { err, ok } from '../../base/result.ts';
import { realDisk } from '../../files/disk.ts';
import { replaceFile } from '../../files/replace.ts';
import { decodeAny } from '../../schema/codec-any.ts';
import { kindOf } from '../../schema/documents.ts';
import { changeKnowledge, type EntryChange } from '../../schema/knowledge-change.ts';
import type { Knowledge } from '../../schema/knowledge.ts';
import { placeOf } from '../../schema/places.ts';
import type { Problem } from '../../base/document-problem.ts';
import { updateFile } from '../../store/update-file.ts';
import type { Project } from '../project.ts';
import { readRegularFile } from '../read-file.ts';

export interface KnownKnowledge {
  readonly path: string;
  /** Null where there is no file. */
  readonly sha256: string | null;
  readonly knowledge: Knowledge | null;
}

export function readKnowledgeFile(project: Project): KnownKnowledge {
  const { file, place } = placeIn(project);
  const bytes = readRegularFile(file, { limit: kindOf('knowledge').maxBytes, followLinks: false });
  if (!bytes.ok) {
    if (bytes.error.code !== 'file.missing') unwrap(bytes);
    return { path: place, sha256: null, knowledge: null };
  }
  const decoded = decodeAny('knowledge', bytes.value);
  if (!decoded.ok) return unwrap(err(invalid(file, decoded.error)));
  return { path: place, sha256: hashOf(bytes.value), knowledge: decoded.value };
}

export interface KnowledgeChange {
  readonly entry: string;
  /** Of the file as it was shown. */
  readonly sha256: string;
  readonly change: EntryChange;
}

/** Changes or removes an entry of a file that is as it was shown; what it was stays beside it. Gives its new hash. */
export async function changeEntry(project: Project, { entry, sha256, change }: KnowledgeChange): Promise<string> {
  const { file } = placeIn(project);
  let now = sha256;
  const options = { disk: realDisk, command: 'knowledge', onNotice: () => undefined };
  const changed = await updateFile(file, options, (before) => {
    if (before === undefined || hashOf(before) !== sha256)
      return fail('shown.changed', { what: 'knowledge' }, { path: file });
    const at = toTheSecond(systemClock.now().toISOString());
    const after = changeKnowledge(new TextDecoder().decode(before), { entry, change, now: at });
    if (!after.ok) return err(invalid(file, after.error));
    if (after.value === null) return fail('http.unknown', { name: entry });
    const kept = replaceFile(realDisk, `${file}.bak`, before);
    if (!kept.ok) return kept;
    const bytes = Buffer.from(after.value);
    now = hashOf(bytes);
    return ok(bytes);
  });
  unwrap(changed);
  return now;
}

function placeIn({ root, hash }: Project): { readonly file: string; readonly place: string } {
  const place = placeOf('knowledge').replace('{hash}', hash);
  return { file: path.join(root, place), place };
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function invalid(file: string, problems: readonly Problem[]): Failure {
  return failure('document.invalid', { document: 'knowledge', problems }, { path: file });
}
