import { catchFailure, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { Git, Checkout } from '../git/git.ts';
import { readTreeFile } from '../git/tree-file.ts';

const MAX_BYTES = 16 * 1024 * 1024;

/** A file as it is in a commit or tree; undefined when it is not there or is too large to be a source. */
export async function textAt(
  git: Git,
  place: Checkout,
  { at, path }: { readonly at: string; readonly path: string },
): Promise<Result<string | undefined, Failure>> {
  const read = await catchFailure(() => readTreeFile(git, place, { tree: at, path, largest: MAX_BYTES }));
  return read.ok ? ok(read.value?.toString('utf8')) : read;
}
