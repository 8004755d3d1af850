import path from 'node:path';
import * as z from 'zod/mini';
import { fail, type Failure } from '../base/failure.ts';
import { parseJson } from '../base/json.ts';
import { ok, type Result } from '../base/result.ts';
import { readFileItself } from '../files/read-file.ts';
import { getErrno } from '../files/disk-failure.ts';
import { type UpdateFileOptions, updateFile } from './update-file.ts';

/** What a person says of some lines, and where they saw them. */
const comment = z.strictObject({
  id: z.string(),
  commit: z.string(),
  path: z.string(),
  side: z.enum(['before', 'after', 'brief']),
  first: z.int(),
  last: z.int(),
  /** The lines as they were shown. */
  quote: z.string(),
  text: z.string(),
  suggestion: z.nullable(z.string()),
});

const draft = z.strictObject({ ...comment.shape, saved_at: z.string() });
const sent = z.strictObject({
  ...comment.shape,
  round: z.int(),
  /** In the rejection that it went with. */
  number: z.optional(z.int()),
  sent_at: z.string(),
  is_settled: z.boolean(),
});

const notes = z.strictObject({
  version: z.literal(1),
  drafts: z.array(draft),
  sent: z.array(sent),
  viewed: z.array(z.strictObject({ path: z.string(), content: z.string() })),
});

export type ReviewComment = z.infer<typeof comment>;
export type ReviewDraft = z.infer<typeof draft>;
export type SentReviewComment = z.infer<typeof sent>;
/** What a person noted while they reviewed a run; kept where agents cannot write. */
export type ReviewNotes = z.infer<typeof notes>;

const NONE: ReviewNotes = { version: 1, drafts: [], sent: [], viewed: [] };

export function readReviewNotes(own: string, run: string): Result<ReviewNotes, Failure> {
  const file = fileOf(own, run);
  try {
    return parse(file, readFileItself(file));
  } catch (error) {
    if (getErrno(error) === 'ENOENT') return ok(NONE);
    throw error;
  }
}

/** Reads, changes and writes them, with others kept out. */
export function changeReviewNotes(
  own: string,
  run: string,
  options: UpdateFileOptions & { readonly change: (before: ReviewNotes) => Result<ReviewNotes, Failure> },
): Promise<Result<void, Failure>> {
  const file = fileOf(own, run);
  return updateFile(file, options, (bytes) => {
    const before = bytes === undefined ? ok(NONE) : parse(file, bytes);
    if (!before.ok) return before;
    const after = options.change(before.value);
    return after.ok ? ok(Buffer.from(`${JSON.stringify(after.value, null, 2)}\n`)) : after;
  });
}

function fileOf(own: string, run: string): string {
  return path.join(own, 'reviews', `${run}.json`);
}

/** Unreadable is not empty: nobody writes over what a person wrote. */
function parse(file: string, bytes: Uint8Array): Result<ReviewNotes, Failure> {
  const parsed = notes.safeParse(parseJson(new TextDecoder().decode(bytes)));
  return parsed.success ? ok(parsed.data) : fail('document.lost', { document: file }, { path: file });
}
