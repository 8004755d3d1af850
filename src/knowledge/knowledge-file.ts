import { type Clock, toTheSecond } from '../base/clock.ts';
import { type Failure, failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import { diskFailure, getErrno } from '../files/disk-failure.ts';
import { readFileItself } from '../files/read-file.ts';
import { replaceFile } from '../files/replace.ts';
import { decodeAny } from '../schema/codec-any.ts';
import { kindOf } from '../schema/documents.ts';
import { addKnowledge, type Entries, type Learned } from '../schema/knowledge-edit.ts';
import type { Knowledge } from '../schema/knowledge.ts';
import type { Problem } from '../base/document-problem.ts';
import { textOf } from '../schema/text.ts';
import { updateFile, type UpdateFileOptions } from '../store/update-file.ts';

export interface LearnOptions extends UpdateFileOptions {
  readonly clock: Clock;
  readonly project: Knowledge['project'];
}

/** Undefined: nothing is known yet. */
export function readKnowledge(file: string): Result<Knowledge | undefined, Failure> {
  let bytes: Uint8Array;
  try {
    bytes = readFileItself(file);
  } catch (error) {
    return getErrno(error) === 'ENOENT' ? ok(undefined) : err(diskFailure(error, 'read', file));
  }
  const read = decodeAny('knowledge', bytes);
  return read.ok ? read : err(invalid(file, read.error));
}

/**
 * Adds what was learned to knowledge.yaml, which people and several sessions change too; what it was before stays beside
 * it as `.bak`. One that is not valid is left alone.
 */
export async function learn(file: string, learned: Learned, options: LearnOptions): Promise<Result<Entries, Failure>> {
  const { clock, project, disk } = options;
  let added: Entries = { decisions: [], pitfalls: [] };
  const changed = await updateFile(file, options, (before) => {
    const text = before === undefined ? ok(undefined) : textOfBytes(file, before);
    if (!text.ok) return text;
    const now = toTheSecond(clock.now().toISOString());
    const result = addKnowledge(text.value, learned, { now, project });
    if (!result.ok) return err(invalid(file, result.error));
    ({ added } = result.value);
    if (result.value.text === text.value || result.value.text === undefined) return ok(undefined);
    const kept = before === undefined ? ok() : replaceFile(disk, `${file}.bak`, before);
    return kept.ok ? ok(Buffer.from(result.value.text)) : kept;
  });
  return changed.ok ? ok(added) : changed;
}

function textOfBytes(file: string, bytes: Uint8Array): Result<string, Failure> {
  const text = textOf(bytes, kindOf('knowledge').maxBytes);
  if (!text.ok) return err(invalid(file, text.error));
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return ok(hasMark ? `\uFEFF${text.value}` : text.value);
}

function invalid(file: string, problems: readonly Problem[]): Failure {
  return failure('document.invalid', { document: 'knowledge', problems }, { path: file });
}
