import { catchFailure, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { Git, Checkout } from '../git/git.ts';

const MAX_BYTES = 16 * 1024 * 1024;

/** A file as it is in a commit or tree; undefined when it is not there or is too large to be a source. */
export async function textAt(
  git: Git,
  place: Checkout,
  { at, path }: { readonly at: string; readonly path: string },
): Promise<Result<string | undefined, Failure>> {
  const answer = await catchFailure(() =>
    git.read(place, ['cat-file', 'blob', `${at}:${path}`], { exits: [0, 128], cutAt: MAX_BYTES }),
  );
  if (!answer.ok) return answer;
  return ok(answer.value.exit === 0 && !answer.value.cut ? answer.value.stdout.toString('utf8') : undefined);
}
