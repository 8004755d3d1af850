import path from 'node:path';
import * as z from 'zod/mini';
import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { crp, vcr } from '../schema/run/consultation.ts';
import { prependEntry, type PrivateList, readEntries } from './private-list.ts';
import type { UpdateFileOptions } from './update-file.ts';

/** An answer that a person gave for the future, and the question it answers. */
const precedent = z.strictObject({ run_id: z.string(), crp, vcr });

export type Precedent = z.infer<typeof precedent>;

/** Kept where agents cannot write: only what a person said counts as one. The latest answer to a question is first. */
export function readPrecedents(own: string): Result<readonly Precedent[], Failure> {
  const known = readEntries(listIn(own));
  if (!known.ok) return known;
  return ok(known.value.toSorted((a, b) => Date.parse(b.vcr.created_at) - Date.parse(a.vcr.created_at)));
}

/** Once: a run says so again whenever it is taken up. */
export function keepPrecedent(
  own: string,
  entry: Precedent,
  options: UpdateFileOptions,
): Promise<Result<void, Failure>> | Result<void, Failure> {
  const list = listIn(own);
  const known = readEntries(list);
  if (!known.ok) return known;
  return known.value.some((other) => list.isSame(other, entry)) ? ok() : prependEntry(list, entry, options);
}

function listIn(own: string): PrivateList<Precedent> {
  return {
    file: path.join(own, 'precedents.json'),
    entry: precedent,
    isSame: (a, b) => a.run_id === b.run_id && a.vcr.vcr_id === b.vcr.vcr_id,
  };
}
