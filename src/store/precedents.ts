import path from 'node:path';
import * as z from 'zod/mini';
import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { crp, vcr } from '../schema/run/consultation.ts';
import { prependEntry, type PrivateList, readEntries, removeEntries } from './private-list.ts';
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

export function asPrecedent(value: unknown): Precedent | undefined {
  const parsed = precedent.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** Those that count no more. */
export function readRevocations(own: string): Result<readonly z.infer<typeof revocation>[], Failure> {
  return readEntries(revokedIn(own));
}

/** Once: a run says so again whenever it is taken up. Whether it is new. */
export async function keepPrecedent(
  own: string,
  entry: Precedent,
  options: UpdateFileOptions,
): Promise<Result<boolean, Failure>> {
  const list = listIn(own);
  const known = readEntries(list);
  if (!known.ok) return known;
  const revoked = readEntries(revokedIn(own));
  if (!revoked.ok) return revoked;
  const { run_id, vcr: answer } = entry;
  if (revoked.value.some((one) => one.run_id === run_id && one.vcr_id === answer.vcr_id)) return ok(false);
  if (known.value.some((other) => list.isSame(other, entry))) return ok(false);
  const kept = await prependEntry(list, entry, options);
  return kept.ok ? ok(true) : kept;
}

/** Later runs ask again, also after the run that gave it was taken up once more; false where there is no such answer. */
export async function revokePrecedent(
  own: string,
  { run, vcr: id }: { readonly run: string; readonly vcr: string },
  options: UpdateFileOptions,
): Promise<Result<boolean, Failure>> {
  const noted = await prependEntry(revokedIn(own), { run_id: run, vcr_id: id }, options);
  if (!noted.ok) return noted;
  return removeEntries(listIn(own), (entry) => entry.run_id === run && entry.vcr.vcr_id === id, options);
}

const revocation = z.strictObject({ run_id: z.string(), vcr_id: z.string() });

function revokedIn(own: string): PrivateList<z.infer<typeof revocation>> {
  return {
    file: path.join(own, 'revoked-precedents.json'),
    entry: revocation,
    isSame: (a, b) => a.run_id === b.run_id && a.vcr_id === b.vcr_id,
  };
}

function listIn(own: string): PrivateList<Precedent> {
  return {
    file: path.join(own, 'precedents.json'),
    entry: precedent,
    isSame: (a, b) => a.run_id === b.run_id && a.vcr.vcr_id === b.vcr.vcr_id,
  };
}
