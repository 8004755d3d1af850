import fs from 'node:fs';
import * as z from 'zod/mini';
import { fail, type Failure } from '../base/failure.ts';
import { parseJson } from '../base/json.ts';
import { ok, type Result } from '../base/result.ts';
import { getErrno } from '../files/disk-failure.ts';
import { type UpdateFileOptions, updateFile } from './update-file.ts';

/** A short list in the private folder, latest entry first, that several processes may change. */
export interface PrivateList<Entry> {
  readonly file: string;
  readonly entry: z.ZodMiniType<Entry>;
  isSame(a: Entry, b: Entry): boolean;
  /** How many stay, the latest; without it, all of them. */
  readonly most?: number;
}

export function readEntries<Entry>(list: PrivateList<Entry>): Result<readonly Entry[], Failure> {
  try {
    return parse(list, fs.readFileSync(list.file));
  } catch (error) {
    if (getErrno(error) === 'ENOENT') return ok([]);
    throw error;
  }
}

/** Puts an entry first, in place of one that is the same; the oldest go where there are too many. */
export function prependEntry<Entry>(
  list: PrivateList<Entry>,
  entry: Entry,
  options: UpdateFileOptions,
): Promise<Result<void, Failure>> {
  return updateFile(list.file, options, (before) => {
    const known = before === undefined ? ok([]) : parse(list, before);
    if (!known.ok) return known;
    const entries = [entry, ...known.value.filter((other) => !list.isSame(other, entry))].slice(0, list.most);
    return ok(Buffer.from(`${JSON.stringify({ version: 1, entries }, null, 2)}\n`));
  });
}

/** Takes out those that are meant; false where there was none. */
export async function removeEntries<Entry>(
  list: PrivateList<Entry>,
  isMeant: (entry: Entry) => boolean,
  options: UpdateFileOptions,
): Promise<Result<boolean, Failure>> {
  let isFound = false;
  const changed = await updateFile(list.file, options, (before) => {
    const known = before === undefined ? ok([]) : parse(list, before);
    if (!known.ok) return known;
    const entries = known.value.filter((entry) => !isMeant(entry));
    isFound = entries.length < known.value.length;
    return ok(isFound ? Buffer.from(`${JSON.stringify({ version: 1, entries }, null, 2)}\n`) : undefined);
  });
  return changed.ok ? ok(isFound) : changed;
}

/** Unreadable is not empty: what does not parse counts for nothing and is never written over. */
function parse<Entry>({ file, entry }: PrivateList<Entry>, bytes: Uint8Array): Result<readonly Entry[], Failure> {
  const shape = z.strictObject({ version: z.literal(1), entries: z.array(entry) });
  const parsed = shape.safeParse(parseJson(new TextDecoder().decode(bytes)));
  if (parsed.success) return ok(parsed.data.entries);
  return fail('document.lost', { document: file }, { path: file });
}
